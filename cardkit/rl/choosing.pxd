cimport cython
from cardkit.core.chance.streams cimport Seeded, drawn

cdef Py_ssize_t place_of(Py_ssize_t number, const unsigned char[::1] masks, Py_ssize_t first) noexcept

@cython.locals(
    stream=Seeded, lanes="Py_ssize_t", size="Py_ssize_t", lane="Py_ssize_t", first="Py_ssize_t", most="Py_ssize_t",
    place="Py_ssize_t",
)
cpdef choose(const unsigned char[::1] masks, unsigned long long[::1] chances, long long[::1] actions)
