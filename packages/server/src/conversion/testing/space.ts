import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noCounts } from '@fieldbridge/fieldjob/report/counts.ts';
import { FolderBlobs } from '../../storage/folder/folder-blobs.ts';
import type { Blobs } from '../../storage/port/blobs.ts';
import type { NameSets } from '../../storage/port/name-sets.ts';
import type { SpaceStore, WriteBody } from '../../storage/port/space-store.ts';
import { Checkpointer } from '../../storage/sqlite/checkpointer.ts';
import { SqliteNameSets } from '../../storage/sqlite/sqlite-name-sets.ts';
import { SqliteStore } from '../../storage/sqlite/sqlite-store.ts';
import type { ImportOutcome } from '../../work/converters/tasks/task-types.ts';
import { ExportStore } from '../export-store.ts';
import { FileStore } from '../file-store.ts';
import { ImportStore } from '../import-store.ts';
import { JobStore, type StoreQuotas } from '../job-store.ts';
import { conversionMigrations } from '../migrations.ts';
import { NameIndex } from '../name-index.ts';
import { ProgressRegistry } from '../progress-registry.ts';
import type { ImportKind, JobRow } from '../rows.ts';

/** The repositories of the conversion space on a store of their own, and helpers for tests. */
export interface TestSpace extends AsyncDisposable {
  readonly store: SpaceStore;
  readonly blobs: Blobs;
  readonly jobs: JobStore;
  readonly files: FileStore;
  readonly imports: ImportStore;
  readonly exports: ExportStore;
  readonly sets: NameSets;
  readonly names: NameIndex;
  readonly progress: ProgressRegistry;
  /** The clock of the stores; a test sets its time. */
  readonly clock: { time: number; now(): number; monotonic(): number };
  write<T>(body: WriteBody<T>): Promise<T>;
  /** Makes a job, of the organisation `org` by default. */
  job(organisationId?: string): Promise<JobRow>;
  /**
   * Makes a file of a job and queues its import; the ids are `name` and `import name`. Returns the id of the import.
   */
  queue(job: JobRow, name: string, kind?: ImportKind): Promise<string>;
}

/** The outcome of an import: empty, except for what is given. */
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
export async function openSpace(quotas: StoreQuotas = { jobs: 0, bytes: 0 }): Promise<TestSpace> {
  const folder = mkdtempSync(join(tmpdir(), 'conversion-space-'));
  const checkpointer = new Checkpointer();
  const store = new SqliteStore(join(folder, 'space.sqlite'), [conversionMigrations]);
  const sets = new SqliteNameSets(join(folder, 'names'), checkpointer);
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
    new JobStore(store, clock, () => quotas),
    new FileStore(store, clock),
    new ImportStore(store, clock),
  ];
  const write = <T>(body: WriteBody<T>): Promise<T> => store.write(body);
  return {
    ...{ store, clock, jobs, files, imports, write },
    exports: new ExportStore(store),
    sets,
    names: new NameIndex(sets, (jobId) => imports.owners(jobId)),
    progress: new ProgressRegistry(),
    blobs: await FolderBlobs.open(join(folder, 'blobs')),
    job: (organisationId = 'org') =>
      write((tx) => jobs.insert(tx, organisationId, { name: 'Site', unit: null, crs: null })),
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
      await write(async (tx) => {
        await files.insert(tx, name, jobId, file, 'none');
        await imports.insert(tx, { id, jobId, organisationId, fileId: name, kind, options: {} });
      });
      return id;
    },
    async [Symbol.asyncDispose]() {
      await sets.close();
      await store.close();
      await checkpointer.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
