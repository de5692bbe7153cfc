cimport cython

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
