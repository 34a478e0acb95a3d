import type { FieldJob, Observation, PointTable, Unit } from '@fieldbridge/fieldjob';
import type { WriteContext, Writer } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { inUnit } from '../../kit/crs/in-unit.ts';
import { ByteWriter } from '../../kit/io/byte-writer.ts';
import { giveWay } from '../../kit/io/give-way.ts';
import { coordinateUnit } from '../../kit/losses/coordinate-unit.ts';
import { Rounding } from '../../kit/losses/rounding.ts';
import { gts7Holds } from './holds.ts';
import { DETAIL_RECORDS, GENERAL_RECORDS, POINT_RECORDS, RECORD_ATTRIBUTE } from './records.ts';

const STRIDE = 10_000;
const HEADER = 'Fieldbridge GTS-7';
const KEYWORD_WIDTH = 8;
/** Default number of decimals: a tenth of a millimetre. */
const USUAL_DECIMALS = 4;

/**
 * Writes the observations from a GTS-7 file unchanged, then the points that are in none of them. Distances in
 * observations are in the unit of their source file: that becomes the unit of this file, and coordinates are converted
 * to it.
 */
export const writeGts7: Writer = async (job, path, context) => {
  const own = job.observations.filter(({ kind }) => GENERAL_RECORDS.has(kind) || Object.hasOwn(POINT_RECORDS, kind));
  const units = unitsOf(job, own);
  if (units.mixed) context.report(issueOf('observation-units-mixed'));
  if (units.length === 'usSurveyFoot') context.report(issueOf('foot-not-told-apart'));
  const writer = new ByteWriter(path);
  const lines = new RecordLines(writer);
  try {
    await writeRecords(job, own, units, lines, context);
  } catch (error) {
    writer.abandon();
    throw error;
  }
  writer.close();
  if (lines.replaced > 0)
    context.report(issueOf('character-replaced', { replacement: 'blanks' }, { count: lines.replaced }));
  if (lines.trimmed > 0) context.report(issueOf('blanks-left-out', { count: lines.trimmed }));
  return gts7Holds(job.points.attributes.keys.every((key) => key === RECORD_ATTRIBUTE));
};

/** The unit of lengths in the file, the letter of its angles, and whether other observations have other units. */
interface FileUnits {
  readonly length: Unit;
  readonly angle: 'D' | 'G';
  readonly mixed: boolean;
}

/** The units in the UNITS records of the observations, or else the job's unit and degrees. */
function unitsOf(job: FieldJob, own: readonly Observation[]): FileUnits {
  const stated = own.filter(({ kind }) => kind === 'UNITS').map(({ values }) => values);
  const lengths = new Set(stated.map((values) => values[1]).filter((letter) => letter === 'M' || letter === 'F'));
  const angles = new Set(stated.map((values) => (values[3] === 'G' ? 'G' : 'D')));
  const foot = job.unit === 'metre' ? 'internationalFoot' : job.unit;
  const length = lengths.size !== 1 ? job.unit : lengths.has('M') ? 'metre' : foot;
  return { length, angle: angles.values().next().value ?? 'D', mixed: lengths.size > 1 || angles.size > 1 };
}

async function writeRecords(
  job: FieldJob,
  own: readonly Observation[],
  units: FileUnits,
  lines: RecordLines,
  context: WriteContext,
): Promise<void> {
  const decimals = (context.options['decimals'] as number | undefined) ?? USUAL_DECIMALS;
  const northFirst = context.options['order'] === 'NE';
  lines.head(HEADER);
  lines.record('JOB', [job.info.name, '']);
  lines.record('UNITS', [units.length === 'metre' ? 'M' : 'F', units.angle]);
  const rounding = new Rounding(decimals);
  const inFile = inUnit(job, units.length);
  const place = (row: number): void => position(inFile.points, row, lines, decimals, northFirst, rounding);
  let written = 0;
  const step = async (): Promise<void> => {
    if (++written % STRIDE === 0) await giveWay(written, job.points.length + own.length, context, 'writing');
  };
  const places = new Places(job);
  for (const observation of own) {
    await step();
    if (observation.kind === 'JOB' || observation.kind === 'UNITS') continue;
    writeObservation(lines, observation);
    // Coordinates are written from the points, in this file's order and unit, not from the text of the source file.
    const row = places.take(observation);
    if (row !== undefined) place(row);
  }
  const { points } = job;
  let without = 0;
  for (let row = 0; row < points.length; row++) {
    await step();
    if (places.isTaken(row)) continue;
    if (!isPlaced(job, row)) {
      without++;
      continue;
    }
    lines.record('SS', [points.name.get(row), '0.000', points.code.get(row), points.description.get(row)]);
    place(row);
  }
  rounding.report(coordinateUnit(job.info.crs, units.length), context);
  if (without > 0) context.report(issueOf('point-without-position', { count: without }));
  const others = job.observations.length - own.length;
  if (others > 0) context.report(issueOf('observation-not-written', { count: others }));
}

