import { Feature, type JobSink, layerOf } from '@fieldbridge/fieldjob';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { checkLimit } from '../../core/limits.ts';
import type { TypeTally } from '../../core/tally.ts';
import { meansNoElevation } from '../../kit/no-elevation.ts';
import { FieldRepairs } from '../../kit/text/field-repairs.ts';
import { FieldDecoder, FieldSplitter } from '../../kit/text/fields.ts';
import { unmarked } from '../../kit/text/formula-mark.ts';
import { parseNumber } from '../../kit/text/number.ts';
import { parseAngle } from './angle.ts';
import type { PositionSink } from './geographic.ts';
import type { Layout } from './layout.ts';
import { planRows, type RowPlan } from './row-plan.ts';
import { hasZone, parseTime } from './times.ts';

/** Texts that survey programs write instead of a missing elevation. */
const NO_VALUE = /^(|-|--|\*+|\?|nan|n\/a|null|none|nil)$/i;
const APOSTROPHE = 39;
/** Characters of a row shown in an issue. */
const SHOWN = 60;

/** Turns the rows of one file into points of a sink. */
export class RowReader {
  readonly #layout: Layout;
  readonly #plan: RowPlan;
  readonly #splitter: FieldSplitter;
  readonly #decoder = new FieldDecoder();
  readonly #feature = new Feature();
  readonly #layers = new Map<string, number>();
  readonly #sink: JobSink;
  readonly #positions: PositionSink | undefined;
  readonly #context: ReadContext;
  readonly #tally: TypeTally;
  readonly #list: string;
  readonly #repairs: FieldRepairs;

  /**
   * @param positions takes latitudes and longitudes; undefined if the file has none
   * @param list name of the point list
   */
  constructor(layout: Layout, sink: JobSink, positions: PositionSink | undefined, context: ReadContext, list: string) {
    this.#layout = layout;
    this.#plan = planRows(layout);
    this.#splitter = new FieldSplitter(layout.delimiter.value);
    this.#sink = sink;
    this.#positions = positions;
    this.#context = context;
    this.#tally = context.tally.of('row');
    this.#list = list;
    this.#repairs = new FieldRepairs(this.#decoder, layout.encoding.value, context.report);
  }

