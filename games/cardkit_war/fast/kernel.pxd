cimport cython
from cardkit.kernels cimport Chance, cells, is_set
from cpython.array cimport array

cdef enum:  # Room
    CARDS = 1000
    LENGTH = 8000
    UNIT = 65536
    ROOM = 8000

cdef enum:  # Pickup
    WINNER_FIRST = 0
    LOSER_FIRST = 1
    TABLE = 2
    SEAT = 3
    RANDOM = 4
    INTERLEAVED = 5
    REVERSED = 6

cdef enum:  # RunningOut
    LOSES = 0
    LAST_CARD = 1
    BORROWS = 2
    BORROWED = 7

cdef enum:  # Winnings
    DECK = 0
    WON_PILE = 1
    COUNTED = 2

cdef enum:  # Shuffling
    OFF = 0
    SWAP = 1
    PICK = 2

cdef enum:  # End
    WON = 0
    DRAWN = 1
    ENDLESS = 3
    CUT_OFF = 4
    UNDECIDED = -1

cdef class WarNumbers(Chance):
    cdef Py_ssize_t size, steps, width
    cdef int face_down, pickup, winnings, war_is_a_turn, shuffles, on_top, generator, is_shuffled, running_out
    cdef long long most_turns, most_rounds
    cdef unsigned long long master, deck_stream, deal_stream
    cdef unsigned int deck[CARDS]
    cdef unsigned int cards[CARDS]
    cdef unsigned int left[CARDS]
    cdef unsigned int kept[CARDS]
    cdef unsigned int first[LENGTH]
    cdef unsigned int second[LENGTH]
    cdef unsigned int first_won[CARDS]
    cdef unsigned int second_won[CARDS]
    cdef unsigned int laid[2 * CARDS]
    cdef unsigned int kinds[CARDS]
    cdef Py_ssize_t first_head, first_tail, second_head, second_tail, first_count, second_count, kept_first
    cdef Py_ssize_t first_most, second_most, first_score, second_score
    cdef unsigned int one, two
    cdef bint in_steps, first_own_last, second_own_first
    cdef int at_war, level, winner, end, is_full
    cdef long long count, wars, deepest, plays, start_of_cycle
    cdef long long* halt
    cdef WarNumbers behind

    cdef void report(self, unsigned long long number, long long* rows, Py_ssize_t row) noexcept nogil

    cdef list piles(self)

    @cython.final
    @cython.locals(size="Py_ssize_t", place="Py_ssize_t", seed="unsigned long long")
    cdef void shuffle_for(self, unsigned long long number) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", step="Py_ssize_t", place="Py_ssize_t", half="Py_ssize_t")
    cdef void hand_out(self) noexcept nogil

    @cython.final
    @cython.locals(most="Py_ssize_t", place="Py_ssize_t")
    cdef void make_room(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void keep(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef int is_where_it_was(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", first="Py_ssize_t")
    cdef int is_like(self, WarNumbers other) noexcept nogil

    @cython.final
    cdef inline void take_note(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void start_over(self, WarNumbers other) noexcept nogil

    @cython.final
    @cython.locals(laying="int")
    cdef void turn(self) noexcept nogil

    @cython.final
    @cython.locals(laying="int")
    cdef inline int lay_face_down(self) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t", able="int")
    cdef inline int laying(self, int least) noexcept nogil

    @cython.final
    cdef void take_up_won(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void turn_over(self, unsigned int* won, Py_ssize_t size, unsigned int* deck) noexcept nogil

    @cython.final
    @cython.locals(one="unsigned int", two="unsigned int")
    cdef inline void lay(self, int laying, int kind) noexcept nogil

    @cython.final
    cdef inline unsigned int top(self, int seat, int laying) noexcept nogil

    @cython.final
    cdef inline Py_ssize_t deck_size(self, int seat) noexcept nogil

    @cython.final
    @cython.locals(step="Py_ssize_t", seat="int")
    cdef inline void take(self, int winner) noexcept nogil

    @cython.final
    @cython.locals(cards="Py_ssize_t", place="Py_ssize_t")
    cdef void turn_over_laid(self, int winner) noexcept nogil

    @cython.final
    cdef inline void put_laid(self, int winner, Py_ssize_t step, int seat) noexcept nogil

    @cython.final
    cdef inline void put(self, int seat, unsigned int card) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t", is_last="bint")
    cdef void judge(self) noexcept nogil

    cpdef void follow(self, WarNumbers other)

    @cython.locals(rows="long long*", games="Py_ssize_t", row="Py_ssize_t")
    cpdef play(self, unsigned long long first, array numbers, array halt)

    @cython.locals(
        cards="long long*", rows="long long*", games="Py_ssize_t", row="Py_ssize_t", place="Py_ssize_t"
    )
    cpdef play_deals(self, unsigned long long first, array deals, array numbers, array halt)

    cpdef list remains(self, unsigned long long number, array halt)

    @cython.final
    cdef void fight(self) noexcept nogil

    @cython.final
    @cython.locals(power="long long", passed="long long")
    cdef void fight_for_ever(self) noexcept nogil

    @cython.final
    cdef void go_on(self) noexcept nogil

    @cython.final
    @cython.locals(
        first="Py_ssize_t", second="Py_ssize_t", first_tail="Py_ssize_t", second_tail="Py_ssize_t",
        first_own_last="bint", second_own_first="bint", size="Py_ssize_t", most="Py_ssize_t", least="Py_ssize_t", tied="int", one="unsigned int", two="unsigned int", won="Py_ssize_t",
    )
    cdef inline int run(self) noexcept nogil

    @cython.final
    @cython.locals(
        step="Py_ssize_t", first="Py_ssize_t", second="Py_ssize_t", first_tail="Py_ssize_t", second_tail="Py_ssize_t",
        last="Py_ssize_t", level="Py_ssize_t", cards="Py_ssize_t", between="Py_ssize_t", apart="Py_ssize_t", start="Py_ssize_t", mine="Py_ssize_t",
        my_others="Py_ssize_t", others="Py_ssize_t", their_own="Py_ssize_t", k="Py_ssize_t", one="unsigned int", two="unsigned int",
        won="Py_ssize_t",
    )
    cdef inline int settle_war(self) noexcept nogil

    @cython.final
    @cython.locals(length="long long")
    cdef void find_first_repeat(self) noexcept nogil
