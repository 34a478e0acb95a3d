import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { readWith } from '../../../../testing/run-format.ts';
import { withPages } from '../../../../testing/v8-file.ts';
import { dgn } from '../format.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const pathOf = (name: string): string => join(CORPUS, '../drawings/dgn-v8', `${name}.dgn`);
/** A test of a drawing; skipped by its name when the drawing is not there. */
const drawing = (name: string, what: string, run: (file: Buffer) => Promise<void>): void =>
  void it(`${name}: ${what}`, { skip: existsSync(pathOf(name)) ? false : `${name}.dgn is not there` }, async () =>
    run(readFileSync(pathOf(name))),
  );
const jobOf = async (file: Uint8Array): Promise<FieldJob> => (await readWith(dgn, file)).job;
const lineTypesOf = ({ layers }: FieldJob) =>
  new Map(Array.from({ length: layers.length }, (_, i) => [layers.name(i), layers.get(i)?.lineType]));

/** The patterns that AutoCAD defines under these names (acad.lin), in inches. */
const ACAD: readonly (readonly [string, readonly number[]])[] = [
  ['center', [1.25, -0.25, 0.25, -0.25]],
  ['dashed', [0.5, -0.25]],
  ['hidden', [0.25, -0.125]],
  ['hidden2', [0.125, -0.0625]],
];
const INCHES_PER_FOOT = 12;

describe('V8: line styles of a drawing', () => {
  for (const [name, inches] of ACAD)
    drawing('problem_dims', `${name}, which came from AutoCAD, has its dashes in feet`, async (file) => {
      const dashes = (await jobOf(file)).info.lineDashes?.[name] ?? [];
      assert.deepEqual(
        dashes.map((length) => Math.round(length * INCHES_PER_FOOT * 1e9) / 1e9),
        inches,
      );
    });
  drawing('problem_dims', 'levels have their line styles by name', async (file) => {
    assert.equal(lineTypesOf(await jobOf(file)).get('L-TXTHGT'), 'Continuous');
  });
  drawing('2dMetricGeneral', 'what is solid on a level that is not is continuous', async (file) => {
    const { lines, layers } = await jobOf(file);
    const seen = Array.from({ length: lines.length }, (_, row) => [
      layers.get(lines.layer.get(row))?.lineType,
      lines.lineType.get(row),
    ]);
    assert.deepEqual([...new Set(seen.map(String))], ['Sketchy 06 V2,CONTINUOUS']);
  });
  drawing('t1', 'weights by level are those of the level: titles have 2', async (file) => {
    const { texts, layers } = await jobOf(file);
    const weights = new Map<string, Set<unknown>>();
    for (let row = 0; row < texts.length; row++) {
      const name = layers.name(texts.layer.get(row));
      const [, weight] = texts.attributes.get(row) ?? [];
      weights.set(name, (weights.get(name) ?? new Set()).add(weight));
    }
    assert.deepEqual(weights.get('ANNO-TITL'), new Set(['2']));
  });
});

describe('V8: damaged line styles', () => {
  const MOST_PAGES = 100;
  const [ENTRY, COMPONENTS, COUNT, NUMBER] = [95, 8, 0x198, 0x5c];
  /** Changes the entries of a table in an unpacked page. */
  const changed = (page: Buffer, kind: number, change: (entry: Buffer) => void): Buffer => {
    for (let at = 4; at + 16 <= page.length; at += page.readUInt32LE(at + 4) * 2 + 4) {
      const entry = page.subarray(at, at + page.readUInt32LE(at + 4) * 2);
      if ((entry.readUInt32LE(0) & 0xffff) === ENTRY && entry.readUInt32LE(0x0c) === kind) change(entry);
    }
    return page;
  };
  for (const [what, kind, change] of [
    ['too many strokes', COMPONENTS, (entry: Buffer) => entry.writeUInt32LE(0xffffffff, COUNT)],
    ['endless strokes', COMPONENTS, (entry: Buffer) => entry.length > 0x1a4 && entry.writeDoubleLE(Infinity, 0x19c)],
    ['an entry that is too short', COMPONENTS, (entry: Buffer) => entry.writeUInt32LE(0x20, 8)],
    ['names without a number', 7, (entry: Buffer) => entry.writeInt32LE(0, NUMBER)],
  ] as const)
    drawing('problem_dims', `${what}: the lines are drawn, without dashes`, async (file) => {
      const numbers = Array.from({ length: MOST_PAGES }, (_, i) => `/Dgn^Nm/$${i}`);
      const pages = Object.fromEntries(numbers.map((path) => [path, (page: Buffer) => changed(page, kind, change)]));
      const [job, whole] = [await jobOf(withPages(file, pages)), await jobOf(file)];
      assert.equal(job.lines.length, whole.lines.length);
      const known = Object.keys(job.info.lineDashes ?? {}).length;
      assert.ok(known < Object.keys(whole.info.lineDashes ?? {}).length, String(known));
    });
});
