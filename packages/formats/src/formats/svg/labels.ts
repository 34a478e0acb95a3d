import { Feature, type FieldJob, type Label, widthOf } from '@fieldbridge/fieldjob';
import { drawnLength, naturalLength } from '../../kit/cad/letter-length.ts';
import { type BoxedText, CAPITAL, firstLine, SPACING } from '../../kit/cad/text-box.ts';
import { wrapText } from '../../kit/cad/wrap-text.ts';
import { escapeText, inkOf, isShown } from './ink.ts';
import { round, type View } from './view.ts';

/** Texts smaller than this many pixels are not legible and are omitted. */
const LEAST_TEXT = 2;
/** Room for letters that are wider than the estimate, where a program ignores `textLength`. */
const SLACK = 1.2;
/** Reused for every text; only its attributes are read. */
const feature = new Feature();
/** Of a line that is before its place. */
const SHARE = { left: 0, centre: 0.5, right: 1 } as const;
const ANCHORS = { left: 'start', centre: 'middle', right: 'end' } as const;

/** A text as it is in the picture. Lengths are pixels. */
export interface PlacedText {
  /** Its place, two decimals. */
  readonly x: string;
  readonly y: string;
  /** Radians counter-clockwise. */
  readonly rotation: number;
  readonly justification: Label['justification'];
  /** The font size. */
  readonly size: number;
  readonly lines: readonly string[];
  /** Below its place: the base line of the first line, and from there that of the next one. */
  readonly first: number;
  readonly spacing: number;
  /** The length that its first line has, and others in proportion; 0: as it comes. */
  readonly fit: number;
}

/**
 * Where a text is drawn.
 * @returns undefined when it is too small to read, higher than the picture, on a hidden layer or without a position
 */
export function placedText(view: View, job: FieldJob, row: number): PlacedText | undefined {
  const { texts } = job;
  if (!isShown(job, texts, row)) return undefined;
  const label = texts.label(row);
  const { easting, northing, height, rotation, justification } = label;
  const size = (height * view.scale) / CAPITAL;
  if (!(size >= LEAST_TEXT && size <= Math.max(view.width, view.height))) return undefined;
  if (!Number.isFinite(easting) || !Number.isFinite(northing)) return undefined;
  const lines = linesOf(job, row, label);
  return {
    ...{ x: view.across(easting), y: view.down(northing), rotation, justification, size, lines },
    first: firstLine(label, lines.length) * size,
    spacing: SPACING * CAPITAL * size,
    fit: drawnLength(feature, lines, height) * view.scale,
  };
}

/**
 * Draws a text. Its height is that of its capitals, as always in CAD, and its place is the corner or side of the text's
 * box that the justification names.
 * @returns the element; '' where `placedText` has none
 */
export function drawLabel(view: View, job: FieldJob, row: number): string {
  const placed = placedText(view, job, row);
  if (placed === undefined) return '';
  const { x, y, rotation: angle, justification, size, lines, first, spacing, fit } = placed;
  const natural = fit > 0 ? naturalLength(lines[0]!) * size : 0;
  // Many programs ignore textLength: for them the letters are also squeezed by an estimate.
  const squeeze =
    natural > 0 ? ` translate(${x} 0) scale(${round(fit / natural, 4)} 1) translate(${-Number(x)} 0)` : '';
  const rotation = angle === 0 ? '' : `rotate(${round((-angle * 180) / Math.PI)} ${x} ${y})`;
  const turn = rotation + squeeze === '' ? '' : ` transform="${`${rotation}${squeeze}`.trim()}"`;
  // Each line has its own position, because an empty line would not move the next one in every viewer.
  const lengthOf = (line: string): string =>
    natural > 0 ? ` textLength="${round(naturalLength(line) * size)}" lengthAdjust="spacingAndGlyphs"` : '';
  // Some programs do not scale the distance from the anchor, so such lines begin at their place.
  const startOf = (line: string): string =>
    natural > 0 ? String(round(Number(x) - SHARE[justification] * naturalLength(line) * size)) : x;
  const anchor = natural > 0 ? ANCHORS.left : ANCHORS[justification];
  const spans = lines.flatMap((line, index) =>
    line === ''
      ? []
      : [
          `<tspan x="${startOf(line)}" y="${round(Number(y) + first + index * spacing)}"${lengthOf(line)}>${escapeText(line)}</tspan>`,
        ],
  );
  return `<text font-size="${round(size)}" text-anchor="${anchor}" fill="${inkOf(job, job.texts, row)}" stroke="none"${turn}>${spans.join('')}</text>`;
}

/** The texts of a job, for the room that they take. */
export function* boxedTexts(job: FieldJob): Generator<BoxedText> {
  for (let row = 0; row < job.texts.length; row++) {
    const label = job.texts.label(row);
    const lines = linesOf(job, row, label);
    yield { label: { ...label, text: lines.join('\n') }, fit: SLACK * drawnLength(feature, lines, label.height) };
  }
}

/** The lines of a text, broken to the width of its column; loads its feature. */
function linesOf({ texts }: FieldJob, row: number, { text, height }: Label): string[] {
  return wrapText(text, widthOf(texts.load(row, feature)), height).split('\n');
}
