cimport cython
from cardkit.core.chance.inline cimport upper

cdef enum:
    SEEDED = 0
    JAVA = 1
    MSVC = 2

cdef extern from *:
    """
    #define CARDKIT_GOLDEN 0x9E3779B97F4A7C15ULL
    #define CARDKIT_FIRST 0xBF58476D1CE4E5B9ULL
    #define CARDKIT_SECOND 0x94D049BB133111EBULL
    #define CARDKIT_MASK 0xFFFFFFFFFFFFFFFFULL
    #define CARDKIT_LOW 0xFFFFFFFFULL
    #define CARDKIT_JAVA_MASK 0xFFFFFFFFFFFFULL
    #define CARDKIT_JAVA_FACTOR 0x5DEECE66DULL
    #define CARDKIT_JAVA_LIMIT 0x80000000ULL
    #define CARDKIT_MSVC_FACTOR 214013ULL
    #define CARDKIT_MSVC_STEP 2531011ULL
    """
    const unsigned long long GOLDEN "CARDKIT_GOLDEN"
    const unsigned long long FIRST "CARDKIT_FIRST"
    const unsigned long long SECOND "CARDKIT_SECOND"
    const unsigned long long MASK "CARDKIT_MASK"
    const unsigned long long LOW "CARDKIT_LOW"
    const unsigned long long JAVA_MASK "CARDKIT_JAVA_MASK"
    const unsigned long long JAVA_FACTOR "CARDKIT_JAVA_FACTOR"
    const unsigned long long JAVA_LIMIT "CARDKIT_JAVA_LIMIT"
    const unsigned long long MSVC_FACTOR "CARDKIT_MSVC_FACTOR"
    const unsigned long long MSVC_STEP "CARDKIT_MSVC_STEP"

cdef unsigned long long scramble(unsigned long long number) noexcept nogil

cdef class Chance:
    cdef int kind
    cdef public unsigned long long state

    @cython.final
    cdef void begin(self, int kind, unsigned long long seed) noexcept nogil

    @cython.final
    cdef inline unsigned long long mix(self, unsigned long long seed, unsigned long long index) noexcept nogil

    @cython.final
    cdef inline unsigned long long draw(self, unsigned long long n) noexcept nogil

    @cython.final
    @cython.locals(number="unsigned long long", low="unsigned long long")
    cdef inline unsigned long long draw_seeded(self, unsigned long long n) noexcept nogil

    @cython.final
    @cython.locals(number="unsigned long long")
    cdef inline unsigned long long draw_foreign(self, unsigned long long n) noexcept nogil

    @cython.final
    @cython.locals(kind="int", last="Py_ssize_t", chosen="Py_ssize_t", item="unsigned int")
    cdef void settle(self, unsigned int* items, Py_ssize_t size, Py_ssize_t end) noexcept nogil

    @cython.final
    @cython.locals(place="Py_ssize_t", chosen="Py_ssize_t")
    cdef void pick(self, unsigned int* items, unsigned int* left, Py_ssize_t size) noexcept nogil

cdef class Seeded(Chance):
    cdef public unsigned long long seed

@cython.locals(stream=Seeded)
cdef Py_ssize_t drawn(rng, Py_ssize_t n) except? -1

@cython.locals(place="Py_ssize_t", chosen="Py_ssize_t")
cpdef pick_out(items, rng)

@cython.locals(last="Py_ssize_t", chosen="Py_ssize_t")
cpdef shuffle(items, rng)
