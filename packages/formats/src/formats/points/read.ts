import {
  type Crs,
  JobBuilder,
  type JobSink,
  LineworkSink,
  parseCrs,
  parseLineworkTable,
  parseUnit,
  type Unit,
  USUAL_LINEWORK,
} from '@fieldbridge/fieldjob';
import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { fileStem } from '../../core/file-stem.ts';
import type { ReadContext, Reader } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { OptionValues } from '../../core/options.ts';
import { crsChange, WGS84 } from '../../kit/crs/crs-change.ts';
import { hasElevations, WGS84_HEIGHTS } from '../../kit/crs/heights-of-crs.ts';
import { moveJob, reportChange } from '../../kit/crs/moved-job.ts';
import { lengthUnitOf } from '../../kit/crs/unit-of-crs.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';

import { LineReader } from '../../kit/text/lines.ts';
import { recogniseBook } from './books/recognise.ts';
import { delimiterName } from './delimiter.ts';
import {
  ControlPositions,
  GeographicPoints,
  GridPositions,
  type PositionSink,
  ProjectedPositions,
} from './geographic.ts';
import { guessLayout, hasPosition } from './guess-layout.ts';
import type { Layout } from './layout.ts';
import { LocalisedPositions, parseControl } from './localised.ts';
import { namedSystem } from './named-system.ts';
import { invalid, wishesOf } from './options.ts';
import { reportLayout } from './report-layout.ts';
import { RowReader } from './row-reader.ts';
import { commentMark, isBlankLine } from './sample.ts';

/** Size of the sample from which the layout is guessed. */
const HEAD = 256 * 1024;
/** Longest row of a points file; the general limit applies in addition. */
const MOST_ROW_BYTES = 1 << 20;
/** Most lines and bytes of a quoted field. */
const MOST_QUOTED_LINES = 100;
const MOST_QUOTED_BYTES = 1 << 15;

/** Reads an ASCII points file; NOTES.md describes how its layout is guessed. */
export const readPoints: Reader = async (source, sink, context) => {
  const head = readBytes(source, 0, Math.min(HEAD, source.size));
  refuseBook(head, context);
  const layout = settleLayout(source, head, context);
  if (layout === undefined) return { version: '' };
  sink.describe({ ...(layout.unit === undefined ? {} : { unit: layout.unit }) });
  const named = await namedSystem(layout, linesOf(source, layout, context), source, context);
  if (named !== undefined) sink.describe(named);
  const list = context.options['list'] === undefined ? listName(source.name) : String(context.options['list']);
  const linework = lineworkOf(sink, context);
  const target = linework ?? sink;
  const projection = projectionOf(layout, context);
  // A change of system needs all rows first, because it depends on where they are.
  const collected = projection === undefined ? undefined : new JobBuilder();
  collected?.describe({ crs: projection!.byGeoid ? WGS84_HEIGHTS : WGS84, unit: projection!.unit });
  const into = collected ?? target;
  const positions =
    projection === undefined
      ? await positionsOf(layout, into, context, named?.crs)
      : new GeographicPoints(into, projection.byGeoid);
  const rows = new RowReader(layout, into, positions, context, list);
  await readRows(source, layout, rows, context);
  if (collected !== undefined) {
    const { crs: settings = {}, report } = context;
    const { crs, unit } = projection!;
    const wanted = { crs, unit: lengthUnitOf(crs) ?? unit, settings };
    await moveJob(collected.job, target, { ...wanted, report, skipped: () => {} });
  }
  linework?.finish();
  const tally = context.tally.of('row');
  if (tally.found > 0 && tally.read === 0) {
    throw new FormatError('no-points', { count: tally.found, columns: layout.roles.value.join(', ') });
  }
  if (tally.found === 0) context.report(issueOf('no-rows'));
  return { version: '' };
};

/** Refuses a field book, whose angles and distances would be mistaken for coordinates, unless columns are stated. */
function refuseBook(head: Uint8Array, { options }: ReadContext): void {
  const book = options['columns'] === undefined ? recogniseBook(head) : undefined;
  if (book === undefined) return;
  throw new FormatError('field-book', { ...book, otherwise: ', or state columns if it is a list of points' });
}

/** The layout of a file; undefined if it is empty. */
function settleLayout(source: ByteSource, head: Uint8Array, context: ReadContext): Layout | undefined {
  const wishes = wishesOf(context.options);
  const guess = guessLayout(head, head.length === source.size, wishes);
  if (guess === undefined) {
    throw new FormatError('binary-content');
  }
  const { layout } = guess;
  if (guess.rows === 0) {
    context.report(issueOf('no-rows'));
    return undefined;
  }
  if (!hasPosition(layout.roles.value)) {
    const { value, confidence } = layout.delimiter;
    throw new FormatError('columns-unknown', { delimiter: confidence === 0 ? 'unknown' : delimiterName(value) });
  }
  reportLayout(layout, context.report);
  if (layout.unitDoubt !== '' && context.options['unit'] === undefined) {
    const parameters = { found: layout.unitDoubt, used: layout.unit ?? 'metre' };
    context.report(issueOf('unit-doubtful', parameters, { line: layout.header.value }));
  }
  return layout;
}

