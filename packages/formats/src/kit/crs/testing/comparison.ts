import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { Crs } from '@fieldbridge/fieldjob';
import { FormatError } from '../../../core/failure.ts';
import { crsChange, WGS84 } from '../crs-change.ts';

/** The oracle's result for one code; see pyproj_oracle.py. */
interface OracleLine {
  readonly code: number;
  readonly error?: string;
  readonly metres: number;
  /** Degrees per unit of its longitudes. */
  readonly degrees: number;
  readonly base: number | null;
  readonly projected?: readonly Quadruple[];
  readonly operation?: string;
  readonly changed?: Quadruple;
}
type Quadruple = readonly [longitude: number, latitude: number, easting: number, northing: number];

/** The comparison of a code: the largest distance in metres, or why it could not be computed. */
export interface Comparison {
  readonly code: number;
  /** From its own geographic system. */
  readonly projection: number | string;
  /** From WGS 84, with the operation chosen on each side. */
  readonly change: number | string;
}

const LOOK = 'import importlib.util, sys; sys.exit(not importlib.util.find_spec("pyproj"))';

/** Why the oracle is not available; undefined if it is. */
export function missingPyproj(): string | undefined {
  // Importing it takes longer than looking for it.
  const { status } = spawnSync('/usr/bin/python3', ['-c', LOOK]);
  return status === 0 ? undefined : 'python3-pyproj is not installed: reference systems are not compared with PROJ';
}

/** The oracle's lines for some codes, or for every projected one of its database. */
export function askPyproj(codes: readonly number[] | 'all'): OracleLine[] {
  const script = join(import.meta.dirname, 'pyproj_oracle.py');
  const words = codes === 'all' ? ['all'] : codes.map(String);
  const { stdout, status, stderr } = spawnSync('/usr/bin/python3', [script, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`the oracle failed: ${stderr}`);
  // A code with several areas has one line for each.
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as OracleLine);
}

/** Our results against the oracle's. */
export async function compare(line: OracleLine): Promise<Comparison> {
  const { code, error } = line;
  if (error !== undefined) return { code, projection: `oracle: ${error}`, change: `oracle: ${error}` };
  const base = line.base === null || line.projected === undefined ? undefined : line.base;
  const projection =
    base === undefined ? 'oracle: no base system' : await farthest({ kind: 'epsg', code: base }, line, line.projected!);
  if (line.changed === undefined) return { code, projection: of(projection), change: 'oracle: no operation' };
  const change = await farthest(WGS84, { ...line, degrees: 1 }, [line.changed]);
  if (typeof change === 'string') return { code, projection: of(projection), change };
  const operations = [change.name, line.operation!] as const;
  const [ours, theirs] = operations.map(datumSteps);
  const isOther = ours !== theirs;
  return { code, projection: of(projection), change: isOther ? `other operation: ${ours} | ${theirs}` : change.metres };
}

/** The datum steps in an operation's name: registries of different age name projections differently. */
function datumSteps(name: string): string {
  return (name.match(/[^+]+ to [^+]+\(\d+\)/g) ?? []).map((step) => step.trim()).join(' + ');
}

type Farthest = string | { readonly metres: number; readonly name: string };
const of = (found: Farthest): number | string => (typeof found === 'string' ? found : found.metres);

async function farthest(
  from: Crs,
  { code, metres, degrees }: OracleLine,
  places: readonly Quadruple[],
): Promise<Farthest> {
  const [longitude, latitude] = [places[0]![0] * degrees, places[0]![1] * degrees];
  const place = {
    ...{ minEasting: longitude - 0.01, maxEasting: longitude + 0.01 },
    ...{ minNorthing: latitude - 0.01, maxNorthing: latitude + 0.01 },
  };
  try {
    const box = { main: place, whole: place };
    const change = await crsChange(from, { kind: 'epsg', code }, 'metre', box, { accuracy: Number.POSITIVE_INFINITY });
    let most = 0;
    for (const [x, y, easting, northing] of places) {
      const position = Float64Array.of(x * degrees, y * degrees, 0);
      change!.map(position);
      const bothNone = !Number.isFinite(easting) && !Number.isFinite(position[0]!);
      const off = Math.hypot(position[0]! - easting * metres, position[1]! - northing * metres);
      if (!bothNone) most = Math.max(most, Number.isFinite(off) ? off : Number.POSITIVE_INFINITY);
    }
    return { metres: most, name: change!.operation.name };
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}
