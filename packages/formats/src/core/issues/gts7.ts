import type { IssueRows } from './row.ts';

/** Leica GSI. */
export const gsiIssues = {
  'gsi-block-unknown': {
    level: 'warning',
    text: 'the line "{block}" was skipped: it does not begin with a point number (11) or a code (41)',
  },
  'gsi-word-unreadable': { level: 'warning', text: 'the word "{word}" of the block "{block}" cannot be read' },
} as const satisfies IssueRows;

/** GTS-7. */
export const gts7Issues = {
  'no-records': { level: 'error', text: 'the file has none of the records of a GTS-7 file (STN, SS, XYZ, …)' },
  'record-unknown': { level: 'warning', text: '"{record}" is not a record of a GTS-7 file and was skipped' },
  'record-without-point': {
    level: 'warning',
    text: 'the record {record} was skipped: it does not follow a record that names a point',
  },
  'units-unknown': {
    level: 'warning',
    text: 'the units "{units}" are not M or F for lengths and D or G for angles; metres and DDD.MMSS were taken instead',
    advice: 'if that is wrong, state the unit with the option unit',
  },
  'foot-assumed': {
    level: 'note',
    text: 'the file does not say which feet it is in; international feet were taken',
    advice: 'give unit=usft for US survey feet',
  },
  'too-many-details': { level: 'warning', text: 'a point has more than {most} values; the rest was skipped' },
  'coordinate-unreadable': {
    level: 'warning',
    text: 'the coordinates "{values}" of the point "{point}" cannot be read and were skipped',
  },
  'coordinates-doubled': {
    level: 'warning',
    text: 'the point "{point}" has a second set of coordinates, "{values}"; the first one was kept',
  },
  'names-not-compared': {
    level: 'note',
    text: 'the file has more than {most} names; repeated points beyond that are not recognised',
  },
  'angle-unreadable': { level: 'note', text: '"{value}" is not an angle in {unit}; it was kept as written' },
  'observation-units-mixed': {
    level: 'warning',
    text: 'the observations come from files of different units, and the format has one: some distances or angles do not fit it',
  },
  'foot-not-told-apart': {
    level: 'warning',
    text: 'the format does not say which feet it is in; these are US survey feet',
  },
  'observation-not-written': {
    level: 'warning',
    text: '{count observation|observations} left out: records of other formats',
  },
} as const satisfies IssueRows;
