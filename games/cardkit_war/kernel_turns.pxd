cimport cython
from cardkit_war.kernel_cards cimport *

cdef class WarTurns(WarCards):
    @cython.final
    @cython.locals(one="unsigned int", two="unsigned int")
    cdef void turn(self) noexcept nogil

    @cython.final
    cdef inline int lay_face_down(self) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t")
    cdef inline int can_lay(self) noexcept nogil

    @cython.final
    cdef void take_up_won(self) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t")
    cdef void turn_over(self, unsigned int* won, Py_ssize_t size, unsigned int* deck) noexcept nogil

    @cython.final
    cdef inline void lay(self, int kind) noexcept nogil

    @cython.final
    @cython.locals(cards="Py_ssize_t", place="Py_ssize_t", seat="Py_ssize_t")
    cdef inline void take(self, int winner) noexcept nogil

    @cython.final
    cdef inline void put(self, int seat, unsigned int card) noexcept nogil

    @cython.final
    @cython.locals(first="Py_ssize_t", second="Py_ssize_t")
    cdef void judge(self) noexcept nogil
