cimport cython
from cardkit.core.chance.inline cimport bit, highest, is_set
from cardkit_crazy8s.kernel_table cimport *

cdef class Crazy8sTurns(Crazy8sTable):
    cdef long long* halt

    @cython.final
    @cython.locals(place="Py_ssize_t", k="Py_ssize_t", card="Py_ssize_t")
    cdef void deal(self, unsigned long long seed) noexcept nogil

    @cython.final
    @cython.locals(top="unsigned int", place="Py_ssize_t")
    cdef void put_under(self) noexcept nogil

    @cython.final
    @cython.locals(end="Py_ssize_t")
    cdef inline void settle_next(self, Py_ssize_t cards) noexcept nogil

    @cython.final
    cdef inline void give(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(card="Py_ssize_t")
    cdef inline void sort_in(self, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t", rank="Py_ssize_t", suit="Py_ssize_t", seat="Py_ssize_t")
    cdef inline void clear(self) noexcept nogil

    @cython.final
    @cython.locals(seat="Py_ssize_t")
    cdef void act(self) noexcept nogil

    @cython.final
    cdef inline void play_or_draw(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    cdef inline void pass_turn(self) noexcept nogil

    @cython.final
    @cython.locals(has_room="bint")
    cdef int goes_on(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t", fitting="unsigned long long", place="Py_ssize_t")
    cdef inline Py_ssize_t first_playable(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(card="Py_ssize_t")
    cdef inline void put_down(self, Py_ssize_t seat, Py_ssize_t place) noexcept nogil

    @cython.final
    @cython.locals(word="Py_ssize_t")
    cdef inline int is_out(self, Py_ssize_t seat) noexcept nogil

    @cython.final
    @cython.locals(size="Py_ssize_t", place="Py_ssize_t")
    cdef int flip(self) noexcept nogil

    @cython.final
    @cython.locals(
        place="Py_ssize_t", last="Py_ssize_t", seat="Py_ssize_t", size="Py_ssize_t", word="Py_ssize_t", k="Py_ssize_t"
    )
    cdef void move_up(self) noexcept nogil

    @cython.final
    cdef void look_back(self) noexcept nogil
