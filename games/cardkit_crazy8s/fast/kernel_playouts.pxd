cimport cython
from cardkit.kernels cimport cells, highest
from cardkit_crazy8s.fast.kernel cimport *
from cpython.array cimport array

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
