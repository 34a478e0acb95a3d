import type { ViewSegment } from '@fieldbridge/view-wire';

/** Dashes and gaps in CSS pixels, at most four numbers; the first is a dash. */
const PATTERNS: readonly (readonly [RegExp, readonly number[]])[] = [
  [/phantom|divide|dash2?dot2?dot|2dot/i, [14, 4, 2, 4]],
  [/cent(?:er|re)|mitte|achse/i, [18, 4, 4, 4]],
  [/dash.?dot|strich.?punkt/i, [10, 4, 2, 4]],
  [/hidden|verdeckt/i, [5, 4]],
  [/dot|punkt/i, [2, 4]],
  [/dash|strich/i, [9, 5]],
];
/** CSS pixels of a millimetre. */
const MILLIMETRE = 96 / 25.4;
/** Lines up to this many pixels are drawn thin. */
const THIN = 1.4;

/** How a pen draws: width in CSS pixels, dash pattern (none: continuous). */
export interface LineStyle {
  readonly width: number;
  readonly dashes: readonly number[];
}

/** Dashes of a line type by its name; none for one that is continuous or unknown. */
export function dashesOf(lineType: string): readonly number[] {
  return PATTERNS.find(([name]) => name.test(lineType))?.[1] ?? [];
}

/** The style of each pen that is not a thin continuous line; undefined for those. */
export function lineStyles({ pens, layers, lineTypes }: ViewSegment): readonly (LineStyle | undefined)[] {
  return pens.map(([layer, , type, weight]) => {
    const lineType = lineTypes[type]! === '' ? (layers[layer]?.lineType ?? '') : lineTypes[type]!;
    const width = ((weight >= 0 ? weight : (layers[layer]?.weight ?? -1)) / 100) * MILLIMETRE;
    const dashes = dashesOf(lineType);
    return width > THIN || dashes.length > 0 ? { width: Math.max(1, width), dashes } : undefined;
  });
}
