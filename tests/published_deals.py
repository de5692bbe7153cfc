"""A deal of War that goes round a long circle: M. Z. Spivey, Cycles in War, Integers 10 (2010), G2."""

FIRST = "26 46 1 7 8 27 9 28 29 47 2 10 11 30 12 31 32 48 3 13 14 33 15 34 35 49"
SECOND = "16 36 17 37 38 50 4 18 19 39 20 40 41 51 5 21 22 42 23 43 44 52 6 24 25 45"
