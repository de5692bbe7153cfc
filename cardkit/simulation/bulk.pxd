cimport cython
from cardkit.core.chance.inline cimport cells
from cardkit.core.chance.streams cimport Chance, Seeded, drawn
from cpython.array cimport array

cdef enum:
    ROOM = 1024
    WISHES = 4096

cdef class Orders(Chance):
    cdef Py_ssize_t size, wishes
    cdef int generator, picks
    cdef unsigned long long master, stream, given_stream
    cdef unsigned int[ROOM] cards
    cdef unsigned int[ROOM] left
    cdef unsigned int[ROOM] fixed
    cdef unsigned int[ROOM] free
    cdef unsigned int[ROOM] is_given
    cdef unsigned int[WISHES] given

    @cython.final
    @cython.locals(seed="unsigned long long", place="Py_ssize_t")
    cdef void lay(self, unsigned long long number, Py_ssize_t end) noexcept nogil

    @cython.final
    @cython.locals(at="Py_ssize_t", cards="Py_ssize_t", places="Py_ssize_t", free="Py_ssize_t", k="Py_ssize_t", place="Py_ssize_t")
    cdef void put_given(self) noexcept nogil

    @cython.locals(place="Py_ssize_t")
    cpdef list order(self, unsigned long long number)

    @cython.locals(names="long long*", dealt="long long*", games="Py_ssize_t", game="Py_ssize_t", place="Py_ssize_t")
    cpdef deals(self, unsigned long long first, array numbers, array deals)

    @cython.locals(
        numbers="long long*", worths="long long*", lie="long long*", found="long long*", many="Py_ssize_t",
        size="Py_ssize_t", game="Py_ssize_t", k="Py_ssize_t", total="long long"
    )
    cpdef count(self, array games, array worth, array places, array counts)

@cython.locals(
    given="long long*", wanted="long long*", taken="long long*", size="Py_ssize_t", row="Py_ssize_t", column="Py_ssize_t"
)
cpdef gathered(array numbers, Py_ssize_t width, array rows, array found)

cdef long long ENDLESS

@cython.locals(rows="long long*", count="Py_ssize_t", most="long long", row="Py_ssize_t")
cpdef long long highest(array numbers, Py_ssize_t width, Py_ssize_t column)

@cython.locals(rows="long long*", seen="long long*", count="Py_ssize_t", row="Py_ssize_t")
cpdef tally(array numbers, Py_ssize_t width, Py_ssize_t column, Py_ssize_t end, array counts)

cdef Py_ssize_t place_of(Py_ssize_t number, const unsigned char[::1] masks, Py_ssize_t first) noexcept

@cython.locals(
    stream=Seeded, lanes="Py_ssize_t", size="Py_ssize_t", lane="Py_ssize_t", first="Py_ssize_t", most="Py_ssize_t",
    place="Py_ssize_t",
)
cpdef choose(const unsigned char[::1] masks, unsigned long long[::1] chances, long long[::1] actions)
