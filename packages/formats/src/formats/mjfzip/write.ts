import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Writer } from '../../core/format.ts';
import { type FileToPack, packZip } from '../../kit/zip/pack.ts';
import { mjfWriter } from '../mjf/write.ts';
import { DRAWINGS, JOB_NAME, MANIFEST_NAME, manifestText, type Part } from './manifest.ts';

/** Writes a job as a .mjfzip package: the manifest, the job, and the files of its drawings. */
export const writeMjfzip: Writer = async (job, path, context) => {
  const folder = mkdtempSync(join(context.workFolder, 'mjfzip-'));
  try {
    mkdirSync(join(folder, DRAWINGS));
    const drawingPath = (index: number): string => drawingName(job, index);
    await mjfWriter({ profile: 'job', drawingPath })(job, join(folder, JOB_NAME), context);
    const names = [JOB_NAME];
    for (const [index, { read }] of job.drawings.entries()) {
      if (read === null) continue;
      context.signal.throwIfAborted();
      const name = drawingPath(index);
      writeFileSync(join(folder, name), read());
      names.push(name);
    }
    const parts: Part[] = [];
    for (const name of names) parts.push(await partOf(folder, name));
    writeFileSync(join(folder, MANIFEST_NAME), manifestText(job.info.name, parts));
    const files = [MANIFEST_NAME, ...names].map((name): FileToPack => ({ name, path: join(folder, name) }));
    await packZip(files, path, context.signal);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A portable name for the file of a drawing; the number makes it unique. */
function drawingName(job: FieldJob, index: number): string {
  const plain = job.drawings[index]!.fileName.replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^[._]+/, '')
    .slice(-80);
  return `${DRAWINGS}${index + 1}-${plain === '' ? 'drawing' : plain}`;
}

async function partOf(folder: string, name: string): Promise<Part> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { path: name, size: statSync(path).size, sha256: hash.digest('hex') };
}
