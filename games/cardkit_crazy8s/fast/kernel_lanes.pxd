cimport cython
from cardkit.kernels cimport cells, counts, doubles, floats, small
from cardkit_crazy8s.fast.kernel cimport *
from cpython.array cimport array

cdef enum:  # Fact
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

cdef class NumberedLanes(Crazy8sNumbers):
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
    cdef list chances
    cdef long long* lane_seeds
    cdef long long* lane_numbers
    cdef long long* lane_states
    cdef double* values
    cdef double* all_values
    cdef signed char* ended
    cdef signed char* stopped

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

    @cython.locals(target="float*", first="long long*", lanes="Py_ssize_t", lane="Py_ssize_t")
    cpdef begin_at(self, array seen, array turns, array seeds, array numbers, array states)

    @cython.locals(
        chosen="long long*", turns="long long*", target="float*", last="float*", lanes="Py_ssize_t",
        lane="Py_ssize_t", facts="Py_ssize_t", seat="Py_ssize_t",
    )
    cpdef step(self, array actions, long long most, int at_once, list results, list seen)

    @cython.locals(
        chosen="long long*", chances="long long*", lanes="Py_ssize_t", lane="Py_ssize_t", legal="Py_ssize_t"
    )
    cpdef any_actions(self, array actions, array states)

    cpdef list piles_of(self, Py_ssize_t lane)

    @cython.final
    cdef void begin_next(self, Py_ssize_t lane, float* seen) noexcept nogil

    @cython.final
    @cython.locals(
        facts="Py_ssize_t", row="Py_ssize_t", own="Py_ssize_t", k="Py_ssize_t", seat="Py_ssize_t", size="Py_ssize_t",
        legal="Py_ssize_t",
    )
    cdef void begin_lane(self, Py_ssize_t lane, float* seen) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t", seat="Py_ssize_t")
    cdef void answer(self, Py_ssize_t lane, Py_ssize_t number, long long most, float* seen) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t", code="Py_ssize_t", other="Py_ssize_t")
    cdef void play_card(self, Py_ssize_t lane, Py_ssize_t seat, Py_ssize_t kind, Py_ssize_t named) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t", kind="Py_ssize_t")
    cdef void take_card(self, Py_ssize_t lane, Py_ssize_t seat, float* seen) noexcept nogil

    @cython.final
    @cython.locals(facts="Py_ssize_t")
    cdef void pass_on(self, Py_ssize_t lane) noexcept nogil

    @cython.final
    @cython.locals(
        facts="Py_ssize_t", row="Py_ssize_t", last="Py_ssize_t", size="Py_ssize_t", top="unsigned int",
        place="Py_ssize_t",
    )
    cdef int turn_over(self, Py_ssize_t lane) noexcept nogil
