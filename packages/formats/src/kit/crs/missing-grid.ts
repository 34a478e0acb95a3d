import { FormatError } from '../../core/failure.ts';
import { PUBLISHERS } from './grid-publishers.ts';
import type { OperationInfo } from './proj/operation.ts';
import { publishedGrid } from './registry.ts';

/** Metres: what an operation of unknown accuracy counts as. The option `crsAccuracy` goes as far. */
export const UNKNOWN_ACCURACY = 1000;

/**
 * The refusal of a change whose best operation needs a grid that is not there.
 * @param source and `target`: how the message names the systems
 * @param next the operation that could be used without the grid
 */
export function missingGrid(
  source: string,
  target: string,
  best: OperationInfo,
  next: OperationInfo | undefined,
): FormatError {
  const grid = best.grids.map(describedGrid).join(' and ');
  const accuracy = accuracyText(best.accuracy);
  const copies = best.grids.flatMap((name) => publishedGrid(name).address ?? []);
  const where = copies.length > 0 ? `; there are copies at ${copies.join(' and ')}` : '';
  const cure = 'put it into the folder of grids (--grids, setting grids)';
  if (next === undefined)
    return new FormatError('crs-grid-missing', {
      ...{ source, target, grid, accuracy, next: 'there is no other way' },
      cure: `${cure}, or choose a system that needs none${where}`,
    });
  const worst = next.accuracy ?? UNKNOWN_ACCURACY;
  return new FormatError('crs-grid-missing', {
    ...{ source, target, grid, accuracy },
    next: `without it there is "${next.name}" (accuracy ${accuracyText(next.accuracy)})`,
    cure: `${cure}, or accept the other way by crsAccuracy=${worst}${where}`,
  });
}

/** A grid by its name, with the file and the office that publishes it. */
export function describedGrid(name: string): string {
  const [country, agency] = name.split('_');
  const office = PUBLISHERS[`${country}_${agency}`];
  const { file } = publishedGrid(name);
  const parts = [
    file !== undefined && file !== name ? `published as ${file}` : 'published',
    ...(office === undefined ? [] : [`by ${office}`]),
  ];
  return parts.length === 1 && file === undefined ? name : `${name} (${parts.join(' ')})`;
}

/** An accuracy as messages show it. @param metres undefined if unknown */
export function accuracyText(metres: number | undefined): string {
  return metres === undefined ? 'unknown' : `${metres} m`;
}
