import type { FieldJob, Observation } from '@fieldbridge/fieldjob';
import { FormatError } from '../failure.ts';
import { reportFieldsLeftOut } from '../fields-left-out.ts';
import type { WriteContext, Writer } from '../format.ts';
import { ByteWriter } from '../io/byte-writer.ts';
import { reportLeftOut } from '../left-out.ts';
import { DETAIL_RECORDS, GENERAL_RECORDS, POINT_RECORDS, RECORD_ATTRIBUTE } from './records.ts';

const GIVE_WAY = 10_000;
const HEADER = 'Fieldbridge GTS-7';
const KEYWORD_WIDTH = 8;
/** Decimals of a coordinate when the caller asks for none: a tenth of a millimetre. */
const USUAL_DECIMALS = 4;

/** Writes the observations that came from a GTS-7 file as they were, then the points that none of them states. */
export const writeGts7: Writer = async (job, path, context) => {
  if (job.info.unit === 'usSurveyFoot') {
    context.report({
      code: 'foot-not-told-apart',
      severity: 'warning',
      text: 'GTS-7 knows feet without saying which; these are US survey feet',
    });
  }
  const writer = new ByteWriter(path);
  try {
    await writeRecords(job, writer, context);
  } catch (error) {
    writer.abandon();
    throw error;
  }
  writer.close();
  reportLeftOut(job, ['point', 'observation'], context);
  // The record a point came from stands in its observation.
  const known = job.points.attributes.keys.every((key) => key === RECORD_ATTRIBUTE) ? (['attributes'] as const) : [];
  const point = ['name', 'code', 'description', ...known] as const;
  reportFieldsLeftOut(job, { point, info: [], layer: [] }, context);
};

async function writeRecords(job: FieldJob, writer: ByteWriter, context: WriteContext): Promise<void> {
  const decimals = (context.options['decimals'] as number | undefined) ?? USUAL_DECIMALS;
  const northFirst = context.options['order'] === 'NE';
  writer.text(`${HEADER}\r\n`);
  record(writer, 'JOB', [job.info.name, '']);
  const own = job.observations.filter(({ kind }) => GENERAL_RECORDS.has(kind) || Object.hasOwn(POINT_RECORDS, kind));
  const angles = own.find(({ kind }) => kind === 'UNITS')?.values[3] === 'G' ? 'G' : 'D';
  record(writer, 'UNITS', [job.unit === 'metre' ? 'M' : 'F', angles]);
  let written = 0;
  const giveWay = async (): Promise<void> => {
    if (++written % GIVE_WAY !== 0) return;
    context.progress(written, job.points.length + own.length, 'writing');
    await new Promise((resolve) => setImmediate(resolve));
    context.signal.throwIfAborted();
  };
  const places = new Places(job);
  for (const observation of own) {
    await giveWay();
    if (observation.kind === 'JOB' || observation.kind === 'UNITS') continue;
    writeObservation(writer, observation);
    // Coordinates are written from the points, in this file's order and unit, not from the text of another file.
    const row = places.take(observation);
    if (row !== undefined) position(job, row, writer, decimals, northFirst);
  }
  const { points } = job;
  let without = 0;
  for (let row = 0; row < points.length; row++) {
    await giveWay();
    if (places.isTaken(row)) continue;
    if (!isPlaced(job, row)) {
      without++;
      continue;
    }
    record(writer, 'SS', [points.name.get(row), '0.000', points.code.get(row), points.description.get(row)]);
    position(job, row, writer, decimals, northFirst);
  }
  if (without > 0)
    context.report({
      code: 'point-without-position',
      severity: 'warning',
      text: `${without} points have no easting and northing and were not written`,
      count: without,
    });
  if (own.length < job.observations.length)
    context.report({
      code: 'observation-not-written',
      severity: 'warning',
      text: `${job.observations.length - own.length} observations are records of other formats and were not written`,
      count: job.observations.length - own.length,
    });
}

/** Whether a point has an easting and a northing. */
function isPlaced({ points }: FieldJob, row: number): boolean {
  return Number.isFinite(points.easting(row)) && Number.isFinite(points.northing(row));
}

/** Which of the points of a name belongs to which of the records that observed it. */
class Places {
  readonly #rows = new Map<string, number[]>();
  readonly #seen = new Set<string>();
  readonly #taken = new Set<number>();

  constructor(job: FieldJob) {
    // The first point of a name stands last, so that it is taken first.
    for (let row = job.points.length - 1; row >= 0; row--) {
      if (!isPlaced(job, row)) continue;
      const name = job.points.name.get(row);
      const rows = this.#rows.get(name);
      if (rows === undefined) this.#rows.set(name, [row]);
      else rows.push(row);
    }
  }

  /** The next point of the name that a record observed: with the first record of the name, then with each that stated a place itself. */
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

function position({ points }: FieldJob, row: number, writer: ByteWriter, decimals: number, northFirst: boolean): void {
  const easting = points.easting(row).toFixed(decimals);
  const northing = points.northing(row).toFixed(decimals);
  const elevation = points.elevation(row);
  const last = Number.isFinite(elevation) ? elevation.toFixed(decimals) : '';
  record(writer, 'XYZ', northFirst ? [northing, easting, last] : [easting, northing, last]);
}

/** A record and the details after it; coordinates are left out here. */
function writeObservation(writer: ByteWriter, { kind, target, values }: Observation): void {
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
    // The same field again begins a further record of the same keyword.
    if (last?.keyword !== keyword || seen.has(name)) {
      details.push({ keyword, fields: [] });
      seen = new Set();
    }
    seen.add(name);
    details[details.length - 1]!.fields.push(values[i + 1]!);
  }
  record(writer, kind, fields);
  for (const detail of details) if (detail.keyword !== 'XYZ') record(writer, detail.keyword, detail.fields);
}

/** `SD.slopeDistance` → SD, slopeDistance; a field of the record itself has no keyword. */
function splitName(name: string): [keyword: string, name: string] {
  const dot = name.indexOf('.');
  const keyword = dot < 0 ? '' : name.slice(0, dot);
  return Object.hasOwn(DETAIL_RECORDS, keyword) ? [keyword, name.slice(dot + 1)] : ['', name];
}

/** What would break a field, or makes a text look like bytes of something else. */
const NO_TEXT = /[,\u0000-\u001f\u007f]+/g;

/** Writes a line; commas, line ends and other control characters inside a field become blanks. */
function record(writer: ByteWriter, keyword: string, fields: readonly string[]): void {
  if (keyword.length > KEYWORD_WIDTH)
    throw new FormatError('record-unknown', `${keyword} is no record of a GTS-7 file`);
  writer.text(`${keyword.padEnd(KEYWORD_WIDTH)}${fields.map((field) => field.replace(NO_TEXT, ' ')).join(',')}\r\n`);
}
