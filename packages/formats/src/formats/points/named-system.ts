import { type Crs, type JobInfo, parseCrs, parseUnit, type Unit } from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { partsOfName, systemCalled } from '../../kit/crs/called-system.ts';
import { registeredUnder } from '../../kit/crs/system-names.ts';
import { lengthUnitOf, unitOfCrs } from '../../kit/crs/unit-of-crs.ts';
import { GIVE_WAY, giveWay } from '../../kit/io/give-way.ts';
import { FieldDecoder, FieldSplitter } from '../../kit/text/fields.ts';
import type { LineReader } from '../../kit/text/lines.ts';
import type { Layout } from './layout.ts';
import { isSystemHeading } from './roles.ts';
import { commentMark } from './sample.ts';

/** Longest name of a system; a longer text is cut. */
const MOST_NAME = 200;

/** A name in the column, and the first line that has it. */
interface Found {
  readonly name: string;
  readonly line: number;
}

/**
 * The system and unit that the rows of a file name in a column of their own ("CS name" of Emlid Flow and ReachView).
 * A name that the registry does not know is that of a local grid, with a warning; the unit in its brackets counts.
 * @param lines of the whole file, from its start
 * @throws FormatError `systems-several` if rows name different systems and the caller states none
 */
export async function namedSystem(
  layout: Layout,
  lines: LineReader,
  source: ByteSource,
  context: ReadContext,
): Promise<Partial<Pick<JobInfo, 'crs' | 'unit'>> | undefined> {
  const column = layout.roles.value.findIndex(isSystemHeading);
  if (column < 0) return undefined;
  const { options, report } = context;
  const stated = options['crs'] === undefined ? undefined : parseCrs(String(options['crs']));
  const [first, other] = await namesIn(column, layout, lines, source, context);
  if (first === undefined) return undefined;
  if (other !== undefined) {
    if (stated !== undefined) return undefined;
    const parameters = { name: first.name, line: first.line, other: other.name, otherLine: other.line };
    throw new FormatError('systems-several', parameters);
  }
  const { name } = first;
  const crs = systemCalled(name, report);
  // Coordinates on a grid are not in degrees: the system is that of the latitudes and longitudes beside them.
  if (crs !== undefined && unitOfCrs(crs) === 'degree') return undefined;
  if (crs === undefined && stated === undefined) report(issueOf('crs-name-unknown', { name }));
  const own = unitIn(name, crs, context);
  // A stated system has its own unit.
  const unit = stated === undefined || lengthUnitOf(stated) === undefined ? own : undefined;
  if (unit !== undefined && options['unit'] === undefined) report(issueOf('unit-of-crs', { unit, system: name }));
  return { crs: crs ?? { kind: 'local', name }, ...(unit !== undefined && { unit }) };
}

/** The first two different names in a column; rows without a name are left out. */
async function namesIn(
  column: number,
  layout: Layout,
  lines: LineReader,
  source: ByteSource,
  context: ReadContext,
): Promise<Found[]> {
  const splitter = new FieldSplitter(layout.delimiter.value);
  const decoder = new FieldDecoder();
  const found: Found[] = [];
  let shown = 0;
  while (found.length < 2 && lines.next()) {
    if (lines.position - shown >= GIVE_WAY) {
      shown = lines.position;
      await giveWay(0, source.size, context);
    }
    const { bytes, from, to, line } = lines;
    if (line <= layout.header.value || commentMark(bytes, from, to, layout.delimiter.value) > 0) continue;
    if (splitter.split(bytes, from, to) <= column || splitter.openQuote) continue;
    const { starts, ends, quoted } = splitter;
    const name = decoder
      .text(bytes, starts[column]!, ends[column]!, quoted[column] === 1)
      .trim()
      .slice(0, MOST_NAME);
    if (name !== '' && name !== found[0]?.name) found.push({ name, line });
  }
  return found;
}

/** The unit of the coordinates in a named system; elevations in another one are reported. */
function unitIn(name: string, crs: Crs | undefined, { options, report }: ReadContext): Unit | undefined {
  const { plan, heights } = partsOfName(name);
  const unit = (crs && lengthUnitOf(crs)) ?? unitInBrackets(plan);
  const isKnown = heights !== '' && registeredUnder(heights, 'heights') !== undefined;
  const other = unitInBrackets(heights) ?? (isKnown ? 'metre' : undefined);
  if (unit === undefined || other === undefined || other === unit || options['unit'] !== undefined) return unit;
  report(
    issueOf('unit-doubtful', { found: `easting in ${unit}, northing in ${unit}, elevation in ${other}`, used: unit }),
  );
  return unit;
}

/** The unit with which a name ends, as the registry writes it: "(ftUS)". */
function unitInBrackets(name: string): Unit | undefined {
  return parseUnit(/\((ftUS|ft|m)\)$/.exec(name.trim())?.[1] ?? '');
}
