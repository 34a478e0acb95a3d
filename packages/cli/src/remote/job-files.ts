import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Download, JobStatus, UploadOptions } from '@fieldbridge/client';
import { EXIT } from '../command.ts';
import { namedOptions } from '../named-values.ts';
import { type OutputFile, outputFile } from '../output-file.ts';
import { ProgressLine } from '../progress-line.ts';
import { many, one, type RemoteCall, type RemoteOptions } from './action.ts';

/** Options of the import of a file. */
export const IMPORT_OPTIONS = { from: 'FORMAT', unit: 'U', crs: 'SYSTEM', option: 'NAME=VALUE…' } as const;

/** The options of an import in the form that the client takes. */
export function importOptions(options: RemoteOptions): { format?: string; options: Record<string, string> } {
  const format = one(options, 'from');
  const own = { unit: one(options, 'unit'), crs: one(options, 'crs') };
  return { ...(format !== undefined && { format }), options: namedOptions(many(options, 'option'), own) };
}

/** A file that is sent, with its progress. */
export async function sending(
  path: string,
  progress: ProgressLine,
  { signal }: RemoteCall['io'],
): Promise<{ blob: Blob; upload: UploadOptions }> {
  const blob = await openAsBlob(path);
  progress.expect(blob.size);
  const onProgress = (bytes: number): void => progress.step(bytes, blob.size, `sending ${basename(path)}`);
  return { blob, upload: { filename: basename(path), onProgress, signal } };
}

/** Sends files into a job, one after another, and waits for their imports. */
export async function importFiles(jobId: string, files: readonly string[], call: RemoteCall): Promise<JobStatus> {
  const { client, io, options } = call;
  const progress = new ProgressLine(io);
  try {
    for (const path of files) {
      const { blob, upload } = await sending(path, progress, io);
      await client.jobs.append(jobId, blob, { ...upload, ...importOptions(options) });
    }
    return await awaitImports(jobId, call, progress);
  } finally {
    progress.end();
  }
}

/** Waits until no import of a job is waiting or running. */
export function awaitImports(
  jobId: string,
  { client, io }: Pick<RemoteCall, 'client' | 'io'>,
  progress: ProgressLine,
): Promise<JobStatus> {
  const onStatus = ({ progress: percent, phase }: JobStatus): void => progress.step(percent, 100, phase);
  return client.jobs.waitFor(jobId, { signal: io.signal, onStatus });
}

/** The exit status for the outcome of a job's imports. */
export function exitOf({ result }: Pick<JobStatus, 'result'>): number {
  if (result === 'failed') return EXIT.failed;
  return result === 'partialSuccess' ? EXIT.partial : EXIT.done;
}

/** Checks the file that `--output` names before long work is done for it. @throws UsageError, PathError */
export function outputOf({ options, io }: RemoteCall, inputs: readonly string[]): Promise<OutputFile> {
  return outputFile(one(options, 'output')!, inputs, { force: options['force'] === true, ask: io.ask });
}

/** Receives a file beside its destination, and moves it there when it is complete. @returns its bytes */
export async function receive(
  output: OutputFile,
  io: RemoteCall['io'],
  open: (onProgress: (bytes: number, total: number | undefined) => void) => Promise<Download>,
): Promise<number> {
  const progress = new ProgressLine(io);
  let received = 0;
  try {
    const download = await open((bytes, total = 0) => progress.step(bytes, total, 'receiving'));
    const chunks = download.stream();
    await writeFile(
      output.half,
      (async function* () {
        for await (const chunk of chunks) {
          received += chunk.length;
          yield chunk;
        }
      })(),
    );
    output.keep();
    return received;
  } finally {
    progress.end();
    output.drop();
  }
}