/** Whether a point has an easting and a northing. */
function isPlaced({ points }: FieldJob, row: number): boolean {
  return Number.isFinite(points.easting(row)) && Number.isFinite(points.northing(row));
}

/** Assigns the points with a name to the records that observed it. */
class Places {
  readonly #rows = new Map<string, number[]>();
  readonly #seen = new Set<string>();
  readonly #taken = new Set<number>();

  constructor(job: FieldJob) {
    // Pushed in reverse, so that the first point of a name is taken first.
    for (let row = job.points.length - 1; row >= 0; row--) {
      if (!isPlaced(job, row)) continue;
      const name = job.points.name.get(row);
      const rows = this.#rows.get(name);
      if (rows === undefined) this.#rows.set(name, [row]);
      else rows.push(row);
    }
  }

  /**
   * The next point with the name of a record: for the first record of the name, then for each one with its own
   * position.
   */
  take({ kind, target, values }: Observation): number | undefined {
    if (!Object.hasOwn(POINT_RECORDS, kind)) return undefined;
    const states = values.some((name, i) => i % 2 === 0 && name.startsWith('XYZ.'));
    if (this.#seen.has(target) && !states) return undefined;
    this.#seen.add(target);
    const row = this.#rows.get(target)?.pop();
    if (row !== undefined) this.#taken.add(row);
    return row;
  }

  isTaken(row: number): boolean {
    return this.#taken.has(row);
  }
}

function position(
  points: PointTable,
  row: number,
  lines: RecordLines,
  decimals: number,
  northFirst: boolean,
  rounding: Rounding,
): void {
  const fixed = (length: number): string => {
    if (!Number.isFinite(length)) return '';
    rounding.see(length);
    return length.toFixed(decimals);
  };
  const easting = fixed(points.easting(row));
  const northing = fixed(points.northing(row));
  const last = fixed(points.elevation(row));
  lines.record('XYZ', northFirst ? [northing, easting, last] : [easting, northing, last]);
}

/** Writes a record and its details, except coordinates. */
function writeObservation(lines: RecordLines, { kind, target, values }: Observation): void {
  const fields: string[] = Object.hasOwn(POINT_RECORDS, kind) ? [target] : [];
  const details: { keyword: string; fields: string[] }[] = [];
  let seen = new Set<string>();
  for (let i = 0; i + 1 < values.length; i += 2) {
    const [keyword, name] = splitName(values[i]!);
    if (keyword === '') {
      fields.push(values[i + 1]!);
      continue;
    }
    const last = details[details.length - 1];
    // A repeated field starts a further record with the same keyword.
    if (last?.keyword !== keyword || seen.has(name)) {
      details.push({ keyword, fields: [] });
      seen = new Set();
    }
    seen.add(name);
    details[details.length - 1]!.fields.push(values[i + 1]!);
  }
  lines.record(kind, fields);
  for (const detail of details) if (detail.keyword !== 'XYZ') lines.record(detail.keyword, detail.fields);
}

/** `SD.slopeDistance` → SD, slopeDistance; a field of the record itself has no keyword. */
function splitName(name: string): [keyword: string, name: string] {
  const dot = name.indexOf('.');
  const keyword = dot < 0 ? '' : name.slice(0, dot);
  return Object.hasOwn(DETAIL_RECORDS, keyword) ? [keyword, name.slice(dot + 1)] : ['', name];
}

/** Characters that would break a field or make the file look binary. */
const NO_TEXT = /[,\u0000-\u001f\u007f]+/g;

/** Writes lines; commas, line ends and other control characters in a field become blanks. */
class RecordLines {
  /** Number of altered fields. */
  replaced = 0;
  /** Number of fields with blanks at their ends, which the format does not keep. */
  trimmed = 0;
  readonly #writer: ByteWriter;

  constructor(writer: ByteWriter) {
    this.#writer = writer;
  }

  head(text: string): void {
    this.#writer.text(`${text}\r\n`);
  }

  record(keyword: string, fields: readonly string[]): void {
    this.#writer.text(`${keyword.padEnd(KEYWORD_WIDTH)}${fields.map((field) => this.#plain(field)).join(',')}\r\n`);
  }

  #plain(field: string): string {
    const plain = field.replace(NO_TEXT, ' ');
    if (plain !== field) this.replaced++;
    else if (plain.trim() !== plain) this.trimmed++;
    return plain;
  }
}
