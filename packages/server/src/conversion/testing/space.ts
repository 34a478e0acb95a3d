import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import { SpaceDatabase } from '../../storage/database.ts';
import { FolderBlobs } from '../../storage/folder/folder-blobs.ts';
import type { Blobs } from '../../storage/port/blobs.ts';
import type { ImportOutcome } from '../../work/converters/tasks/task-types.ts';
import { ExportStore } from '../export-store.ts';
import { FileStore } from '../file-store.ts';
import { ImportStore } from '../import-store.ts';
import { JobStore, type Quotas } from '../job-store.ts';
import { conversionMigrations } from '../migrations.ts';
import { NameIndex } from '../name-index.ts';
import { ProgressRegistry } from '../progress-registry.ts';
import type { ImportKind, JobRow } from '../rows.ts';

/** The stores of the conversion space on a database of their own, and what a test does with them again and again. */
export interface TestSpace extends AsyncDisposable {
  readonly database: SpaceDatabase;
  readonly blobs: Blobs;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly imports: ImportStore;
  readonly exports: ExportStore;
  readonly names: NameIndex;
  readonly progress: ProgressRegistry;
  /** What the stores take for the time; a test sets it. */
  readonly clock: { time: number; now(): number; monotonic(): number };
  write<T>(work: () => T): Promise<T>;
  /** A job of an organisation, `org` unless told. */
  job(organisationId?: string): Promise<JobRow>;
  /** A file of a job and an import of it that waits; the ids are `name` and `import name`. */
  queue(job: JobRow, name: string, kind?: ImportKind): Promise<string>;
}

/** What an import brought, for a test that needs one: nothing, but for what is given. */
export function outcome(given: Partial<ImportOutcome> = {}): ImportOutcome {
  return {
    ...{
      format: 'csv',
      version: '',
      unit: 'metre',
      crs: 'local',
      counts: noCounts(),
      extent: null,
      layers: [],
      codes: [],
    },
    ...{ pointLists: [], source: [], issues: [], replaced: 0 },
    ...given,
  };
}

/** Opens a space in a temporary folder. */
export async function openSpace(quotas: Quotas = { jobs: 0, bytes: 0 }): Promise<TestSpace> {
  const folder = mkdtempSync(join(tmpdir(), 'conversion-space-'));
  const database = new SpaceDatabase(join(folder, 'space.sqlite'), [conversionMigrations]);
  const clock = {
    time: Date.UTC(2026, 0, 1),
    now() {
      return this.time;
    },
    monotonic() {
      return this.time;
    },
  };
  const [jobs, files, imports] = [
    new JobStore(database, clock, quotas),
    new FileStore(database, clock),
    new ImportStore(database, clock),
  ];
  const write = <T>(work: () => T): Promise<T> => database.writer.run(work);
  return {
    ...{ database, clock, jobs, files, imports, write },
    exports: new ExportStore(database, clock),
    names: new NameIndex(database),
    progress: new ProgressRegistry(),
    blobs: await FolderBlobs.open(join(folder, 'blobs')),
    job: (organisationId = 'org') =>
      write(() => jobs.insertWithin(organisationId, { name: 'Site', unit: null, crs: null })),
    async queue(job, name, kind = 'append') {
      const id = `import ${name}`;
      const file = {
        name: `${name}.csv`,
        requestedFormat: 'auto',
        format: 'csv',
        options: {},
        size: 10,
        sha256: '',
        blob: `blob ${name}`,
      };
      const { id: jobId, organisationId } = job;
      await write(() => {
        files.insertWithin(name, jobId, file, 'none');
        imports.insertWithin({ id, jobId, organisationId, fileId: name, kind, options: {} });
      });
      return id;
    },
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
