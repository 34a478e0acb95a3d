import { FileFault } from './file-fault.ts';

const LINE_FEED = 0x0a;

/**
 * Decodes bytes to text. Invalid bytes are an error: with replacement characters, tickets would be stored that nobody
 * wrote.
 * @param encoding name in the Encoding Standard
 * @throws {FileFault} file-encoding with the line
 */
export async function* decoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  try {
    for await (const chunk of chunks) {
      let text = '';
      // Line by line, so that a fault has its position.
      for (let start = 0; start < chunk.length; ) {
        const feed = chunk.indexOf(LINE_FEED, start);
        const end = feed < 0 ? chunk.length : feed + 1;
        text += decoder.decode(chunk.subarray(start, end), { stream: true });
        if (feed >= 0) line++;
        start = end;
      }
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const advice = 'state the encoding of the file, for instance --encoding windows-1252';
    throw new FileFault('file-encoding', `line ${line} is not ${decoder.encoding}; ${advice}`, error);
  }
}
