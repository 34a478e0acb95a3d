import { dashesByName, dashesInTurn } from '@fieldbridge/fieldjob';
import type { ViewSegment } from '@fieldbridge/view-wire';

/** CSS pixels of a millimetre. */
const MILLIMETRE = 96 / 25.4;
/** Lines up to this many pixels are drawn thin. */
const THIN = 1.4;

/** How a pen draws: width in CSS pixels, dash pattern (none: continuous). */
export interface LineStyle {
  readonly width: number;
  readonly dashes: readonly number[];
  /** Used instead if the drawing defines them: dashes and gaps alternately, in the job's unit. */
  readonly lengths?: readonly number[];
}

/** The style of each pen that is not a thin continuous line; undefined for those. */
export function lineStyles({
  pens,
  layers,
  lineTypes,
  dashes: defined = {},
}: ViewSegment): readonly (LineStyle | undefined)[] {
  return pens.map(([layer, , type, weight]) => {
    const lineType = lineTypes[type]! === '' ? (layers[layer]?.lineType ?? '') : lineTypes[type]!;
    const width = ((weight >= 0 ? weight : (layers[layer]?.weight ?? -1)) / 100) * MILLIMETRE;
    const lengths = dashesInTurn(defined[lineType.toLowerCase()]);
    const dashes = lengths === undefined ? dashesByName(lineType) : [];
    if (lengths === undefined && width <= THIN && dashes.length === 0) return undefined;
    return { width: Math.max(1, width), dashes, ...(lengths !== undefined && { lengths }) };
  });
}
