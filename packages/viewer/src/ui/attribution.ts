import type { Camera } from '../camera.ts';
import { css, type Theme } from '../palette.ts';
import type { Backdrop } from '../pictures.ts';
import type { LabelContext } from '../svg-context.ts';

/** Letters of a line. */
const MOST = 160;

/** Writes the attribution of a map, and the accuracy of its place, into the lower right corner. */
export function drawAttribution(
  context: LabelContext,
  backdrop: Backdrop | undefined,
  { width, height, letters }: Pick<Camera, 'width' | 'height' | 'letters'>,
  theme: Theme,
): void {
  const text = backdrop?.attribution.slice(0, MOST) ?? '';
  if (text === '') return;
  context.save();
  context.font = `${11 * letters}px system-ui, sans-serif`;
  context.textAlign = 'right';
  context.textBaseline = 'alphabetic';
  context.lineJoin = 'round';
  context.lineWidth = 3 * letters;
  context.strokeStyle = css(theme.paper, 0.85);
  context.fillStyle = css(theme.ink, 0.85);
  context.strokeText(text, width - 8, height - 8);
  context.fillText(text, width - 8, height - 8);
  context.restore();
}
