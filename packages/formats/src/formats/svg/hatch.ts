import type { HatchLine, Path } from '@fieldbridge/fieldjob';
import { hatchPieces } from '../../kit/cad/hatch-lines.ts';
import type { View } from './view.ts';

/** Most pieces of the lines of one hatch. */
const MOST_PIECES = 5000;
/** Lines that are closer than this many pixels are a tint. */
const LEAST_SPACING = 2;

/**
 * The lines of a hatch inside its area, as the data of a path; undefined where they are too close or too many to be
 * seen as lines.
 */
export function hatchShape(view: View, area: Path, families: readonly HatchLine[]): string | undefined {
  const isClose = families.some(
    ({ angle, offset: [e, n] }) => !(Math.abs(Math.cos(angle) * n - Math.sin(angle) * e) * view.scale >= LEAST_SPACING),
  );
  const pieces = isClose ? undefined : hatchPieces(area, families, 0.25 / view.scale, MOST_PIECES);
  if (pieces === undefined) return undefined;
  let shape = '';
  for (let i = 0; i < pieces.length; i += 4)
    shape += `M${view.across(pieces[i]!)} ${view.down(pieces[i + 1]!)}L${view.across(pieces[i + 2]!)} ${view.down(pieces[i + 3]!)}`;
  return shape;
}
