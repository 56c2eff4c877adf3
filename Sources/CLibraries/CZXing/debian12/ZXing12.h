// What this library gives is declared in ../ZXingFunctions.h.
