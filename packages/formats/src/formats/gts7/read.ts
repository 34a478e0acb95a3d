import { Feature, type JobSink, parseUnit, type Unit } from '@fieldbridge/fieldjob';
import { readBytes } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext, Reader } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';
import { Uncomputed } from '../../kit/losses/uncomputed.ts';
import { guessEncoding } from '../../kit/text/encoding.ts';
import { FieldRepairs } from '../../kit/text/field-repairs.ts';
import { FieldDecoder } from '../../kit/text/fields.ts';
import { LineReader } from '../../kit/text/lines.ts';
import { parseNumber } from '../../kit/text/number.ts';
import { fromPacked } from '../points/angle.ts';
import { listName } from '../points/read.ts';
import {
  DETAIL_RECORDS,
  isKeyword,
  namedFields,
  POINT_RECORDS,
  parseRecord,
  RECORD_ATTRIBUTE,
  type RecordLine,
} from './records.ts';

const HEAD = 64 * 1024;
const MOST_LINE_BYTES = 1 << 16;
/** Most details kept of one point record; a set-up has a handful. */
const MOST_DETAILS = 1000;
/** Most names remembered, so that a station occupied twice becomes one point. */
const MOST_NAMES = 1_000_000;

/**
 * Reads a GTS-7 file: stated coordinates become points, every record is kept as an observation; nothing is computed.
 */
export const readGts7: Reader = async (source, sink, context) => {
  const guess = guessEncoding(readBytes(source, 0, Math.min(HEAD, source.size)));
  if (guess === undefined) throw new FormatError('binary-content');
  const lines = new LineReader(source, {
    encoding: guess.label.startsWith('utf') ? guess.label : 'utf-8',
    skip: guess.bom,
    mostBytes: MOST_LINE_BYTES,
  });
  const records = new Gts7Records(sink, context, listName(source.name));
  const decoder = new FieldDecoder();
  const repairs = new FieldRepairs(decoder, 'UTF-8', context.report);
  let shown = 0;
  while (lines.next()) {
    if (lines.position - shown >= GIVE_WAY) {
      shown = lines.position;
      await giveWay(shown, source.size, context);
    }
    const text = decoder.text(lines.bytes, lines.from, lines.to, false);
    repairs.report(lines.line);
    if (text.trim() !== '' || lines.overlong) records.take(text, lines.line);
  }
  records.finish();
  if (records.known === 0) throw new FormatError('no-records');
  return { version: records.version };
};

/** The point record whose details are being gathered. */
interface Pending {
  readonly keyword: string;
  readonly point: string;
  readonly code: string;
  readonly description: string;
  readonly line: number;
  readonly values: string[];
  /** First and second coordinate as written, then the elevation; undefined before an XYZ record. */
  position: readonly [number, number, number] | undefined;
  /** Whether it has angles or distances. */
  measured: boolean;
}

/** What has been read so far, record by record. */
class Gts7Records {
  version = '';
  known = 0;
  readonly #sink: JobSink;
  readonly #context: ReadContext;
  readonly #northFirst: boolean;
  readonly #feature = new Feature();
  readonly #list: string;
  readonly #places = new Map<string, string>();
  #station = '';
  #unit: Unit | undefined;
  #gon = false;
  #pending: Pending | undefined;
  #first = true;
  readonly #uncomputed = new Uncomputed();

  constructor(sink: JobSink, context: ReadContext, list: string) {
    this.#sink = sink;
    this.#context = context;
    this.#northFirst = context.options['order'] === 'NE';
    this.#list = list;
  }

