import { type ExtentBox, type PathTable, type PointTable, type TextTable, UNITS } from '@fieldbridge/fieldjob';
import type { ClausesOf } from '../core/issues/sentence.ts';
import { areaOfUse, metresIn } from '../kit/crs/area-of-use.ts';
import { dataBoxes } from '../kit/crs/data-boxes.ts';
import { unitOfCrs } from '../kit/crs/unit-of-crs.ts';
import { type CheckContext, layerName, lengthText } from './check-context.ts';

/** Metres: limits for the size of a project. */
const LARGEST = 500_000;
const SMALLEST = 0.05;
/** A stray lies farther from the rest than this many sizes of the rest, and than this many metres. */
const FAR = 20;
const LEAST_DISTANCE = 2000;
/** Features sampled to locate the rest, and the share at each end that may be strays. */
const SAMPLES = 10_000;
const STRAYS = 0.1;

/** Checks unit, size and place against the reference system, and looks for things far away. */
export async function checkSystem(context: CheckContext): Promise<void> {
  const { job, findings, metres } = context;
  const boxes = dataBoxes(job);
  if (boxes === undefined) return;
  const { main, whole } = boxes;
  const [easting, northing] = [(main.minEasting + main.maxEasting) / 2, (main.minNorthing + main.maxNorthing) / 2];
  const { crs, unit } = job.info;
  const systemUnit = unitOfCrs(crs);
  if (systemUnit !== 'degree') {
    checkSize(context, whole, easting, northing);
    checkStrays(context);
  }
  if (crs.kind === 'local') {
    findings.add('check-no-system', {});
    return;
  }
  const area = await areaOfUse(crs, context.grids);
  if (area === undefined) return;
  const { label } = area;
  if (systemUnit !== undefined && systemUnit !== 'degree' && unit !== undefined && systemUnit !== unit)
    findings.add('check-unit', {}, { unit, system: label, other: systemUnit });
  if (area.holds(scaled(main, metres))) return;
  const change = CHANGES.find(([, , changed]) => area.holds(changed(main, metres)));
  if (change === undefined) findings.add('check-outside-area', { easting, northing }, { system: label });
  else {
    const [named, option] = change;
    const isScale = named.change === 'larger' || named.change === 'smaller';
    if (isScale && context.readOptions?.['drawingUnit'] === undefined) {
      const parameters = { system: label, change: named.change, cure: cureOfScale(context, option) };
      findings.add('check-outside-area-scale', { easting, northing }, parameters);
    } else findings.add('check-outside-area-but', { easting, northing }, { system: label, ...named, option });
  }
}

/** What to do about coordinates in another unit than those of the option unit. */
function cureOfScale({ readOptions }: CheckContext, option: string): string {
  const written = 'have the coordinates written in metres';
  return readOptions === undefined ? `${written}, or read a drawing again with ${option}` : written;
}

type Change = readonly [
  named: ClausesOf<'check-outside-area-but'>,
  option: string,
  changed: (box: ExtentBox, metres: number) => ExtentBox,
];

/** Common mistakes, and the coordinates in metres without them. */
const CHANGES: readonly Change[] = [
  [{ change: 'exchanged' }, 'swap=true', (box, metres) => scaled(exchanged(box), metres)],
  [{ change: 'larger' }, 'drawingUnit=m', (box, metres) => scaled(box, 1000 * metres)],
  [{ change: 'smaller' }, 'drawingUnit=mm', (box, metres) => scaled(box, metres / 1000)],
  ...UNITS.map(
    (unit): Change => [{ change: 'unit', unit }, `unit=${SHORT_NAME(unit)}`, (box) => scaled(box, metresIn(unit))],
  ),
];

function SHORT_NAME(unit: (typeof UNITS)[number]): string {
  return unit === 'metre' ? 'm' : unit === 'internationalFoot' ? 'ft' : 'usft';
}

/** A box in another unit. */
export function scaled({ minEasting, minNorthing, maxEasting, maxNorthing }: ExtentBox, by: number): ExtentBox {
  return {
    minEasting: by * minEasting,
    minNorthing: by * minNorthing,
    maxEasting: by * maxEasting,
    maxNorthing: by * maxNorthing,
  };
}

function exchanged({ minEasting, minNorthing, maxEasting, maxNorthing }: ExtentBox): ExtentBox {
  return { minEasting: minNorthing, minNorthing: minEasting, maxEasting: maxNorthing, maxNorthing: maxEasting };
}

function checkSize(context: CheckContext, whole: ExtentBox, easting: number, northing: number): void {
  const size = Math.max(whole.maxEasting - whole.minEasting, whole.maxNorthing - whole.minNorthing);
  const metres = size * context.metres;
  if (metres > LARGEST || (metres < SMALLEST && size > 0))
    context.findings.add('check-size', { easting, northing }, { size: lengthText(size, context) });
}

function checkStrays(context: CheckContext): void {
  const { job, metres, findings } = context;
  const { points, texts, lines, areas } = job;
  const tables: readonly (readonly [string, PointTable | TextTable | PathTable, (row: number) => number])[] = [
    ['a point', points, (row) => row],
    ['a text', texts, (row) => row],
    ['a line', lines, (row) => lines.firstVertex(lines.firstRing(row))],
    ['an area', areas, (row) => areas.firstVertex(areas.firstRing(row))],
  ];
  const count = tables.reduce((sum, [, { length }]) => sum + length, 0);
  const step = Math.max(1, Math.ceil(count / SAMPLES));
  const range = (axis: 0 | 1): readonly [number, number] => {
    const values = tables.flatMap(([, { length, coordinates }, first]) =>
      Array.from({ length: Math.ceil(length / step) }, (_, i) => coordinates.get(3 * first(i * step) + axis)),
    );
    const sorted = values.filter(Number.isFinite).sort((a, b) => a - b);
    const strays = Math.floor(STRAYS * sorted.length);
    return [sorted[strays] ?? 0, sorted.at(-1 - strays) ?? 0];
  };
  const [[west, east], [south, north]] = [range(0), range(1)];
  const least = Math.max(FAR * Math.max(east - west, north - south), LEAST_DISTANCE / metres);
  for (const [kind, table, first] of tables)
    for (let row = 0; row < table.length; row++) {
      const at = 3 * first(row);
      const [easting, northing] = [table.coordinates.get(at), table.coordinates.get(at + 1)];
      const away = Math.max(west - easting, easting - east, south - northing, northing - north);
      if (!(away > least)) continue;
      const spot = { easting, northing, layer: layerName(job, table.layer.get(row)), name: table.name.get(row) };
      findings.add('check-stray', spot, { kind, distance: lengthText(away, context) });
    }
}
