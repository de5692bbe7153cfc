cimport cython
from cardkit.core.chance.inline cimport cells, doubles, floats, small
from cardkit_crazy8s.kernel_seen cimport *
from cardkit_crazy8s.kernel_table cimport *
from cpython.array cimport array

cdef class Crazy8sLanes(Crazy8sSeen):
    cdef list chances
    cdef long long* lane_seeds
    cdef long long* lane_numbers
    cdef long long* lane_states
    cdef double* values
    cdef double* all_values
    cdef signed char* ended
    cdef signed char* stopped

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
