cimport cython
from cardkit_war.kernel_cards cimport *

cdef class WarTurns(WarCards):
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
