cimport cython

cdef long long ENDLESS

@cython.locals(most="long long", row="Py_ssize_t")
cpdef long long highest(long long[::1] numbers, Py_ssize_t width, Py_ssize_t column)

@cython.locals(row="Py_ssize_t")
cpdef void tally(long long[::1] numbers, Py_ssize_t width, Py_ssize_t column, Py_ssize_t end, long long[::1] counts)
