cimport cython

cdef unsigned long long GOLDEN, FIRST, SECOND, MASK, LOW
cdef int SEEDED, JAVA, MSVC
cdef unsigned long long JAVA_MASK, JAVA_FACTOR, JAVA_LIMIT, MSVC_FACTOR, MSVC_STEP

cdef class Chance:
    cdef int kind
    cdef unsigned long long state

    @cython.final
    cdef void begin(self, int kind, unsigned long long seed) noexcept nogil

    @cython.final
    cdef inline unsigned long long scramble(self, unsigned long long number) noexcept nogil

    @cython.final
    cdef inline unsigned long long mix(self, unsigned long long seed, unsigned long long index) noexcept nogil

    @cython.final
    @cython.locals(number="unsigned long long", low="unsigned long long")
    cdef inline unsigned long long below(self, unsigned long long n) noexcept nogil

    @cython.final
    @cython.locals(number="unsigned long long")
    cdef unsigned long long foreign_below(self, unsigned long long n) noexcept nogil

    @cython.final
    @cython.locals(last="int", chosen="int", item="int")
    cdef void shuffle(self, int* items, int size) noexcept nogil

    @cython.final
    @cython.locals(place="int", chosen="int")
    cdef void pick_out(self, int* items, int* left, int size) noexcept nogil