  take(text: string, line: number): void {
    const record = parseRecord(text);
    if (record === undefined || !isKeyword(record.keyword)) {
      this.#unknown(text, line);
      return;
    }
    this.#first = false;
    this.known++;
    checkLimit(this.#context.limits, 'features', this.known, 'the number of records');
    const tally = this.#context.tally.of(record.keyword);
    tally.found++;
    if (Object.hasOwn(POINT_RECORDS, record.keyword)) this.#point(record, line);
    else if (Object.hasOwn(DETAIL_RECORDS, record.keyword)) {
      if (!this.#detail(record, line)) {
        tally.skipped++;
        return;
      }
    } else this.#general(record, line);
    tally.read++;
  }

  /** Hands on the point record before. */
  #hand(): void {
    const pending = this.#pending;
    if (pending === undefined) return;
    this.#pending = undefined;
    if (pending.measured) this.#uncomputed.measured(pending.point, pending.line);
    this.#sink.observation({
      kind: pending.keyword,
      station: pending.keyword === 'STN' ? pending.point : this.#station,
      target: pending.point,
      time: Number.NaN,
      values: pending.values,
      source: -1,
    });
    if (pending.position === undefined) return;
    this.#uncomputed.placed(pending.point);
    this.#place(pending, pending.position);
  }

  /** Hands on the last point record and reports which points got no coordinates. */
  finish(): void {
    this.#hand();
    this.#uncomputed.report(this.#context);
  }

  /** The first line names the program; any other line that is no record is reported. */
  #unknown(text: string, line: number): void {
    if (this.#first) {
      this.#first = false;
      this.version = text.trim().slice(0, 100);
      return;
    }
    const tally = this.#context.tally.of('(other)');
    tally.found++;
    tally.skipped++;
    this.#context.report(issueOf('record-unknown', { record: text.trim().slice(0, 60) }, { line }));
  }

  #general({ keyword, fields }: RecordLine, line: number): void {
    this.#hand();
    if (keyword === 'JOB') this.#sink.describe({ name: fields[0] ?? '' });
    if (keyword === 'UNITS') this.#units(fields, line);
    this.#sink.observation({
      kind: keyword,
      station: this.#station,
      target: '',
      time: Number.NaN,
      values: namedFields('', [], fields),
      source: -1,
    });
  }

  /** UNITS M|F, D|G: metres or feet, degrees as DDD.MMSS or gon. */
  #units(fields: readonly string[], line: number): void {
    this.#gon = fields[1] === 'G';
    if (!/^[MF],[DG]$/.test(`${fields[0]},${fields[1]}`)) {
      this.#context.report(issueOf('units-unknown', { units: fields.join(',').slice(0, 30) }, { line }));
    }
    const isFeet = fields[0] === 'F';
    if (!isFeet && fields[0] !== 'M') return;
    // Which foot it is, the caller may know better.
    const asked = this.#context.options['unit'];
    if (isFeet && asked === undefined) this.#context.report(issueOf('foot-assumed'));
    const feet = (asked === undefined ? undefined : parseUnit(String(asked))) ?? 'internationalFoot';
    this.#unit ??= isFeet ? feet : 'metre';
    this.#sink.describe({ unit: this.#unit });
  }

  #point({ keyword, fields }: RecordLine, line: number): void {
    this.#hand();
    const names = POINT_RECORDS[keyword]!;
    const field = (name: string): string => fields[names.indexOf(name)] ?? '';
    if (keyword === 'STN') this.#station = field('point');
    if (keyword === 'BKB') this.#checkAngles(['azimuth', 'angle'].map(field), line);
    this.#pending = {
      keyword,
      point: field('point'),
      code: field('code'),
      description: field('string'),
      line,
      values: namedFields('', names.slice(1), fields.slice(1)),
      position: undefined,
      measured: false,
    };
  }

  #detail({ keyword, fields }: RecordLine, line: number): boolean {
    const pending = this.#pending;
    if (pending === undefined) {
      this.#context.report(issueOf('record-without-point', { record: keyword }, { line }));
      return false;
    }
    if (pending.values.length > 2 * MOST_DETAILS) {
      this.#context.report(issueOf('too-many-details', { most: MOST_DETAILS }, { line }));
      return false;
    }
    const names = DETAIL_RECORDS[keyword]!;
    if (keyword !== 'XYZ') pending.measured = true;
    if (keyword === 'XYZ' && !this.#xyz(pending, fields, line)) return false;
    const isAngle = (name: string | undefined): boolean => name?.endsWith('Angle') === true;
    this.#checkAngles(
      fields.filter((_, i) => isAngle(names[i])),
      line,
    );
    pending.values.push(...namedFields(`${keyword}.`, names, fields));
    return true;
  }

  #xyz(pending: Pending, fields: readonly string[], line: number): boolean {
    const [first, second, elevation] = [0, 1, 2].map((i) => toNumber(fields[i] ?? ''));
    if (!Number.isFinite(first) || !Number.isFinite(second)) {
      const parameters = { values: fields.join(',').slice(0, 60), point: pending.point };
      this.#context.report(issueOf('coordinate-unreadable', parameters, { line }));
      return false;
    }
    if (fields[2] !== undefined && fields[2] !== '' && !Number.isFinite(elevation)) {
      const place = { line, handle: pending.point.slice(0, 80) };
      this.#context.report(issueOf('elevation-unreadable', { value: fields[2].slice(0, 40) }, place));
    }
    const position = [first!, second!, Number.isFinite(elevation) ? elevation! : Number.NaN] as const;
    // Behind a record that was skipped, coordinates may be those of another point.
    if (pending.position !== undefined && !position.every((value, i) => Object.is(value, pending.position![i]))) {
      const parameters = { values: fields.join(',').slice(0, 60), point: pending.point };
      this.#context.report(issueOf('coordinates-doubled', parameters, { line }));
      return true;
    }
    pending.position = position;
    return true;
  }

  #place(
    { point, code, description, keyword, line }: Pending,
    [first, second, elevation]: readonly [number, number, number],
  ): void {
    const place = `${first} ${second} ${elevation}`;
    // A station or backsight is stated again at every set-up: the same place is one point.
    if (point !== '' && this.#places.get(point) === place) return;
    if (this.#places.size < MOST_NAMES) this.#places.set(point, place);
    else this.#context.report(issueOf('names-not-compared', { most: MOST_NAMES }, { line }));
    const feature = this.#feature.reset();
    feature.name = point;
    feature.code = code;
    feature.description = description;
    feature.list = this.#list;
    feature.attributes = [RECORD_ATTRIBUTE, keyword];
    if (this.#northFirst) this.#sink.point(feature, second, first, elevation);
    else this.#sink.point(feature, first, second, elevation);
  }

  /** Angles are kept as written; one that cannot be an angle is reported. */
  #checkAngles(angles: readonly string[], line: number): void {
    for (const text of angles) {
      if (text === '') continue;
      const value = toNumber(text);
      const isAngle = Number.isFinite(value) && (this.#gon || !Number.isNaN(fromPacked(value)));
      const unit = this.#gon ? 'gon' : 'DDD.MMSS';
      if (!isAngle) this.#context.report(issueOf('angle-unreadable', { value: text.slice(0, 30), unit }, { line }));
    }
  }
}

function toNumber(text: string): number {
  const bytes = Buffer.from(text, 'latin1');
  return parseNumber(bytes, 0, bytes.length);
}
