/** MicroStation's line codes 0 to 7; 0 is a solid line. */
export const LINE_CODES = [
  '',
  'DOT',
  'MEDIUM DASH',
  'LONG DASH',
  'DOT DASH',
  'SHORT DASH',
  'DASH DOUBLE DOT',
  'LONG DASH SHORT DASH',
];
