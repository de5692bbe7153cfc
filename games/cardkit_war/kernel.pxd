cimport cython
from cardkit.core.chance.compiled cimport Chance

cdef enum:
    CARDS = 1000
    LENGTH = 8000
    UNIT = 65536
    ROOM = 8000
    WINNER_FIRST = 0
    LOSER_FIRST = 1
    TABLE = 2
    SEAT = 3
    RANDOM = 4
    DECK = 0
    WON_PILE = 1
    COUNTED = 2
    OFF = 0
    SWAP = 1
    PICK = 2
    WON = 0
    DRAWN = 1
    ENDLESS = 2
    UNDECIDED = -1

cdef class WarTwin(Chance):
    cdef Py_ssize_t size, steps
    cdef int face_down, pickup, winnings, war_is_a_turn, shuffles, on_top, generator, is_shuffled
    cdef unsigned long long master, deck_stream, deal_stream
    cdef int deck[CARDS]
    cdef int cards[CARDS]
    cdef int left[CARDS]
    cdef int kept[CARDS]
    cdef int first[LENGTH]
    cdef int second[LENGTH]
    cdef int first_won[CARDS]
    cdef int second_won[CARDS]
    cdef int laid[2 * CARDS]
    cdef int kinds[CARDS]
    cdef Py_ssize_t first_head, first_tail, second_head, second_tail, first_count, second_count, kept_first
    cdef int at_war, level, winner, end
    cdef long long count, wars, deepest, start_of_cycle
    cdef WarTwin behind

    cpdef void follow(self, WarTwin other)

    @cython.locals(row="Py_ssize_t")
    cpdef void play(self, unsigned long long first, long long[::1] numbers)

    @cython.locals(row="Py_ssize_t", place="int")
    cpdef void play_deals(self, int[::1] deals, long long[::1] numbers)

    cdef inline void report(self, unsigned long long number, long long[::1] numbers, Py_ssize_t row) noexcept nogil

    cpdef list remains(self, unsigned long long number)

    @cython.final
    @cython.locals(size="Py_ssize_t", place="Py_ssize_t", seed="unsigned long long")
    cdef void deal(self, unsigned long long number) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", step="Py_ssize_t", place="Py_ssize_t", half="Py_ssize_t")
    cdef inline void hand_out(self) noexcept nogil

    @cython.final
    @cython.locals(power="long long", passed="long long")
    cdef void fight(self) noexcept nogil

    @cython.final
    cdef void go_on(self) noexcept nogil

    @cython.final
    @cython.locals(
        battles="Py_ssize_t", first="Py_ssize_t", second="Py_ssize_t", first_tail="Py_ssize_t",
        second_tail="Py_ssize_t", mine="Py_ssize_t", others="Py_ssize_t", tied="int", one="int", two="int",
        won="Py_ssize_t",
    )
    cdef inline int run(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef inline void make_room(self, Py_ssize_t cards) noexcept nogil

    @cython.final
    @cython.locals(one="int", two="int")
    cdef inline void turn(self) noexcept nogil

    @cython.final
    cdef inline int lay_face_down(self) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t")
    cdef inline int can_lay(self) noexcept nogil

    @cython.final
    cdef void take_up_won(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void turn_over(self, int* won, Py_ssize_t size, int* deck) noexcept nogil

    @cython.final
    cdef inline void lay(self, int kind) noexcept nogil

    @cython.final
    @cython.locals(cards="Py_ssize_t", place="Py_ssize_t", seat="Py_ssize_t")
    cdef inline void take(self, int winner) noexcept nogil

    @cython.final
    cdef inline void put(self, int seat, int card) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t")
    cdef inline void judge(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void keep(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef inline int is_where_it_was(self) noexcept nogil

    @cython.final
    @cython.locals(length="long long")
    cdef void find_first_repeat(self) noexcept nogil

    @cython.final
    cdef void turn_again(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void start_over(self, WarTwin other) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", first="Py_ssize_t")
    cdef int is_like(self, WarTwin other) noexcept nogil
