/** Most parts of an Accept header that are read. */
const PARTS_MAX = 50;

/**
 * The best available type for a request (RFC 9110 §12.5.1).
 * @param accept the header; undefined means anything
 * @param offers media types in order of preference
 * @returns the chosen offer, or undefined if none is acceptable
 */
export function negotiate(accept: string | undefined, offers: readonly string[]): string | undefined {
  if (accept === undefined || accept.trim() === '') return offers[0];
  const ranges = rangesOf(accept);
  let best: string | undefined;
  let bestQuality = 0;
  for (const offer of offers) {
    const quality = qualityOf(offer, ranges);
    if (quality > bestQuality) [best, bestQuality] = [offer, quality];
  }
  return best;
}

/** What a header accepts, in its order: types or languages in lower case, with their quality from 0 to 1. */
export function rangesOf(header: string): AcceptedRange[] {
  return header.split(',', PARTS_MAX).map(readRange);
}

interface AcceptedRange {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): AcceptedRange {
  const [type, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((p) => p.startsWith('q='))?.slice(2);
  const value = quality === undefined ? 1 : Number(quality);
  return { type: type!, quality: Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0 };
}

/** The most specific range that matches decides. */
function qualityOf(offer: string, ranges: readonly AcceptedRange[]): number {
  const [kind] = offer.split('/');
  for (const wanted of [offer, `${kind}/*`, '*/*']) {
    const range = ranges.find(({ type }) => type === wanted);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
