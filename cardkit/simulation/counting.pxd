cimport cython
from cardkit.core.chance.inline cimport cells
from cpython.array cimport array

cdef long long ENDLESS

@cython.locals(rows="long long*", count="Py_ssize_t", most="long long", row="Py_ssize_t")
cpdef long long highest(array numbers, Py_ssize_t width, Py_ssize_t column)

@cython.locals(rows="long long*", seen="long long*", count="Py_ssize_t", row="Py_ssize_t")
cpdef tally(array numbers, Py_ssize_t width, Py_ssize_t column, Py_ssize_t end, array counts)
