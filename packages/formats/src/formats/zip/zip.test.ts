import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { codesOf, imported } from '../../../testing/journeys.ts';
import { FormatError } from '../../core/failure.ts';
import { rawZip } from '../../kit/zip/testing.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../shared/corpus');

/** A drawing with a line on layer Kerb that attaches other files at 10, 20. */
function drawing(...attached: readonly string[]): Buffer {
  const groups: (string | number)[] = [0, 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, 6, 0, 'ENDSEC'];
  groups.push(0, 'SECTION', 2, 'BLOCKS');
  for (const [i, path] of attached.entries())
    groups.push(0, 'BLOCK', 8, 0, 2, `x${i}`, 70, 4, 10, 0, 20, 0, 30, 0, 3, `x${i}`, 1, path, 0, 'ENDBLK', 8, 0);
  groups.push(0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES');
  groups.push(0, 'LINE', 8, 'Kerb', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0);
  for (const i of attached.keys()) groups.push(0, 'INSERT', 8, 0, 2, `x${i}`, 10, 10, 20, 20, 30, 0);
  return Buffer.from([...groups, 0, 'ENDSEC', 0, 'EOF', ''].join('\n'));
}

const archiveOf = (files: Readonly<Record<string, Buffer>>): Buffer =>
  rawZip(Object.entries(files).map(([name, data]) => ({ name, data, deflate: true })));

const layersOf = ({ lines, texts, layers }: FieldJob): string[] =>
  [lines, texts].flatMap((table) =>
    Array.from({ length: table.length }, (_, row) => layers.get(table.layer.get(row))?.name ?? ''),
  );

const code = async (run: Promise<unknown>): Promise<string> => {
  const error = await run.then(
    () => assert.fail('it was read'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof FormatError, String(error));
  return error.code;
};

describe('an archive of drawings', () => {
  const site = {
    'site/parts/kerb.dxf': drawing('..\\tree.dxf'),
    'site/tree.dxf': drawing(),
    'site/main.dxf': drawing('C:\\Job\\parts\\kerb.dxf'),
    'site/readme.txt': Buffer.from('as built'),
    '__MACOSX/site/._main.dxf': drawing(),
  };

  it('is read as the one that no other attaches, with the others in their places', async () => {
    const { job, issues } = await imported(archiveOf(site), 'site.zip');
    assert.deepEqual(layersOf(job), ['Kerb', 'kerb|Kerb', 'kerb|tree|Kerb']);
    const { coordinates } = job.lines.loadPath(2, new Path());
    assert.deepEqual([...coordinates.subarray(0, 2)], [20, 40]);
    assert.deepEqual(
      codesOf(issues).filter((one) => one.startsWith('archive')),
      ['archive-drawing'],
    );
  });

  it('of design files, as another program packed it', async () => {
    const folder = join(CORPUS, '../drawings/dgn-v8/attachments');
    const files = readdirSync(folder).map((name) => [`a/${name}`, readFileSync(join(folder, name))] as const);
    const { job } = await imported(archiveOf(Object.fromEntries(files)), 'a.zip');
    assert.deepEqual(layersOf(job), [
      'ref1|Default',
      'ref1|commonref|Default',
      'ref2|Default',
      'ref2|commonref|Default',
    ]);
  });

  it('with a single drawing, and with the options of its format', async () => {
    const { job } = await imported(archiveOf({ 'a.dxf': drawing() }), 'a.zip', { drawingUnit: 'mm' });
    assert.equal(job.lines.loadPath(0, new Path()).coordinates[3], 0.001);
  });

  it('with several is read as the one that the option names, regardless of case', async () => {
    const two = archiveOf({ 'north/a.dxf': drawing(), 'south/a.dxf': drawing('b.dxf') });
    assert.equal(await code(imported(two, 'a.zip')), 'archive-drawings');
    assert.equal(await code(imported(two, 'a.zip', { file: 'a.dxf' })), 'archive-drawings');
    assert.equal(await code(imported(two, 'a.zip', { file: 'c.dxf' })), 'archive-drawings');
    const { issues } = await imported(two, 'a.zip', { file: 'South\\A.dxf' });
    assert.ok(codesOf(issues).includes('attached-missing'));
  });

  it('whose drawings attach each other in a circle is refused until one is named', async () => {
    const circle = archiveOf({ 'a.dxf': drawing('b.dxf'), 'b.dxf': drawing('a.dxf') });
    assert.equal(await code(imported(circle, 'c.zip')), 'archive-drawings');
    const { job, issues } = await imported(circle, 'c.zip', { file: 'b.dxf' });
    assert.deepEqual(layersOf(job), ['Kerb', 'a|Kerb']);
    assert.ok(codesOf(issues).includes('attached-circle'));
  });

  it('without a drawing is refused', async () => {
    assert.equal(await code(imported(archiveOf({ 'a.txt': Buffer.from('1 2 3') }), 'a.zip')), 'archive-no-drawing');
    assert.equal(await code(imported(archiveOf({ 'a.dwg': Buffer.alloc(999, 7) }), 'a.zip')), 'archive-no-drawing');
  });

  it('with an attached file that is damaged gives the rest', async () => {
    const files = { 'a.dxf': drawing('b.dwg'), 'b.dwg': Buffer.concat([Buffer.from('AC1015'), Buffer.alloc(500, 1)]) };
    const { job, issues } = await imported(archiveOf(files), 'a.zip', { file: 'a.dxf' });
    assert.deepEqual(layersOf(job), ['Kerb']);
    assert.ok(codesOf(issues).includes('attached-not-read'));
  });

  it('that is damaged anywhere is read or refused with a code', async () => {
    const whole = archiveOf(site);
    for (let seed = 1; seed <= 300; seed++) {
      const bytes = Buffer.from(whole);
      for (let i = 0; i <= seed % 4; i++)
        bytes[4 + ((seed * 2_654_435_761 + i * 40_503) % (bytes.length - 4))]! ^= 1 << (seed % 8);
      try {
        await imported(bytes, 'site.zip');
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }
  });
});
