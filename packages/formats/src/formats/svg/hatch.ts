import type { HatchLine, Path } from '@fieldbridge/fieldjob';
import { hatchPieces } from '../../kit/cad/hatch-lines.ts';
import type { View } from './view.ts';

/** Most pieces of the lines of one hatch. */
const MOST_PIECES = 5000;
/** Lines that are closer than this many pixels are a tint. */
const LEAST_SPACING = 2;

/** Width of the lines in pixels, and how faint and how dark a tint may be. */
const [LINE, FAINTEST, DARKEST] = [0.5, 0.15, 0.85];

/** How dark a hatch is whose lines are too close to be seen one by one: the share of the area that they cover. */
export function hatchTint(view: View, families: readonly HatchLine[]): number {
  let bare = 1;
  for (const {
    angle,
    offset: [e, n],
    dashes,
  } of families) {
    const spacing = Math.abs(Math.cos(angle) * n - Math.sin(angle) * e) * view.scale;
    const [drawn, all] = dashes.reduce(
      ([some, sum], length) => [some + Math.max(0, length), sum + Math.abs(length)],
      [0, 0],
    );
    if (spacing > 0) bare *= 1 - Math.min(1, (LINE / spacing) * (all > 0 ? drawn / all : 1));
  }
  return Math.min(DARKEST, Math.max(FAINTEST, 1 - bare));
}

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
