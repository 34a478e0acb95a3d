import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { codesOf, imported } from '../../../testing/journeys.ts';
import { withModel, withPages } from '../../../testing/v8-file.ts';
import { putInt32, putUint16, putVaxDouble } from './v7/numbers.ts';
import { element, fileOf, HEAD, line, ORIGIN } from './v7/testing/elements.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');
const folder = mkdtempSync(join(tmpdir(), 'attachments-'));
after(() => rmSync(folder, { recursive: true }));

const namesOf = ({ layers }: FieldJob): string[] => Array.from({ length: layers.length }, (_, i) => layers.name(i));
const endsOf = ({ lines }: FieldJob, row: number): number[] => {
  const { coordinates: c } = lines.loadPath(row, new Path());
  return [0, 1, 3, 4].map((i) => Math.round(c[i]! * 1e6) / 1e6);
};

/** Every level in all eight views. */
const ALL_LEVELS = Array.from({ length: 64 }, () => 0xff);

/** An attachment of V7 (5 on level 9) by ISFF: a quarter turn to the left at half the size. */
function attachment(file: string, clip?: readonly number[], levels: readonly number[] = ALL_LEVELS): Uint8Array {
  const bytes = element({ type: 5, level: 9, body: new Uint8Array(534 - 36) });
  bytes.set(levels, 124);
  putUint16(bytes, 36, file.length);
  bytes.set(Buffer.from(file, 'latin1'), 38);
  for (const [i, value] of [1000, 2000].entries()) putInt32(bytes, 188 + 4 * i, value + ORIGIN[i]!);
  for (const [i, value] of [0, -1, 1, 0].entries()) putVaxDouble(bytes, 200 + 8 * i, value);
  putVaxDouble(bytes, 272, 0.5);
  for (const [i, value] of [100_000, 200_000].entries()) putInt32(bytes, 280 + 4 * i, value + ORIGIN[i]!);
  putUint16(bytes, 492, 5);
  const edge = 2 ** 31 - 1;
  const corners = clip ?? [-edge, -edge, edge, -edge, edge, edge, -edge, edge, -edge, -edge];
  for (const [i, value] of corners.entries()) putInt32(bytes, 494 + 4 * i, value);
  return bytes;
}

describe('files that V7 attaches', () => {
  it('are named with their place: ten of a real drawing', async () => {
    const { issues } = await imported(readFileSync(join(CORPUS, 'dgn/v7/testDGN7.dgn')), 'a.dgn');
    const files = issues.summary().filter(({ code }) => code === 'dgn-attached-file');
    assert.equal(issues.count('dgn-attached-file'), 10);
    assert.ok(files.some(({ parameters }) => parameters?.['file'] === 'j:\\special\\EmergMgtDOT\\wallst.dgn'));
    assert.equal(issues.count('dgn-clip-left-out'), 0);
  });

  // A position of the file at 1, 2 is at 100, 200; its origin and that of the drawing are the same here.
  writeFileSync(join(folder, 'part.dgn'), fileOf([line([1, 2], [11, 2])]));

  it('are read in their place from a folder of references', async () => {
    const { job, issues } = await imported(
      fileOf([attachment('J:\\x\\PART.DGN')]),
      'a.dgn',
      {},
      { references: folder },
    );
    assert.deepEqual(namesOf(job), ['part|Level 1']);
    assert.deepEqual(endsOf(job, 0), [100, 200, 100, 205]);
    assert.deepEqual([issues.count('attached-read'), issues.count('dgn-clip-left-out')], [1, 0]);
  });

  it('have positions in the unit of the drawing, whatever they state themselves', async () => {
    const millimetres = Uint8Array.from(HEAD);
    millimetres.set(Buffer.from('mm'), 1120);
    putInt32(millimetres, 1112, 1);
    mkdirSync(join(folder, 'mm'), { recursive: true });
    writeFileSync(join(folder, 'mm/part.dgn'), fileOf([line([1, 2], [11, 2])], millimetres));
    const { job } = await imported(
      fileOf([attachment('mm\\part.dgn')]),
      'a.dgn',
      {},
      { references: join(folder, 'mm') },
    );
    assert.deepEqual(endsOf(job, 0), [100, 200, 100, 205]);
  });

  it('have levels that no view of the drawing shows hidden', async () => {
    const levels = ALL_LEVELS.map((_, i) => [0, 0b100][i % 8] ?? 0xff);
    // In the third view one more is shown.
    levels[16] = 0b10;
    writeFileSync(join(folder, 'levels.dgn'), fileOf([1, 2, 11, 12].map((level) => line([0, 0], [1, 1], { level }))));
    const { job } = await imported(
      fileOf([attachment('levels.dgn', undefined, levels)]),
      'a.dgn',
      {},
      { references: folder },
    );
    const shown = Array.from({ length: job.layers.length }, (_, i) => job.layers.get(i)!);
    assert.deepEqual(
      shown.map(({ name, visible }) => [name, visible]),
      [
        ['levels|Level 1', false],
        ['levels|Level 2', true],
        ['levels|Level 11', true],
        ['levels|Level 12', false],
      ],
    );
  });

  it('with a clip boundary are read whole, which is reported', async () => {
    const clipped = attachment('part.dgn', [0, 0, 9, 0, 9, 9, 0, 9, 0, 0]);
    const { job, issues } = await imported(fileOf([clipped]), 'a.dgn', {}, { references: folder });
    assert.deepEqual([job.lines.length, issues.count('dgn-clip-left-out')], [1, 1]);
  });

  it('are ignored when deleted, nameless or cut off', async () => {
    const deleted = attachment('part.dgn');
    deleted[1] = deleted[1]! | 0x80;
    const short = element({ type: 5, level: 9, body: new Uint8Array(200) });
    const { issues } = await imported(fileOf([deleted, attachment(''), short, line([0, 0], [1, 1])]), 'a.dgn');
    assert.equal(issues.count('dgn-attached-file'), 0);
  });
});

