/** Attribute with the keyword of the record that a point came from. */
export const RECORD_ATTRIBUTE = 'gts7.record';

/** Records of a point with the names of their fields; further fields are numbered. */
export const POINT_RECORDS: Readonly<Record<string, readonly string[]>> = {
  STN: ['point', 'instrumentHeight', 'code', 'string'],
  BKB: ['point', 'azimuth', 'angle'],
  BS: ['point', 'targetHeight', 'code', 'string'],
  FS: ['point', 'targetHeight', 'code', 'string'],
  SS: ['point', 'targetHeight', 'code', 'string'],
  CTL: ['point', 'code', 'string'],
};

/** Records with details of the previous point record. */
export const DETAIL_RECORDS: Readonly<Record<string, readonly string[]>> = {
  XYZ: ['first', 'second', 'elevation'],
  HV: ['horizontalAngle', 'verticalAngle'],
  SD: ['horizontalAngle', 'verticalAngle', 'slopeDistance'],
  HD: ['horizontalAngle', 'horizontalDistance', 'verticalDistance'],
  OFFSET: [],
  PTL_OFF: [],
};

/** Records about the job, the instrument and the atmosphere. */
export const GENERAL_RECORDS: ReadonlySet<string> = new Set([
  'JOB',
  'DATE',
  'NAME',
  'INST',
  'UNITS',
  'SCALE',
  'ATMOS',
  'TEMP',
  'NOTE',
  'MLM',
  'RES_OBS',
]);

/** Whether a word starts a record of the format. */
export function isKeyword(word: string): boolean {
  return Object.hasOwn(POINT_RECORDS, word) || Object.hasOwn(DETAIL_RECORDS, word) || GENERAL_RECORDS.has(word);
}

/** A parsed line. */
export interface RecordLine {
  readonly keyword: string;
  readonly fields: readonly string[];
}

/** U+2028 and U+2029 end a line for an expression without `s`, but not in a file. */
const LINE = /^\s*([A-Z][A-Z0-9_]{1,9})(?:\s+(.*))?$/s;

/** Parses a line; undefined if it does not start with a word in capitals. */
export function parseRecord(line: string): RecordLine | undefined {
  const match = LINE.exec(line);
  if (!match) return undefined;
  const fields = (match[2] ?? '').split(',').map((field) => field.trim());
  // Many records end with a comma, and the empty field after it has no meaning.
  if (fields.length > 1 && fields[fields.length - 1] === '') fields.pop();
  return { keyword: match[1]!, fields: fields.length === 1 && fields[0] === '' ? [] : fields };
}

/** The flat pairs of name and value of a record's fields; fields without a name are numbered from 1. */
export function namedFields(prefix: string, names: readonly string[], fields: readonly string[]): string[] {
  return fields.flatMap((field, i) => [`${prefix}${names[i] ?? String(i + 1)}`, field]);
}
