import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readAll } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import type { Reader } from '../../core/format.ts';
import { unpackZip } from '../../kit/zip/unpack.ts';

/** Unpacks the archive into the work folder and reads the drawing in it that no other one attaches. */
export const readZip: Reader = async (source, sink, context) => {
  const { limits, signal, workFolder, readUnpacked } = context;
  if (readUnpacked === undefined) throw new FormatError('archive-no-drawing', { found: 'nothing is unpacked here' });
  const folder = mkdtempSync(join(workFolder, 'zip-'));
  let { path } = source;
  if (path === undefined) {
    path = join(folder, 'archive.zip');
    writeFileSync(path, readAll(source));
  }
  const unpacked = mkdtempSync(join(folder, 'parts-'));
  // Archives within it are left alone.
  await unpackZip(path, unpacked, { limits, signal, opaque: () => true });
  return readUnpacked(unpacked, sink, context);
};
