import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { JobStatus } from '@fieldbridge/client';
import { unitInWords } from '@fieldbridge/fieldjob';
import { UsageError } from '../command.ts';
import { counted } from '../counted.ts';
import { namedValues } from '../named-values.ts';
import { PathError } from '../path-error.ts';
import { ProgressLine } from '../progress-line.ts';
import { many, one, type RemoteAction, type RemoteCall, type RemoteResult } from './action.ts';
import {
  awaitImports,
  exitOf,
  IMPORT_OPTIONS,
  importFiles,
  importOptions,
  outputOf,
  receive,
  sending,
} from './job-files.ts';
import { limited } from './limited.ts';
import { fieldLines, textTable } from './text-table.ts';

const OUTPUT = { output: '!FILE', force: '' } as const;
const EXPORT_OPTIONS = { 'out-option': 'NAME=VALUE…' } as const;

/** The actions of `fieldbridge jobs`. */
export const JOB_ACTIONS: readonly RemoteAction[] = [
  {
    name: 'list',
    summary: 'list the jobs of the organisation',
    operands: [],
    options: { limit: 'N' },
    run: async (call) => {
      const items = await limited(call.client.jobs.iterate({ signal: call.io.signal }), call);
      const rows = items.map(({ jobId, name, unit, crs, bytes, modifiedAt }) => ({
        ...{ job: jobId, name, unit: unit && unitInWords(unit), crs, bytes, modified: modifiedAt },
      }));
      return { value: { items }, text: textTable(rows) };
    },
  },
  {
    name: 'convert',
    summary: 'convert files; several become one job. Nothing stays on the server',
    operands: ['FILE…'],
    options: { to: '!FORMAT', ...OUTPUT, ...IMPORT_OPTIONS, ...EXPORT_OPTIONS },
    run: convert,
  },
  {
    name: 'create',
    summary: 'make a job, from files if any are named',
    operands: ['[FILE…]'],
    options: { name: 'TEXT', ...IMPORT_OPTIONS },
    run: async (call) => {
      const { client, operands, options, io } = call;
      const [unit, crs] = [one(options, 'unit'), one(options, 'crs')];
      const { jobId } = await client.jobs.create({ name: one(options, 'name'), unit, crs }, { signal: io.signal });
      // If a file fails, the job exists, with the files before it.
      if (!call.json) io.err(`job ${jobId}\n`);
      // Unit and system here are those of the job, not those assumed for files.
      const ofFiles = { ...options, unit: undefined, crs: undefined };
      return shown(await importFiles(jobId, operands, { ...call, options: ofFiles }));
    },
  },
  {
    name: 'add',
    summary: 'import files into a job',
    operands: ['JOB', 'FILE…'],
    options: IMPORT_OPTIONS,
    run: async (call) => shown(await importFiles(call.operands[0]!, call.operands.slice(1), call)),
  },
  {
    name: 'show',
    summary: 'show the state of a job and its imports',
    operands: ['JOB'],
    options: {},
    run: async ({ client, operands: [jobId], io }) => {
      const status = await client.jobs.status(jobId!, { signal: io.signal });
      return { ...shown(status), exit: 0 };
    },
  },
  {
    name: 'wait',
    summary: 'wait until the imports of a job are done; 3 if in part, 1 if they failed',
    operands: ['JOB'],
    options: {},
    run: async (call) => {
      const progress = new ProgressLine(call.io);
      return shown(await awaitImports(call.operands[0]!, call, progress).finally(() => progress.end()));
    },
  },
  {
    name: 'report',
    summary: 'send a file and print its contents: the filter, to be edited and passed to import',
    operands: ['JOB', 'FILE'],
    options: IMPORT_OPTIONS,
    run: async ({ client, operands: [jobId, file], options, io }) => {
      const progress = new ProgressLine(io);
      try {
        const { blob, upload } = await sending(file!, progress, io);
        const report = await client.jobs.report(jobId!, blob, { ...upload, ...importOptions(options) });
        // The report is always a document: people edit it, and `import` reads it.
        return { value: report, text: `${JSON.stringify(report, null, 2)}\n` };
      } finally {
        progress.end();
      }
    },
  },
  {
    name: 'import',
    summary: 'import the selection of a report',
    operands: ['REPORT'],
    options: {},
    run: async (call) => {
      const { client, operands, io } = call;
      const report = await reportIn(operands[0]!);
      const { jobId } = await client.jobs.importFiltered(report, { signal: io.signal });
      const progress = new ProgressLine(io);
      return shown(await awaitImports(jobId, call, progress).finally(() => progress.end()));
    },
  },
  {
    name: 'export',
    summary: 'write a job to a file, as a job package unless --to names a format',
    operands: ['JOB'],
    options: { to: 'FORMAT', ...OUTPUT, ...EXPORT_OPTIONS },
    run: async (call) => {
      const { client, operands, options, io } = call;
      const query = namedValues(many(options, 'out-option'));
      const output = await outputOf(call, []);
      const bytes = await receive(output, io, (onProgress) =>
        client.jobs.download(operands[0]!, one(options, 'to'), { options: query, onProgress, signal: io.signal }),
      );
      return written(call, bytes);
    },
  },
  {
    name: 'delete',
    summary: 'delete jobs from the server',
    operands: ['JOB…'],
    options: {},
    run: async ({ client, operands, io }) => {
      for (const jobId of operands) await client.jobs.delete(jobId, { signal: io.signal });
      return { value: { deleted: operands }, text: `${counted(operands.length, 'jobs')} deleted\n` };
    },
  },
];

