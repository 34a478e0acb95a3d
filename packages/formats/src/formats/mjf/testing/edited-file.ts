import { copyFileSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type FieldJob, NO_PLACEMENT } from '@fieldbridge/fieldjob';
import { jobWith } from '@fieldbridge/formats/testing/traits.ts';
import { readMjf } from '../read.ts';
import { mjfWriter } from '../write.ts';
import { readContext, readJob, type TestFolder, writeJob } from './files.ts';

/** The result of reading an edited file: the job, and the codes and sentences of the issues. */
export interface Reading {
  readonly job: FieldJob;
  readonly issues: string[];
  /** The rows named in issues. */
  readonly handles: readonly (string | undefined)[];
}

/** A file of ours with one object of each kind, for edits by other programs. */
export class EditedFile {
  /** The file after the last edit. */
  readonly path: string;
  readonly #folder: TestFolder;
  readonly #ours: string;

  constructor(folder: TestFolder) {
    this.#folder = folder;
    this.#ours = folder.file('ours.mjf');
    this.path = folder.file('edited.mjf');
  }

  /** Writes the unedited file. */
  async write(): Promise<void> {
    await writeJob(mjfWriter({ profile: 'job' }), oneOfEach(), this.#ours, this.#folder.path);
  }

  /** Reads a copy after running SQL statements on it. */
  async after(...statements: string[]): Promise<Reading> {
    rmSync(this.path, { force: true });
    copyFileSync(this.#ours, this.path);
    const db = new DatabaseSync(this.path, { defensive: false, enableForeignKeyConstraints: false });
    // The triggers of the R-trees need functions that SQLite lacks.
    for (const name of ['ST_IsEmpty', 'ST_MinX', 'ST_MaxX', 'ST_MinY', 'ST_MaxY'])
      db.function(name, { varargs: true }, () => 0);
    for (const statement of statements) db.exec(statement);
    db.close();
    const context = readContext(this.#folder.path);
    const job = await readJob(readMjf, this.path, context);
    const issues = context.issues.summary();
    return { job, issues: issues.map(({ code }) => code), handles: issues.map(({ handle }) => handle) };
  }
}

function oneOfEach(): FieldJob {
  const job = jobWith({
    codeAttribute: { values: ['100', '200'] },
    alignment: {
      vertical: [{ station: 0, elevation: 50, curve: 'none', length: 0, radius: Number.NaN }],
      sections: [{ name: '1L', station: 10, points: Float64Array.of(0, 0, 5, -0.1) }],
      equations: [{ back: 50, ahead: 60 }],
      superelevation: [
        { startStation: 5, endStation: 9, events: [{ kind: 'FullSuperSta', value: 7 }], attributes: ['a', 'b'] },
      ],
    },
    point: { time: Date.UTC(2024, 4, 1), code: 'TREE', attributes: ['a', '1'] },
  });
  job.observations.push({ kind: 'SS', station: '1', target: '2', time: Number.NaN, values: ['1', '2'], source: -1 });
  job.sources.push({ fileName: 'a.dxf', format: 'dxf', sha256: '', importedAt: 5 });
  const bytes = Uint8Array.of(1, 2, 3);
  job.drawings.push({
    ...{ name: 'plan', fileName: 'plan.dxf', format: 'dxf', mediaType: '', sha256: '', size: 3, read: () => bytes },
    ...{
      placement: { ...NO_PLACEMENT, kind: 'point', from: [[1, 2]], to: [[3, 4]] },
      scene: jobWith({ only: ['point'] }),
      source: -1,
    },
  });
  return job;
}
