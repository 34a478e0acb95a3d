import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldJob } from '@fieldbridge/fieldjob';
import type { Writer } from '../../core/format.ts';
import { EarlyPieces } from '../../kit/zip/early-pieces.ts';
import { type FileToPack, type FirstEntry, type PackedFile, packZip } from '../../kit/zip/pack.ts';
import { mjfWriter } from '../mjf/write.ts';
import { DRAWINGS, JOB_NAME, MANIFEST_NAME, manifestText, type Part } from './manifest.ts';

/** Writes a job as a .mjfzip package: the manifest, the job, and the files of its drawings. */
export const writeMjfzip: Writer = async (job, path, context) => {
  const folder = mkdtempSync(join(context.workFolder, 'mjfzip-'));
  try {
    mkdirSync(join(folder, DRAWINGS));
    const drawingPath = (index: number): string => drawingName(job, index);
    const pieces = new EarlyPieces();
    const written = (bytes: Uint8Array, position: number): void => pieces.add(bytes, position);
    try {
      await mjfWriter({ profile: 'job', drawingPath, written })(job, join(folder, JOB_NAME), context);
      const files: FileToPack[] = [{ name: JOB_NAME, path: join(folder, JOB_NAME), pieces }];
      for (const [index, { read }] of job.drawings.entries()) {
        if (read === null) continue;
        context.signal.throwIfAborted();
        const name = drawingPath(index);
        writeFileSync(join(folder, name), read());
        files.push({ name, path: join(folder, name) });
      }
      await packZip(files, path, { signal: context.signal, first: manifestOf(job.info.name, files) });
    } finally {
      await pieces.settled();
    }
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

/** The manifest as the first entry: sizes are known beforehand, and digests have one length. */
function manifestOf(name: string, files: readonly FileToPack[]): FirstEntry {
  const text = (parts: readonly PackedFile[]): Buffer =>
    Buffer.from(
      manifestText(
        name,
        parts.map(({ name: path, size, sha256 }): Part => ({ path, size, sha256 })),
      ),
    );
  const unknown = '0'.repeat(64);
  const size = text(files.map((file) => ({ name: file.name, size: statSync(file.path).size, sha256: unknown }))).length;
  return { name: MANIFEST_NAME, size, content: text };
}