/** The system and unit for projecting rows with only latitudes and longitudes; undefined if they are not projected. */
function projectionOf(
  layout: Layout,
  { options }: ReadContext,
): { readonly crs: Crs; readonly unit: Unit; readonly byGeoid: boolean } | undefined {
  const roles = layout.roles.value;
  const isGeographic = (['latitude', 'longitude'] as const).every((role) => roles.includes(role));
  const hasGrid = roles.includes('easting') || roles.includes('northing');
  if (!isGeographic || hasGrid || options['control'] !== undefined || options['crs'] === undefined) return undefined;
  const crs = parseCrs(String(options['crs']));
  if (crs === undefined || crs.kind === 'local') return undefined;
  // Ellipsoid heights become elevations where the system states their datum, unless the file has elevations itself.
  const byGeoid = hasElevations(crs) && roles.includes('height') && !roles.includes('elevation');
  return { crs, unit: unitOf(layout, options, crs), byGeoid };
}

/** The unit of the lengths in the file: as requested, else as its headings say, else that of the system. */
function unitOf(layout: Layout, options: OptionValues, crs?: Crs): Unit {
  return parseUnit(String(options['unit'] ?? '')) ?? layout.unit ?? (crs && lengthUnitOf(crs)) ?? 'metre';
}

/** @param named the system that the file states by its name */
async function positionsOf(
  layout: Layout,
  sink: JobSink,
  context: ReadContext,
  named: Crs | undefined,
): Promise<PositionSink | undefined> {
  if (!layout.roles.value.includes('latitude') || !layout.roles.value.includes('longitude')) return undefined;
  if (context.options['control'] !== undefined) {
    const unit = unitOf(layout, context.options);
    sink.describe({ unit });
    return new LocalisedPositions(sink, parseControl(String(context.options['control'])), unit, context.report);
  }
  const crs = context.options['crs'] === undefined ? undefined : parseCrs(String(context.options['crs']));
  if (crs === undefined || crs.kind === 'local') {
    const pairs = new ControlPositions(sink, context.report);
    return crs === undefined && named !== undefined ? new GridPositions(sink, pairs) : pairs;
  }
  const unit = unitOf(layout, context.options, crs);
  sink.describe({ ...(named === undefined && { crs }), unit });
  const change = await crsChange(WGS84, crs, unit, undefined, context.crs);
  const { value: roles } = layout.roles;
  const heightsKept = roles.includes('elevation') || roles.includes('height') ? change?.heightsKept : undefined;
  const projected = new ProjectedPositions(sink, change?.map, () => {
    if (change !== undefined) reportChange({ ...change, heightsKept }, context.report);
  });
  return new GridPositions(sink, projected);
}

/** Draws lines from codes while reading, if requested. */
function lineworkOf(sink: JobSink, { options, report }: ReadContext): LineworkSink | undefined {
  if (options['linework'] !== true) return undefined;
  const table = options['controls'] === undefined ? USUAL_LINEWORK : parseLineworkTable(String(options['controls']));
  if ('unknown' in table) throw invalid('controls', `"${table.unknown}" is not a control action with its words`);
  return new LineworkSink(sink, table, (code, name, point) =>
    report(issueOf(code, { name }, point === '' ? {} : { handle: point })),
  );
}

function linesOf(source: ByteSource, layout: Layout, { limits }: ReadContext): LineReader {
  return new LineReader(source, {
    encoding: layout.encoding.value,
    skip: layout.bom,
    carriageReturns: layout.carriageReturns,
    mostBytes: Math.min(MOST_ROW_BYTES, limits.recordBytes),
  });
}

async function readRows(source: ByteSource, layout: Layout, rows: RowReader, context: ReadContext): Promise<void> {
  const delimiter = layout.delimiter.value;
  const lines = linesOf(source, layout, context);
  let shown = 0;
  while (lines.next()) {
    if (lines.position - shown >= GIVE_WAY) {
      shown = lines.position;
      await giveWay(shown, source.size, context);
    }
    const { bytes, from, to, line } = lines;
    if (line <= layout.header.value) {
      if (line < layout.header.value && to > from) context.report(issueOf('preamble-skipped', {}, { line }));
      continue;
    }
    if (lines.overlong) rows.skipOverlong(line);
    else if (isBlankLine(bytes, from, to)) continue;
    else if (commentMark(bytes, from, to, delimiter) > 0) context.report(issueOf('comment-skipped', {}, { line }));
    else if (!rows.read(bytes, from, to, line)) readQuoted(lines, rows);
  }
  context.progress(source.size, source.size, 'reading');
}

/** Joins the lines of a quoted field; if its quote is never closed, each line is read separately. */
function readQuoted(lines: LineReader, rows: RowReader): void {
  const held: Buffer[] = [];
  const first = lines.line;
  let size = 0;
  let quotes = 0;
  do {
    const part = Buffer.from(lines.bytes.subarray(lines.from, lines.to));
    size += part.length + 1;
    held.push(part);
    const own = countQuotes(part);
    quotes += own;
    // A field can only end at an even number of quotes: trying every line would be quadratic in the row's length.
    if (held.length > 1 && own > 0 && quotes % 2 === 0) {
      const joined = Buffer.concat(held.flatMap((line, i) => (i === 0 ? [line] : [Buffer.of(10), line])));
      if (rows.read(joined, 0, joined.length, first)) return;
    }
  } while (held.length < MOST_QUOTED_LINES && size < MOST_QUOTED_BYTES && lines.next());
  held.forEach((line, i) => {
    if (line.length > 0 && (i === 0 || !rows.read(line, 0, line.length, first + i)))
      rows.readLiterally(line, first + i);
  });
}

function countQuotes(line: Buffer): number {
  let count = 0;
  for (const byte of line) if (byte === 34) count++;
  return count;
}

/** The name of the point list: the file's name without folder and extension. */
export function listName(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, '');
  return fileStem(base) || base;
}
