import type { JobSink } from '@fieldbridge/fieldjob';
import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import type { ReadContext, ReadSummary } from '../../core/format.ts';
import { readV7 } from './v7/read.ts';
import { CFB_SIGNATURE } from './v8/compound-file.ts';
import { readV8 } from './v8/read.ts';

/** Reads a design file of either version. @throws FormatError when it is neither */
export async function readDgn(source: ByteSource, sink: JobSink, context: ReadContext): Promise<ReadSummary> {
  const start = readBytes(source, 0, Math.min(CFB_SIGNATURE.length, source.size));
  const isCompound = CFB_SIGNATURE.every((byte, i) => start[i] === byte);
  return isCompound ? readV8(source, sink, context) : readV7(source, sink, context);
}
