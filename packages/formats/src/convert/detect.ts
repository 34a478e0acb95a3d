import type { ByteSource } from '../core/byte-source.ts';
import type { Format, Sniffed } from '../core/format.ts';
import { FORMATS, formatsFor } from '../formats/registry.ts';

/** Bytes from the start of a file that are passed to sniffers. */
const HEAD_SIZE = 64 * 1024;
/** Weight of a name: it decides between formats that are about equal. */
const NAME_BONUS = 0.3;
/** Below this confidence the format is unknown. */
const LEAST_CONFIDENCE = 0.2;

/** A recognised format. */
export interface Detection {
  readonly format: Format;
  readonly sniffed: Sniffed;
  /** Whether the content has another format than the caller named or the extension suggests. */
  readonly mismatch: boolean;
  /** Other formats that would read the file if a caller named them, the likeliest first. */
  readonly alternatives: readonly Candidate[];
}

/** A possible format of a file. */
export interface Candidate {
  readonly format: Format;
  readonly confidence: number;
}

/** The extension of a file name in lower case, without the dot; '' if it has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 || (dot === 0 && name.length > 1) ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * Recognises a file by its content; its name and the caller's choice only break ties.
 * @param requested id or extension that the caller named, or `auto`
 * @returns undefined if no format recognises the bytes
 */
export function detect(source: ByteSource, requested = 'auto'): Detection | undefined {
  const head = new Uint8Array(Math.min(HEAD_SIZE, source.size));
  const got = source.readInto(head, 0, head.length, 0);
  const extension =
    requested === 'auto' ? extensionOf(source.name) : extensionOf(source.name) || requested.toLowerCase();
  const named = requested === 'auto' ? formatsFor(extension) : formatsFor(requested);
  const candidates: Candidate[] = [];
  let best: { format: Format; sniffed: Sniffed; rank: number } | undefined;
  for (const format of FORMATS) {
    if (format.loadReader === undefined) continue;
    const sniffed = format.sniff(head.subarray(0, got), source.size, extension);
    // A named format wins ties, so a text that fits several formats is read as the one that the caller named. A format
    // that would only refuse the bytes does not win by name over one that reads them.
    const isNamed = sniffed.confidence > 0 && sniffed.refusal === undefined && named.includes(format);
    const rank = sniffed.confidence + (isNamed ? NAME_BONUS : 0);
    if (sniffed.confidence > 0 && sniffed.refusal === undefined)
      candidates.push({ format, confidence: sniffed.confidence });
    if (sniffed.confidence > 0 && (best === undefined || rank > best.rank)) best = { format, sniffed, rank };
  }
  if (best === undefined || best.rank < LEAST_CONFIDENCE) return undefined;
  const { format, sniffed } = best;
  const most = Math.max(sniffed.confidence, ...candidates.map(({ confidence }) => confidence));
  return {
    ...{ format, sniffed, mismatch: named.length > 0 && !named.includes(format) },
    alternatives: candidates
      .filter((one) => one.format !== format && one.confidence + NAME_BONUS > most)
      .sort((a, b) => b.confidence - a.confidence),
  };
}
