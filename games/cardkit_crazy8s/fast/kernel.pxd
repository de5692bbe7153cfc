cimport cython
from cardkit.kernels cimport Chance, bit, cells, highest, is_set
from cpython.array cimport array

cdef enum:  # Room
    CARDS = 520
    PLAYERS = 10
    WORDS = 9
    SUITS = 256
    AHEAD = 8
    MOST_OPEN = 1000000

cdef enum:  # Rules
    ONE = 0
    UNTIL_PLAYABLE = -1
    NEVER = 2
    WILD = 0
    NOTHING = -1

cdef enum:  # End
    WON = 0
    DRAWN = 1
    ENDLESS = 3
    CUT_OFF = 4
    HALTED = 5
    UNDECIDED = -1

cdef class Crazy8sNumbers(Chance):
    cdef Py_ssize_t size, words, seats, hand_size, ranks, suits
    cdef int drawing, reshuffles, last_asks, starts_plain, is_told
    cdef long long most_turns
    cdef int generator, is_shuffled, shuffles, chance
    cdef unsigned long long master, deck_stream, deal_stream, seed
    cdef unsigned int deck[CARDS]
    cdef unsigned int cards[CARDS]
    cdef unsigned int discards[CARDS]
    cdef unsigned int kept[CARDS]
    cdef unsigned int order[CARDS]
    cdef unsigned int spare[CARDS]
    cdef unsigned long long of_rank[WORDS * CARDS]
    cdef unsigned long long of_suit[WORDS * SUITS]
    cdef unsigned long long hands[WORDS * PLAYERS]
    cdef unsigned long long dealt[WORDS * PLAYERS]
    cdef unsigned long long kept_hands[WORDS * PLAYERS]
    cdef int is_random[PLAYERS]
    cdef unsigned long long seeds[PLAYERS]
    cdef unsigned long long states[PLAYERS]
    cdef Py_ssize_t stock_size, discard_size, kept_size, turn, kept_turn, known
    cdef Py_ssize_t rank, suit, named, found, winner
    cdef int drawn, end, searches, is_kept
    cdef Py_ssize_t kept_suit
    cdef int kept_drawn
    cdef long long count, flips, cards_drawn, actions, start_of_cycle, cycle, kept_count, power, passed
    cdef long long left_open, since
    cdef long long* halt
    cdef Crazy8sNumbers behind

    @cython.locals(seat="Py_ssize_t")
    cdef void report(self, unsigned long long number, long long* rows, Py_ssize_t row) noexcept nogil

    cdef list piles(self)

    @cython.final
    cdef void begin_dealing(self) noexcept nogil

    @cython.final
    @cython.locals(seat="Py_ssize_t")
    cdef void begin_playing(self, long long* seeds, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", word="Py_ssize_t", places="unsigned long long", place="Py_ssize_t")
    cdef Py_ssize_t look_at(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", plays="Py_ssize_t", state="unsigned long long", kind="int", chosen="Py_ssize_t")
    cdef Py_ssize_t choose(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(seen="Py_ssize_t", k="Py_ssize_t", card="Py_ssize_t", is_wild="bint", ways="Py_ssize_t")
    cdef Py_ssize_t plays(self, Py_ssize_t size, Py_ssize_t wanted) noexcept nogil

    @cython.final
    @cython.locals(earlier="Py_ssize_t")
    cdef int is_copy(self, Py_ssize_t k) noexcept nogil

    @cython.final
    cdef Py_ssize_t suit_named(self, Py_ssize_t own, Py_ssize_t way) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef int is_mixed(self, unsigned int* cards, Py_ssize_t size) noexcept nogil

    @cython.final
    cdef void leave_open(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", k="Py_ssize_t")
    cdef void keep(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", k="Py_ssize_t")
    cdef int is_where_it_was(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t", size="Py_ssize_t", k="Py_ssize_t")
    cdef int is_like(self, Crazy8sNumbers other) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", k="Py_ssize_t", card="Py_ssize_t")
    cdef void deal(self, unsigned long long seed) noexcept nogil

    @cython.final
    @cython.locals(top="unsigned int", place="Py_ssize_t")
    cdef void put_under(self) noexcept nogil

    @cython.final
    @cython.locals(end="Py_ssize_t")
    cdef inline void settle_next(self, Py_ssize_t cards) noexcept nogil

    @cython.final
    cdef inline void give(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(card="Py_ssize_t")
    cdef inline void sort_in(self, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t", rank="Py_ssize_t", suit="Py_ssize_t", seat="Py_ssize_t")
    cdef inline void clear(self) noexcept nogil

    @cython.final
    @cython.locals(seat="Py_ssize_t")
    cdef void act(self) noexcept nogil

    @cython.final
    cdef inline void play_or_draw(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    cdef inline void pass_turn(self) noexcept nogil

    @cython.final
    @cython.locals(has_room="bint")
    cdef int goes_on(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t", fitting="unsigned long long", place="Py_ssize_t")
    cdef inline Py_ssize_t first_playable(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(card="Py_ssize_t")
    cdef inline void put_down(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t")
    cdef inline int is_out(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", place="Py_ssize_t")
    cdef int flip(self) noexcept nogil

    @cython.final
    @cython.locals(
        place="Py_ssize_t", last="Py_ssize_t", seat="Py_ssize_t", size="Py_ssize_t", word="Py_ssize_t", k="Py_ssize_t"
    )
    cdef void move_up(self) noexcept nogil

    @cython.final
    cdef void look_back(self) noexcept nogil

    cpdef void follow(self, Crazy8sNumbers other)

    @cython.locals(rows="long long*", seeds="long long*", width="Py_ssize_t", games="Py_ssize_t", row="Py_ssize_t")
    cpdef play(self, unsigned long long first, array numbers, array starts, array halt)

    @cython.locals(
        cards="long long*", rows="long long*", seeds="long long*", width="Py_ssize_t", games="Py_ssize_t",
        row="Py_ssize_t", place="int",
    )
    cpdef play_deals(self, unsigned long long first, array deals, array numbers, array starts, array halt)

    cpdef list remains(self, unsigned long long number, array starts, array halt)

    @cython.final
    @cython.locals(is_simple="bint")
    cdef void fight(self) noexcept nogil

    @cython.final
    @cython.locals(
        rank="Py_ssize_t", suit="Py_ssize_t", seat="Py_ssize_t", count="Py_ssize_t", stock="Py_ssize_t",
        discards="Py_ssize_t", of_rank="unsigned long long*", of_suit="unsigned long long*",
        hands="unsigned long long*", hand="unsigned long long", fitting="unsigned long long",
        place="Py_ssize_t", card="Py_ssize_t",
    )
    cdef void run(self) noexcept nogil

    @cython.final
    @cython.locals(cycle="long long", since="long long")
    cdef void find_first_repeat(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t")
    cdef void start_over(self, Crazy8sNumbers other, long long actions) noexcept nogil

    @cython.final
    cdef void take_turn(self) noexcept nogil

cdef class NumberedPlayouts(Crazy8sNumbers):
    @cython.locals(numbers="long long*", found="long long*", game="Py_ssize_t", unset=array)
    cpdef play_out(self, array table, Py_ssize_t games, unsigned long long seed, long long longest, array wins)

    @cython.final
    @cython.locals(
        first="Py_ssize_t", k="Py_ssize_t", place="Py_ssize_t", seat="Py_ssize_t", word="Py_ssize_t"
    )
    cdef void lay(self, long long* numbers) noexcept nogil

    @cython.final
    cdef inline Py_ssize_t likely(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", plays="Py_ssize_t")
    cdef Py_ssize_t any_play(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(
        wild="Py_ssize_t", word="Py_ssize_t", wilds="unsigned long long", fitting="unsigned long long",
        place="Py_ssize_t",
    )
    cdef Py_ssize_t careful(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(
        best="Py_ssize_t", most="int", way="Py_ssize_t", suit="Py_ssize_t", count="int", word="Py_ssize_t",
        held="unsigned long long",
    )
    cdef Py_ssize_t commonest(self, Py_ssize_t seat, Py_ssize_t own) noexcept nogil
