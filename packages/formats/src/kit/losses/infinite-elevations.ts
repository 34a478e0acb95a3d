import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Kind, WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';

/**
 * Reports infinite elevations. Formats that hold only finite numbers write "not known" instead.
 * @param held the kinds that are written
 */
export function reportInfiniteElevations(
  job: FieldJob,
  held: readonly Kind[],
  { report }: Pick<WriteContext, 'report'>,
): void {
  const { points, lines, areas, texts, controlPoints } = job;
  const tables = { point: points, line: lines, area: areas, text: texts } as const;
  let count = 0;
  for (const kind of Object.keys(tables) as (keyof typeof tables)[]) {
    const { coordinates } = tables[kind];
    if (!held.includes(kind) || coordinates.isDefault) continue;
    for (const triples of coordinates.blocks())
      for (let at = 2; at < triples.length; at += 3) if (isInfinite(triples[at]!)) count++;
  }
  if (held.includes('controlPoint')) count += controlPoints.filter(({ elevation }) => isInfinite(elevation)).length;
  if (count === 0) return;
  report(issueOf('elevation-infinite', { count }));
}

const isInfinite = (value: number): boolean => value === Infinity || value === -Infinity;
