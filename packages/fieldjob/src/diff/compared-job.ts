import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import { Path } from '../geometry/path.ts';
import type { FieldJob } from '../job.ts';
import { layerOf } from '../layer.ts';
import { diffJobs } from './diff-jobs.ts';
import type { ComparedRow, FieldChange, JobDiff } from './difference.ts';

/** Layers of a compared job, with their colours; the last two are for the two states of changed things. */
const LAYERS = [
  ['same', 0x8a9199],
  ['only in A', 0xc3352b],
  ['only in B', 0x2a7de1],
  ['changed, as in A', 0xd98e04],
  ['changed, as in B', 0x9047c9],
] as const;
const KINDS = ['point', 'line', 'area', 'text', 'surface', 'alignment'] as const;

/** Both jobs in one, on layers named after the outcome. */
export interface ComparedJob {
  readonly job: FieldJob;
  readonly diff: JobDiff;
}

/**
 * Puts two jobs in the same unit and system over each other: equal things once, changed things as in each job. Each
 * thing keeps its layer and its changes as attributes; surfaces and alignments have only their layer.
 * @throws RangeError if the tolerance is not a number from 0
 */
export function comparedJob(a: FieldJob, b: FieldJob, tolerance: number): ComparedJob {
  const builder = new JobBuilder();
  builder.describe(a.info);
  const layers = LAYERS.map(([name, colour]) => builder.layer(layerOf(name, { colour })));
  const [feature, path] = [new Feature(), new Path()];
  const add = (job: FieldJob, { kind, fields }: ComparedRow, row: number, layer: number): void => {
    const marked = (): Feature => {
      const own = job.layers.name(feature.layer);
      const attributes = [...feature.attributes, ...(own === '' ? [] : ['layer before', own]), ...changesOf(fields)];
      return Object.assign(feature, { layer: layers[layer], colour: -1, source: -1, attributes });
    };
    const { points, lines, areas, texts } = job;
    if (kind === 'point') {
      points.load(row, feature);
      builder.point(marked(), points.easting(row), points.northing(row), points.elevation(row));
    } else if (kind === 'line' || kind === 'area') {
      const table = kind === 'line' ? lines : areas;
      table.load(row, feature);
      builder[kind](marked(), table.loadPath(row, path));
    } else if (kind === 'text') {
      texts.load(row, feature);
      builder.text(marked(), texts.label(row));
    } else if (kind === 'surface')
      builder.surface({ ...job.surfaces[row]!, layer: layers[layer]!, colour: -1, source: -1 });
    else builder.alignment({ ...job.alignments[row]!, layer: layers[layer]!, source: -1 });
  };
  const each = (one: ComparedRow): void => {
    if (!(KINDS as readonly string[]).includes(one.kind)) return;
    const [inA, inB] = one.rows;
    if (one.change === 'same') add(a, one, inA, 0);
    else if (inB < 0) add(a, one, inA, 1);
    else if (inA < 0) add(b, one, inB, 2);
    else {
      add(a, one, inA, 3);
      add(b, one, inB, 4);
    }
  };
  return { job: builder.job, diff: diffJobs(a, b, { tolerance, kinds: KINDS, each }) };
}

const changesOf = (fields: readonly FieldChange[]): string[] =>
  fields.flatMap(({ field, a, b }) => [`changed: ${field}`, `${a ?? '–'} → ${b ?? '–'}`]);