  /** Reads `bytes[from, to)`; false, without any effect, if it ends inside an open quote. */
  read(bytes: Buffer, from: number, to: number, line: number, splitter = this.#splitter): boolean {
    const count = splitter.split(bytes, from, to);
    if (splitter.openQuote) return false;
    this.#tally.found++;
    checkLimit(this.#context.limits, 'features', this.#tally.found, 'the number of rows');
    if (this.#point(bytes, splitter, count, line, to)) this.#tally.read++;
    else this.#tally.skipped++;
    this.#repairs.report(line);
    return true;
  }

  /** Reads a row with unmatched quotes as if they were ordinary characters. */
  readLiterally(bytes: Buffer, line: number): void {
    this.#context.report(issueOf('quote-not-closed', {}, { line }));
    this.read(bytes, 0, bytes.length, line, new FieldSplitter(this.#layout.delimiter.value, false));
  }

  /** Counts a row that is too long. */
  skipOverlong(line: number): void {
    this.#tally.found++;
    this.#tally.skipped++;
    this.#context.report(issueOf('row-too-long', {}, { line }));
  }

  #point(bytes: Buffer, splitter: FieldSplitter, count: number, line: number, to: number): boolean {
    const plan = this.#plan;
    const mark = this.#layout.mark.value;
    const { starts, ends } = splitter;
    const number = (column: number): number =>
      column >= 0 && column < count ? parseNumber(bytes, starts[column]!, ends[column]!, mark) : Number.NaN;
    const easting = number(plan.easting);
    const northing = number(plan.northing);
    let elevation = number(plan.elevation);
    const onGrid = Number.isFinite(easting) && Number.isFinite(northing);
    const onEarth = this.#positions !== undefined && this.#hasAngles(bytes, splitter, count);
    if (!onGrid && !onEarth) {
      this.#refuse(bytes, splitter, count, line, to);
      return false;
    }
    if (!Number.isFinite(elevation)) {
      if (plan.elevation >= 0 && !NO_VALUE.test(this.#text(bytes, splitter, count, plan.elevation))) {
        const found = this.#text(bytes, splitter, count, plan.elevation).slice(0, SHOWN);
        this.#context.report(issueOf('elevation-unreadable', { value: found }, { line }));
      }
      elevation = Number.NaN;
    }
    elevation = this.#known(elevation, line);
    const feature = this.#describe(bytes, splitter, count, line, to);
    if (!onEarth) {
      this.#sink.point(feature, easting, northing, elevation);
      return true;
    }
    const angle = (column: number): number =>
      parseAngle(this.#text(bytes, splitter, count, column), this.#layout.angle.value);
    const latitude = angle(plan.latitude);
    const longitude = angle(plan.longitude);
    const grid = onGrid ? { easting, northing } : undefined;
    const height = this.#known(number(plan.height), line);
    if (this.#positions!.take(feature, { latitude, longitude, height, elevation, grid })) return true;
    this.#refuse(bytes, splitter, count, line, to);
    return false;
  }

  /** An elevation, or NaN for a number that means "no elevation". */
  #known(elevation: number, line: number): number {
    if (!meansNoElevation(elevation)) return elevation;
    this.#context.report(issueOf('elevation-none', { value: elevation }, { line }));
    return Number.NaN;
  }

  #hasAngles(bytes: Buffer, splitter: FieldSplitter, count: number): boolean {
    const format = this.#layout.angle.value;
    return (
      Number.isFinite(parseAngle(this.#text(bytes, splitter, count, this.#plan.latitude), format)) &&
      Number.isFinite(parseAngle(this.#text(bytes, splitter, count, this.#plan.longitude), format))
    );
  }

  #describe(bytes: Buffer, splitter: FieldSplitter, count: number, line: number, to: number): Feature {
    const plan = this.#plan;
    const feature = this.#feature.reset();
    const text = (column: number): string => {
      const found =
        column >= 0 && column === plan.rest && count > column + 1
          ? this.#decoder.text(bytes, splitter.starts[column]!, to, false).trimEnd()
          : this.#text(bytes, splitter, count, column);
      if (found.charCodeAt(0) !== APOSTROPHE) return found;
      const plain = unmarked(found);
      if (plain !== found) this.#context.report(issueOf('formula-mark-removed', {}, { line }));
      return plain;
    };
    feature.name = text(plan.name);
    feature.code = text(plan.code);
    feature.list = this.#list;
    if (plan.description >= 0) feature.description = text(plan.description);
    if (plan.layer >= 0) feature.layer = this.#layer(text(plan.layer));
    if (plan.list >= 0) feature.list = text(plan.list) || this.#list;
    const attributes: string[] = [];
    for (const { column, name } of plan.attributes) {
      const value = text(column);
      if (value !== '') attributes.push(name, value);
    }
    if (plan.quality >= 0) this.#quality(feature, text(plan.quality), attributes);
    if (plan.date >= 0 || plan.time >= 0) this.#time(feature, text(plan.date), text(plan.time), attributes, line);
    if (attributes.length > 0) feature.attributes = attributes;
    if (plan.rest < 0 && hasText(splitter, this.#layout.roles.value.length, count)) {
      this.#context.report(issueOf('row-has-more-fields', { fields: count }, { line }));
    }
    return feature;
  }

  #text(bytes: Buffer, splitter: FieldSplitter, count: number, column: number): string {
    if (column < 0 || column >= count) return '';
    return this.#decoder.text(bytes, splitter.starts[column]!, splitter.ends[column]!, splitter.quoted[column] === 1);
  }

  #layer(name: string): number {
    if (name === '') return -1;
    let index = this.#layers.get(name);
    if (index === undefined) {
      index = this.#sink.layer(layerOf(name));
      this.#layers.set(name, index);
    }
    return index;
  }

  #quality(feature: Feature, text: string, attributes: string[]): void {
    const value = text === '' ? Number.NaN : Number(text.replace(',', '.'));
    if (value >= 0 && Number.isFinite(value)) feature.quality = value;
    else if (text !== '') attributes.push('quality', text);
  }

  #time(feature: Feature, date: string, clock: string, attributes: string[], line: number): void {
    const text = `${date} ${clock}`.trim();
    if (text === '') return;
    feature.time = parseTime(text);
    if (Number.isNaN(feature.time)) attributes.push('time', text);
    else if (!hasZone(text)) this.#context.report(issueOf('time-zone-assumed', {}, { line }));
  }

  #refuse(bytes: Buffer, splitter: FieldSplitter, count: number, line: number, to: number): void {
    const plan = this.#plan;
    const from = count === 0 ? to : splitter.starts[0]!;
    const shown = this.#decoder.text(bytes, from, endOfCharacter(bytes, Math.min(to, from + SHOWN), to), false);
    const isEmpty = (column: number): boolean => NO_VALUE.test(this.#text(bytes, splitter, count, column));
    const columns =
      plan.easting >= 0 && plan.northing >= 0 ? [plan.easting, plan.northing] : [plan.latitude, plan.longitude];
    const missing = columns.some(isEmpty);
    this.#context.report(issueOf(missing ? 'coordinate-missing' : 'row-unreadable', { row: shown }, { line }));
  }
}

/** Where the character of UTF-8 that `at` cuts ends. */
function endOfCharacter(bytes: Buffer, at: number, to: number): number {
  while (at < to && (bytes[at]! & 0xc0) === 0x80) at++;
  return at;
}

/** Whether any of the fields `[from, to)` has text: a delimiter at the end of a row has no meaning. */
function hasText({ starts, ends }: FieldSplitter, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (ends[i]! > starts[i]!) return true;
  return false;
}
