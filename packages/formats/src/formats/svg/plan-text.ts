import type { FieldJob } from '@fieldbridge/fieldjob';
import { drawCanvas } from './draw-canvas.ts';

/** Pixels of one character: two across and four down, as in Braille. */
const ACROSS = 2;
const DOWN = 4;
const BRAILLE = 0x2800;
/** Bits of the pixels in a Braille character, row by row (Unicode, chapter 21.1). */
const DOTS = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80] as const;
/** Characters for terminals without Unicode, by the number of pixels. */
const SHADES = ' ..::++##';

/**
 * A small plan of a job as text, north up.
 * @param columns characters per line @param rows lines @param ascii whether the terminal shows ASCII only
 */
export function planText(job: FieldJob, columns: number, rows: number, ascii: boolean): string {
  const canvas = drawCanvas(job, columns * ACROSS, rows * DOWN, false);
  const lines: string[] = [];
  for (let row = 0; row < rows; row++) {
    let line = '';
    for (let column = 0; column < columns; column++) {
      const inked = DOTS.filter((_, i) =>
        canvas.isInked(column * ACROSS + (i % ACROSS), row * DOWN + Math.floor(i / ACROSS)),
      );
      line += ascii ? SHADES[inked.length] : String.fromCharCode(BRAILLE + inked.reduce((sum, dot) => sum + dot, 0));
    }
    lines.push(line.replace(/[\s\u2800]+$/, ''));
  }
  return `${lines.join('\n')}\n`;
}
