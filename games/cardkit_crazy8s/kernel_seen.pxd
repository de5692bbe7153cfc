cimport cython
from cardkit.core.chance.inline cimport cells, counts, floats, small
from cardkit_crazy8s.kernel_table cimport *
from cardkit_crazy8s.kernel_turns cimport Crazy8sTurns
from cpython.array cimport array

cdef enum:
    STOCK = 0
    DISCARDS = 1
    TURN = 2
    RANK = 3
    SUIT = 4
    DRAWN_CARDS = 5
    STUCK = 6
    OVER = 7
    ANSWERS = 8
    FLIPS = 9
    LEGAL = 10
    HANDS = 11

cdef class Crazy8sSeen(Crazy8sTurns):
    cdef list arrays
    cdef long long* card_of
    cdef long long* suit_of
    cdef long long* plain
    cdef long long* named_as
    cdef long long* at_others
    cdef long long* column_of
    cdef long long* code_of
    cdef long long* kind_of
    cdef long long* facts
    cdef signed char* masks
    cdef signed char* held
    cdef unsigned int* rows
    cdef unsigned int* legal
    cdef Py_ssize_t at_stock, at_discards, at_top, at_bottom, at_own, at_turn, at_seat, at_drawn, at_stuck
    cdef Py_ssize_t width, drawing_number, passing_number, kinds, numbers, fields

    @cython.locals(starts=array)
    cpdef hold(self, list actions, list layout, list rows)

    @cython.final
    @cython.locals(first="Py_ssize_t", last="Py_ssize_t", k="Py_ssize_t")
    cdef void look(self, Py_ssize_t lane, float* seen) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", facts="Py_ssize_t", last="Py_ssize_t")
    cdef inline void look_away(self, Py_ssize_t lane, float* seen) noexcept nogil

    @cython.final
    @cython.locals(
        first="Py_ssize_t", facts="Py_ssize_t", last="Py_ssize_t", seat="Py_ssize_t", own="Py_ssize_t",
        kind="Py_ssize_t", offset="Py_ssize_t", other="Py_ssize_t",
    )
    cdef inline void look_again(self, Py_ssize_t lane, float* seen) noexcept nogil

    @cython.final
    @cython.locals(
        first="Py_ssize_t", facts="Py_ssize_t", k="Py_ssize_t", drawn="Py_ssize_t", playable="int",
    )
    cdef void mark(self, Py_ssize_t lane) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t", first="Py_ssize_t")
    cdef inline void allow(self, Py_ssize_t lane, Py_ssize_t number) noexcept nogil

    @cython.final
    @cython.locals(
        facts="Py_ssize_t", seat="Py_ssize_t", rank="Py_ssize_t", suit="Py_ssize_t", asks="bint",
        own="Py_ssize_t", found="int", kind="Py_ssize_t", code="Py_ssize_t", is_wild="bint", named="Py_ssize_t",
    )
    cdef int mark_plays(self, Py_ssize_t lane, int marked) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t", has_room="bint")
    cdef int draws_on(self, Py_ssize_t lane) noexcept nogil
