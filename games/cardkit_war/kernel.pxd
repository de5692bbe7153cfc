cimport cython
from cardkit.core.chance.inline cimport cells, is_set
from cardkit_war.kernel_cards cimport *
from cardkit_war.kernel_turns cimport WarTurns
from cpython.array cimport array

cdef class WarTwin(WarTurns):
    cdef long long* halt
    cdef WarTwin behind

    cpdef void follow(self, WarTwin other)

    @cython.locals(rows="long long*", games="Py_ssize_t", row="Py_ssize_t")
    cpdef play(self, unsigned long long first, array numbers, array halt)

    @cython.locals(
        cards="long long*", rows="long long*", games="Py_ssize_t", row="Py_ssize_t", place="Py_ssize_t"
    )
    cpdef play_deals(self, unsigned long long first, array deals, array numbers, array halt)

    cpdef list remains(self, unsigned long long number, array halt)

    @cython.final
    cdef void fight(self) noexcept nogil

    @cython.final
    @cython.locals(power="long long", passed="long long")
    cdef void fight_for_ever(self) noexcept nogil

    @cython.final
    cdef void go_on(self) noexcept nogil

    @cython.final
    @cython.locals(
        first="Py_ssize_t", second="Py_ssize_t", first_tail="Py_ssize_t", second_tail="Py_ssize_t",
        first_own_last="bint", second_own_first="bint", size="Py_ssize_t", most="Py_ssize_t", least="Py_ssize_t", tied="int", one="unsigned int", two="unsigned int", won="Py_ssize_t",
    )
    cdef inline int run(self) noexcept nogil

    @cython.final
    @cython.locals(
        step="Py_ssize_t", first="Py_ssize_t", second="Py_ssize_t", first_tail="Py_ssize_t", second_tail="Py_ssize_t",
        last="Py_ssize_t", level="Py_ssize_t", cards="Py_ssize_t", between="Py_ssize_t", apart="Py_ssize_t", start="Py_ssize_t", mine="Py_ssize_t",
        my_others="Py_ssize_t", others="Py_ssize_t", their_own="Py_ssize_t", k="Py_ssize_t", one="unsigned int", two="unsigned int",
        won="Py_ssize_t",
    )
    cdef inline int settle_war(self) noexcept nogil

    @cython.final
    @cython.locals(length="long long")
    cdef void find_first_repeat(self) noexcept nogil