async function convert(call: RemoteCall): Promise<RemoteResult> {
  const { client, operands, options, io } = call;
  const to = one(options, 'to')!;
  const ofTarget = namedValues(many(options, 'out-option'));
  const output = await outputOf(call, operands);
  if (operands.length === 1) {
    const { format: from, options: ofSource } = importOptions(options);
    const targets = Object.fromEntries(Object.entries(ofTarget).map(([name, value]) => [`to.${name}`, value]));
    const progress = new ProgressLine(io);
    const bytes = await receive(output, io, async () => {
      const { blob, upload } = await sending(operands[0]!, progress, io);
      const query = { ...ofSource, ...targets };
      const { onProgress } = upload;
      return client.jobs
        .convert(blob, { ...upload, onProgress, to, options: query, ...(from !== undefined && { from }) })
        .finally(() => progress.end());
    });
    return written(call, bytes);
  }
  const { jobId } = await client.jobs.create({ name: basename(operands[0]!) }, { signal: io.signal });
  try {
    const status = await importFiles(jobId, operands, call);
    const failed = status.imports.find(({ failure }) => failure !== null);
    if (failed !== undefined) throw new PathError(failed.failure!.code, `${failed.name}: ${failed.failure!.text}`);
    const bytes = await receive(output, io, (onProgress) =>
      client.jobs.download(jobId, to, { options: ofTarget, onProgress, signal: io.signal }),
    );
    return { ...written(call, bytes), exit: exitOf(status) };
  } finally {
    // Also after Ctrl-C; if the server is unreachable, its retention deletes the job.
    await client.jobs.delete(jobId).catch(() => {});
    output.drop();
  }
}

function written({ options }: RemoteCall, bytes: number): RemoteResult {
  const file = one(options, 'output')!;
  return { value: { output: file, bytes }, text: `${file}: ${counted(bytes, 'bytes')}\n` };
}

function shown(status: JobStatus): RemoteResult {
  const { jobId, state, result, revision, expiresAt, imports } = status;
  const rows = imports.map((one) => ({
    file: one.name,
    format: one.format,
    result: one.result ?? `${one.state} ${one.progress} %`,
    read: one.read,
    written: one.written,
    skipped: one.skipped,
    warnings: one.issues.warnings,
    errors: one.issues.errors,
    reason: one.failure?.text,
  }));
  const head = fieldLines({ job: jobId, state, result, revision, expires: expiresAt });
  return { value: status, text: rows.length === 0 ? head : `${head}\n${textTable(rows)}`, exit: exitOf(status) };
}

/** @throws UsageError if it is not a report */
async function reportIn(file: string): Promise<{ jobId: string; fileId: string }> {
  const text = await readFile(file, 'utf8');
  let report: { jobId?: unknown; fileId?: unknown } | null = null;
  try {
    report = JSON.parse(text);
  } catch {
    // Reported below.
  }
  if (typeof report?.jobId !== 'string' || typeof report.fileId !== 'string')
    throw new UsageError(`${file} is not a report of "fieldbridge jobs report": jobId or fileId is missing`);
  return report as { jobId: string; fileId: string };
}
