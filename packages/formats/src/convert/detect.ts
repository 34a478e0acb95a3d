import type { ByteSource } from '../core/byte-source.ts';
import type { Format, Sniffed } from '../core/format.ts';
import { FORMATS, formatsFor } from '../formats/registry.ts';

/** Bytes from the start of a file that sniffers see. */
const HEAD_SIZE = 64 * 1024;
/** Below this confidence bytes are called unknown. */
const LEAST_CONFIDENCE = 0.2;

/** A format that was recognised. */
export interface Detection {
  readonly format: Format;
  readonly sniffed: Sniffed;
  /** True when the content is of another format than the caller named or the extension says. */
  readonly mismatch: boolean;
}

/** The extension of a file name in lower case, without the dot; '' when it has none. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 || (dot === 0 && name.length > 1) ? name.slice(dot + 1).toLowerCase() : '';
}

/**
 * Finds out what a file is from its content; the name and the wish of the caller only decide between equals.
 * @param requested id or extension the caller named, or `auto`
 * @returns undefined when no format recognises the bytes
 */
export function detect(source: ByteSource, requested = 'auto'): Detection | undefined {
  const head = new Uint8Array(Math.min(HEAD_SIZE, source.size));
  const got = source.readInto(head, 0, head.length, 0);
  const extension =
    requested === 'auto' ? extensionOf(source.name) : extensionOf(source.name) || requested.toLowerCase();
  const named = requested === 'auto' ? formatsFor(extension) : formatsFor(requested);
  let best: { format: Format; sniffed: Sniffed; rank: number } | undefined;
  for (const format of FORMATS) {
    if (format.loadReader === undefined) continue;
    const sniffed = format.sniff(head.subarray(0, got), source.size, extension);
    // A named format wins between equals, and a text that could be anything is what the caller says it is. A format that would only refuse the
    // bytes does not win by its name over one that reads them.
    const isNamed = sniffed.confidence > 0 && sniffed.refusal === undefined && named.includes(format);
    const rank = sniffed.confidence + (isNamed ? 0.3 : 0);
    if (sniffed.confidence > 0 && (best === undefined || rank > best.rank)) best = { format, sniffed, rank };
  }
  if (best === undefined || best.rank < LEAST_CONFIDENCE) return undefined;
  return { format: best.format, sniffed: best.sniffed, mismatch: named.length > 0 && !named.includes(best.format) };
}
