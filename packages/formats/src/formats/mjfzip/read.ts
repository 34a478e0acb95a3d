import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSource, readAll } from '../../core/byte-source.ts';
import type { Reader } from '../../core/format.ts';
import { unpackZip } from '../../kit/zip/unpack.ts';
import { readPackage } from '../mjf/read.ts';
import { checkParts, DRAWINGS, JOB_NAME } from './manifest.ts';

/**
 * Reads a .mjfzip package: unpacks it into the work folder, checks every part against the manifest, and reads the job.
 * The files of drawings stay in the work folder and are read on demand.
 */
export const readMjfzip: Reader = async (source, sink, context) => {
  const folder = mkdtempSync(join(context.workFolder, 'mjfzip-'));
  let { path } = source;
  if (path === undefined) {
    path = join(folder, 'package.zip');
    writeFileSync(path, readAll(source));
  }
  const { limits, signal } = context;
  // The file of a drawing may be an archive (such as KMZ), which is passed on unchanged.
  const opaque = (name: string): boolean => name.startsWith(DRAWINGS);
  const parts = checkParts(await unpackZip(path, mkdtempSync(join(folder, 'parts-')), { limits, signal, opaque }));
  const job = new FileSource(parts.get(JOB_NAME)!.path, `${source.name}/${JOB_NAME}`);
  try {
    return await readPackage(job, sink, context, (name) => {
      const part = parts.get(name);
      return part === undefined ? undefined : () => readFileSync(part.path);
    });
  } finally {
    job.close();
  }
};
