import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../../../core/format.ts';
import { issueOf } from '../../../../core/issues/issue-of.ts';
import { coordinateUnit } from '../../../../kit/losses/coordinate-unit.ts';
import { type CountedCode, reportCounts } from '../../../../kit/losses/counts.ts';
import { reportEmptySurfaces } from '../../../../kit/losses/empty-surfaces.ts';
import type { Levels } from './levels.ts';
import type { Losses } from './losses.ts';
import type { DesignPlane } from './plane.ts';
import type { SymbolBook } from './symbols.ts';

/** Reports the resolution of the design plane. */
export function reportPlane(job: FieldJob, plane: DesignPlane, context: Pick<WriteContext, 'report'>): void {
  const { crs, unit: stated } = job.info;
  const unit = stated === undefined ? 'unit' : coordinateUnit(crs, stated);
  const step = Number(plane.resolution.toPrecision(3));
  context.report(issueOf('dgn-resolution', { step, unit, dimensions: plane.is3d ? '3-D' : '2-D' }));
}

/** Reports the level of each layer. */
export function reportLevels(job: FieldJob, levels: Levels, context: Pick<WriteContext, 'report'>): void {
  if (job.layers.length === 0) return;
  const list = Array.from(job.layers, ({ name }, index) => [levels.byLayer[index], name] as const);
  const renamed = list.filter(([level, name]) => name.toLowerCase() !== `level ${level}`);
  if (renamed.length > 0) {
    const named = renamed.slice(0, 63).map(([level, name]) => `${level} = ${name.slice(0, 40)}`);
    const levelList = `${named.join(', ')}${renamed.length > 63 ? ', …' : ''}`;
    context.report(issueOf('layer-names-left-out', { count: renamed.length, levels: levelList }));
  }
  if (levels.merged > 0) context.report(issueOf('layers-merged', { count: levels.merged }));
}

/** Reports everything that was altered or omitted. */
export function reportLosses(
  job: FieldJob,
  losses: Losses,
  symbols: SymbolBook,
  context: Pick<WriteContext, 'report'>,
): void {
  const triangles = job.surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
  const breaklines = job.surfaces.reduce(
    (sum, { breaklines, boundaries }) => sum + breaklines.length + boundaries.length,
    0,
  );
  const rows: readonly (readonly [CountedCode, number])[] = [
    ['arc-stroked', losses.arcsStroked],
    ['elevation-added', losses.elevationsAdded],
    ['too-few-vertices', losses.tooShort],
    ['no-position', losses.noPosition],
    ['line-split', losses.linesSplit],
    ['area-as-line', losses.areasAsLines],
    ['area-rings-apart', losses.holesApart],
    ['hatch-as-area', losses.hatches],
    ['properties-left-out', losses.properties],
    ['text-empty', losses.textsEmpty],
    ['text-cut', losses.textsCut],
    ['text-moved', losses.textsMoved],
    ['text-split', losses.textsSplit],
    ['text-shrunk', losses.textsShrunk],
    ['letter-replaced', losses.lettersReplaced],
    ['colour-replaced', symbols.palette.replaced.size],
    ['surface-as-shapes', triangles],
    ['alignment-as-line', job.alignments.length],
    ['surface-lines-left-out', breaklines],
  ];
  reportCounts(rows, context);
  reportEmptySurfaces(job, context);
  const { lineWeights } = losses;
  if (lineWeights > 0)
    context.report(issueOf('line-weight-left-out', { found: `${lineWeights} features` }, { count: lineWeights }));
  const { size } = symbols.unknownLineTypes;
  if (size > 0) context.report(issueOf('line-type-left-out', { found: `${size} line types` }, { count: size }));
}
