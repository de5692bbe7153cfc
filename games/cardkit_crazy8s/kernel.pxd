cimport cython
from cardkit.core.chance.inline cimport bit, cells, highest, is_set
from cardkit_crazy8s.kernel_table cimport *
from cardkit_crazy8s.kernel_turns cimport Crazy8sTurns
from cpython.array cimport array

cdef class Crazy8sTwin(Crazy8sTurns):
    cdef Crazy8sTwin behind

    cpdef void follow(self, Crazy8sTwin other)

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
    cdef void start_over(self, Crazy8sTwin other, long long actions) noexcept nogil

    @cython.final
    cdef void take_turn(self) noexcept nogil
