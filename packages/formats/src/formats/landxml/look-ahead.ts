import type { ByteSource } from '../../core/byte-source.ts';
import type { ReadContext } from '../../core/format.ts';
import { SourceTally } from '../../core/tally.ts';
import { readXml, type XmlDocument } from '../../kit/xml/document.ts';

/** Elements that apply to all coordinates of a document, wherever they are. */
export const DESCRIPTIONS = ['Units', 'CoordinateSystem'] as const;
export type Description = (typeof DESCRIPTIONS)[number];

const BLOCK = 1 << 20;

/**
 * Finds such elements after the first coordinates, because the schema does not prescribe an order. A document that does
 * not mention them is only searched for the word, not read.
 * @param wanted elements not found yet
 * @param found called at each such element, the current one of the document
 */
export async function lookAhead(
  source: ByteSource,
  context: ReadContext,
  wanted: readonly Description[],
  encoding: string,
  found: (document: XmlDocument, name: Description) => void,
): Promise<void> {
  // In UTF-16 the word has other bytes.
  const mentioned = wanted.filter((name) => encoding.startsWith('utf-16') || mentions(source, name));
  if (mentioned.length === 0) return;
  // Faults of the document are reported when it is read.
  const quiet: ReadContext = { ...context, report: () => {}, progress: () => {}, tally: new SourceTally() };
  await readXml(source, quiet, async (document) => {
    document.root();
    await document.children((name) => {
      const description = mentioned.find((one) => one === name);
      if (description !== undefined) found(document, description);
    });
  });
}

/** Whether a file contains a word. */
function mentions(source: ByteSource, word: string): boolean {
  const needle = Buffer.from(word);
  const block = Buffer.alloc(Math.min(BLOCK, source.size));
  for (let at = 0; at < source.size; at += BLOCK - needle.length) {
    const got = source.readInto(block, 0, block.length, at);
    if (block.subarray(0, got).includes(needle)) return true;
    if (at + got >= source.size) return false;
  }
  return false;
}
