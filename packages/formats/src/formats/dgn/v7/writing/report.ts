import type { FieldJob } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../../../core/format.ts';
import { type Counted, reportCounted } from '../../../../kit/losses/counted.ts';
import type { Levels } from './levels.ts';
import type { Losses } from './losses.ts';
import type { DesignPlane } from './plane.ts';
import type { SymbolBook } from './symbols.ts';

/** Says how fine the design plane is. */
export function reportPlane(job: FieldJob, plane: DesignPlane, context: Pick<WriteContext, 'report'>): void {
  const unit = job.info.unit ?? 'unit';
  context.report({
    code: 'dgn-resolution',
    severity: 'note',
    text: `positions are stored every ${Number(plane.resolution.toPrecision(3))} ${unit} (${plane.is3d ? '3-D' : '2-D'} file)`,
  });
}

/** Says which level each layer went to. */
export function reportLevels(job: FieldJob, levels: Levels, context: Pick<WriteContext, 'report'>): void {
  if (job.layers.length === 0) return;
  const list = Array.from(job.layers, ({ name }, index) => [levels.byLayer[index], name] as const);
  const renamed = list.filter(([level, name]) => name.toLowerCase() !== `level ${level}`);
  if (renamed.length > 0) {
    const named = renamed.slice(0, 63).map(([level, name]) => `${level} = ${name.slice(0, 40)}`);
    const text = `levels have numbers, no names: ${named.join(', ')}${renamed.length > 63 ? ', …' : ''}`;
    context.report({ code: 'layer-names-left-out', severity: 'note', text, count: renamed.length });
  }
  if (levels.merged > 0) {
    const text = `there are 63 levels; ${levels.merged} layers had to go to level 63 together`;
    context.report({ code: 'layers-merged', severity: 'warning', text, count: levels.merged });
  }
}

/** Reports everything that was altered or left out. */
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
  const rows: readonly Counted[] = [
    [losses.arcsStroked, 'arc-stroked', 'note', 'arcs climb or are very large; they were written as chords'],
    [losses.elevationsAdded, 'elevation-added', 'warning', 'positions without an elevation were written at 0'],
    [losses.tooShort, 'too-few-vertices', 'warning', 'lines or rings have fewer than two vertices and were left out'],
    [losses.noPosition, 'no-position', 'warning', 'features have a position that is no number and were left out'],
    [losses.linesSplit, 'line-split', 'warning', 'lines are too long for one element and were split'],
    [losses.areasAsLines, 'area-as-line', 'warning', 'rings are too long for one element and were written as lines'],
    [losses.holesApart, 'area-rings-apart', 'warning', 'areas have holes or parts; each ring is a shape of its own'],
    [losses.properties, 'properties-left-out', 'warning', 'features have a name, a code or attributes, left out here'],
    [losses.lineWeights, 'line-weight-left-out', 'note', 'features have a line weight in millimetres, left out here'],
    [losses.textsEmpty, 'text-empty', 'note', 'texts are empty and were left out'],
    [losses.textsCut, 'text-cut', 'warning', 'texts are longer than 255 bytes and were cut'],
    [losses.textsMoved, 'text-moved', 'note', 'texts are stored by their lower left corner, placed by estimated width'],
    [losses.textsSplit, 'text-split', 'note', 'texts of several lines became a text for each line'],
    [losses.textsShrunk, 'text-shrunk', 'warning', 'texts are too tall for this resolution and were made smaller'],
    [losses.lettersReplaced, 'letter-replaced', 'warning', 'characters have no place in a text and became ?'],
    [symbols.palette.replaced.size, 'colour-replaced', 'warning', 'colours more than the table holds got the nearest'],
    [symbols.unknownLineTypes.size, 'line-type-left-out', 'note', 'line types have no line code and became solid'],
    [triangles, 'surface-as-shapes', 'note', 'triangles of surfaces were written as shapes'],
    [job.alignments.length, 'alignment-as-line', 'warning', 'alignments were written as lines in plan'],
    [breaklines, 'surface-lines-left-out', 'note', 'breaklines and boundaries of surfaces were left out'],
  ];
  reportCounted(rows, context);
}
