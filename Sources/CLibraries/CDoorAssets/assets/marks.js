// Marks: one for each colour of a verdict, where the full shapes of the door have no room or no meaning.

/** Drawn with a stroke, on a square of 100. */
export const MARKS = {
  none: "M6 30 V16 a10 10 0 0 1 10 -10 H30 M70 6 H84 a10 10 0 0 1 10 10 V30 M94 70 V84 a10 10 0 0 1 -10 10 H70 M30 94 H16 a10 10 0 0 1 -10 -10 V70",
  green: "M18 54 L42 78 L84 26",
  blue: "M14 50 H84 M58 24 L84 50 L58 76",
  grey: "M30 36 a20 20 0 1 1 28 18 c-6 4 -8 8 -8 14 M50 82 V82.500",
  red: "M22 22 L78 78 M78 22 L22 78",
  amber: "M50 14 a36 36 0 1 0 .01 0 M50 34 V56 M50 68 V68.500",
};
