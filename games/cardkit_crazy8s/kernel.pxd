cimport cython
from cardkit.core.chance.compiled cimport Chance

cdef enum:
    CARDS = 520
    PLAYERS = 10
    ROOM = 520
    ONE = 0
    UNTIL_PLAYABLE = -1
    WON = 0
    DRAWN = 1
    ENDLESS = 2
    UNDECIDED = -1
    NOTHING = -1

cdef class Crazy8sTwin(Chance):
    cdef int size, seats, hand_size, drawing, reshuffles, wild, suits, last_asks
    cdef int generator, is_shuffled, shuffles, chance
    cdef unsigned long long master, deck_stream, deal_stream, seed
    cdef int deck[CARDS]
    cdef int stock[CARDS]
    cdef int discards[CARDS]
    cdef int hands[PLAYERS * CARDS]
    cdef Py_ssize_t held[PLAYERS]
    cdef int kept_stock[CARDS]
    cdef int kept_hands[PLAYERS * CARDS]
    cdef Py_ssize_t kept_held[PLAYERS]
    cdef int is_random[PLAYERS]
    cdef unsigned long long states[PLAYERS]
    cdef Py_ssize_t stock_size, discard_size, kept_size, turn, kept_turn
    cdef int is_settled, suit, drawn, end, winner, named, found, searches, is_kept
    cdef int kept_top, kept_suit, kept_drawn
    cdef long long count, flips, cards_drawn, actions, start_of_cycle, cycle, kept_actions, power, passed
    cdef Crazy8sTwin behind

    cpdef void follow(self, Crazy8sTwin other)

    @cython.locals(row="Py_ssize_t", width="Py_ssize_t")
    cpdef void play(self, unsigned long long first, long long[::1] numbers, unsigned long long[::1] starts)

    @cython.locals(row="Py_ssize_t", width="Py_ssize_t", place="Py_ssize_t")
    cpdef void play_deals(self, int[::1] deals, long long[::1] numbers)

    @cython.locals(seat="Py_ssize_t")
    cdef void report(self, unsigned long long number, long long[::1] numbers, Py_ssize_t row) noexcept nogil

    cpdef list remains(self, unsigned long long number, unsigned long long[::1] starts)

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t")
    cdef void deal(self, unsigned long long seed) noexcept nogil

    @cython.final
    @cython.locals(seat="Py_ssize_t")
    cdef void begin_playing(self, unsigned long long[::1] starts, Py_ssize_t place) noexcept nogil

    @cython.final
    cdef void begin_dealing(self) noexcept nogil

    @cython.final
    @cython.locals(last="Py_ssize_t", chosen="Py_ssize_t", card="int")
    cdef inline int take_top(self) noexcept nogil

    @cython.final
    cdef void settle_all(self) noexcept nogil

    @cython.final
    cdef void fight(self) noexcept nogil

    @cython.final
    @cython.locals(seat="Py_ssize_t", place="Py_ssize_t")
    cdef inline void act(self) noexcept nogil

    @cython.final
    cdef inline void pass_turn(self) noexcept nogil

    @cython.final
    cdef int goes_on(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(rank="int", suit="int", wild="int", start="Py_ssize_t", place="Py_ssize_t", card="int")
    cdef inline Py_ssize_t first_playable(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(plays="int", state="unsigned long long", kind="int", chosen="int")
    cdef Py_ssize_t choose(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(
        rank="int", start="Py_ssize_t", seen="int", place="Py_ssize_t", card="int", is_wild="bint", ways="int"
    )
    cdef int plays(self, Py_ssize_t seat, int wanted) noexcept nogil

    @cython.final
    @cython.locals(earlier="Py_ssize_t")
    cdef int is_copy(self, Py_ssize_t start, Py_ssize_t place) noexcept nogil

    @cython.final
    cdef int suit_named(self, int own, int way) noexcept nogil

    @cython.final
    @cython.locals(start="Py_ssize_t", gap="Py_ssize_t")
    cdef inline void put_down(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", place="Py_ssize_t")
    cdef inline int flip(self) noexcept nogil

    @cython.final
    cdef void look_back(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t")
    cdef void keep(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t")
    cdef int is_where_it_was(self) noexcept nogil

    @cython.final
    @cython.locals(cycle="long long")
    cdef void find_first_repeat(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void start_over(self, Crazy8sTwin other) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", seat="Py_ssize_t")
    cdef int is_like(self, Crazy8sTwin other) noexcept nogil