describe('files that V8 attaches', () => {
  const real = join(CORPUS, '../drawings/dgn-v8/attachments');
  const [ATTACHMENT, CLIP_COUNT, CLIP] = [100, 0x16e, 0x170];

  /** A page with a clip boundary for each attachment: around its place, or around another one. */
  function clipped(page: Buffer, [east, north]: readonly [number, number]): Buffer {
    const parts: Buffer[] = [];
    for (let at = 0; at + 16 <= page.length; ) {
      const bytes = page.readUInt32LE(at + 8) * 2;
      const own = Buffer.from(page.subarray(at, at + 4 + bytes));
      at += 4 + bytes;
      if ((own.readUInt32LE(4) & 0xffff) !== ATTACHMENT || own.readUInt32LE(12) * 2 !== CLIP) {
        parts.push(own);
        continue;
      }
      const corners = Buffer.alloc(80);
      const size = 1e9;
      for (const [i, [e, n]] of [
        [-1, -1],
        [1, -1],
        [1, 1],
        [-1, 1],
        [-1, -1],
      ].entries()) {
        corners.writeDoubleLE((e! + east) * size, 16 * i);
        corners.writeDoubleLE((n! + north) * size, 16 * i + 8);
      }
      own.writeUInt32LE((bytes + 80) / 2, 8);
      own.writeUInt32LE((CLIP + 80) / 2, 12);
      own.writeUInt16LE(5, 4 + CLIP_COUNT);
      parts.push(own.subarray(0, 4 + CLIP), corners, own.subarray(4 + CLIP));
    }
    return Buffer.concat(parts);
  }

  for (const [name, place, texts] of [
    ['inside', [0, 0], 2],
    ['outside', [9, 0], 1],
  ] as const)
    it(`are shown ${name} their clip boundary only`, async () => {
      const change = { '/Dgn-Md/#000000/Dgn^C/$1': (page: Buffer) => clipped(page, place) };
      const drawing = withPages(readFileSync(join(real, 'ref1.dgn')), change);
      const { job, issues } = await imported(drawing, 'a.dgn', {}, { references: real });
      assert.equal(job.texts.length, texts);
      assert.equal(codesOf(issues).includes('attached-clipped'), texts === 1);
      assert.ok(codesOf(issues).includes('dgn-attached-levels'));
    });

  it('may be another model, also of a number above nine', async () => {
    const file = readFileSync(join(CORPUS, 'dgn/v8/test_dgnv8.dgn'));
    const { issues } = await imported(withModel(file, 0x1d, 'Kerbs', Buffer.alloc(0)), 'a.dgn');
    const [models] = issues.summary().filter(({ code }) => code === 'dgn-models');
    assert.match(String(models?.parameters?.['names']), /, Kerbs 0$/);
  });
});
