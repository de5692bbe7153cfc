cimport cython
from cardkit.core.chance.streams cimport Chance

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
    INTERLEAVED = 5
    REVERSED = 6
    LOSES = 0
    LAST_CARD = 1
    BORROWS = 2
    BORROWED = 7
    DECK = 0
    WON_PILE = 1
    COUNTED = 2
    OFF = 0
    SWAP = 1
    PICK = 2
    WON = 0
    DRAWN = 1
    ENDLESS = 3
    CUT_OFF = 4
    UNDECIDED = -1

cdef class WarCards(Chance):
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
    cdef int is_like(self, WarCards other) noexcept nogil

    @cython.final
    cdef inline void take_note(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void start_over(self, WarCards other) noexcept nogil
