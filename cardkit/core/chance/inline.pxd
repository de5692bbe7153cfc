# What modules that are compiled have inline; uncompiled.py has the same for those that are not.

from cpython.array cimport array

cdef extern from *:
    """
    #ifdef _MSC_VER
    #include <intrin.h>
    static __inline unsigned long long cardkit_upper(unsigned long long number, unsigned long long n) {
        return __umulh(number, n);
    }
    static __inline unsigned long long cardkit_highest(unsigned long long set) {
        unsigned long place;
        _BitScanReverse64(&place, set);
        return place;
    }
    #else
    static inline unsigned long long cardkit_upper(unsigned long long number, unsigned long long n) {
        return (unsigned long long) (((unsigned __int128) number * n) >> 64);
    }
    static inline unsigned long long cardkit_highest(unsigned long long set) {
        return 63 - (unsigned long long) __builtin_clzll(set);
    }
    #endif
    static inline unsigned long long cardkit_bit(unsigned long long place) {
        return 1ULL << place;
    }
    static inline int cardkit_is_set(const long long *flag) {
        return *(const volatile long long *) flag != 0;
    }
    """
    unsigned long long upper "cardkit_upper" (unsigned long long number, unsigned long long n) noexcept nogil
    unsigned long long bit "cardkit_bit" (unsigned long long place) noexcept nogil
    unsigned long long highest "cardkit_highest" (unsigned long long set) noexcept nogil
    int is_set "cardkit_is_set" (const long long* flag) noexcept nogil

cdef inline long long* cells(array numbers) except? NULL:
    if numbers.ob_descr.typecode != b"q" and numbers.ob_descr.typecode != b"Q":
        raise TypeError("an array of 64-bit numbers is wanted, of type q or Q")
    return numbers.data.as_longlongs

cdef inline float* floats(array numbers) except? NULL:
    if numbers.ob_descr.typecode != b"f":
        raise TypeError("an array of floats of 32 bits is wanted, of type f")
    return numbers.data.as_floats

cdef inline double* doubles(array numbers) except? NULL:
    if numbers.ob_descr.typecode != b"d":
        raise TypeError("an array of floats of 64 bits is wanted, of type d")
    return numbers.data.as_doubles

cdef inline signed char* small(array numbers) except? NULL:
    if numbers.ob_descr.typecode != b"b":
        raise TypeError("an array of whole numbers of 8 bits is wanted, of type b")
    return numbers.data.as_schars

cdef inline unsigned int* counts(array numbers) except? NULL:
    if numbers.ob_descr.typecode != b"I":
        raise TypeError("an array of whole numbers from 0 of 32 bits is wanted, of type I")
    return numbers.data.as_uints
