import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Ran, runWords } from '../../testing/run-words.ts';

const folder = mkdtempSync(join(tmpdir(), 'check-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const CLEAN = 'name,easting,northing,elevation\nA,440000,5540000,12\nB,440010,5540000,13\n';
const SWAPPED = 'name,easting,northing,elevation\nA,5540000,440000,12\nB,5540000,440010,13\n';

const run = (...args: string[]): Promise<Ran> => runWords(['check', ...args]);

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('fieldbridge check', () => {
  it('ends with 0 and says so where there is nothing to find', async () => {
    const { code, out } = await run(file('clean.csv', CLEAN), '--unit', 'm', '--crs', 'EPSG:25832');
    assert.deepEqual([code, out], [0, 'nothing was found\n']);
  });

  it('ends with 3 after a warning, with its place and its cure', async () => {
    const { code, out } = await run(file('swapped.csv', SWAPPED), '--unit', 'm', '--crs', 'EPSG:25832');
    assert.equal(code, 3);
    assert.match(out, /^warning: .*outside the area of EPSG:25832 .*exchanged.*; read the file again with swap=true$/m);
    assert.match(out, /^ {4}at 5540000\.000 440005\.000$/m);
  });

  it('follows its cure', async () => {
    const words = ['--unit', 'm', '--crs', 'EPSG:25832', '--option', 'swap=true'];
    assert.equal((await run(file('swapped.csv', SWAPPED), ...words)).code, 0);
  });

  describe('advises of coordinates in millimetres what can be done', () => {
    const group = (...parts: readonly (string | number)[]): string => `${parts.join('\n')}\n`;
    const line = [0, 'LINE', 10, 440_000_000, 20, 5_540_000_000, 11, 440_010_000, 21, 5_540_000_000];
    const drawing = group(0, 'SECTION', 2, 'ENTITIES', ...line, 0, 'ENDSEC', 0, 'EOF');
    const table = CLEAN.replace(/(440|5540)(\d{3}),/g, '$1$2000,');
    const words = ['--crs', 'EPSG:25832'];
    for (const [name, text, advice] of [
      ['mm.csv', table, 'have the coordinates written in metres'],
      ['mm.dxf', drawing, 'read the file again with drawingUnit=mm'],
    ] as const)
      it(name, async () => {
        const { code, out } = await run(file(name, text), ...words);
        assert.equal(code, 3);
        const found = /^warning: .* a thousand times smaller it would lie inside; (.*)$/m.exec(out);
        assert.equal(found?.[1], advice, out);
      });

    it('and the drawing follows it', async () => {
      const { out } = await run(file('mm.dxf', drawing), ...words, '--option', 'drawingUnit=mm');
      assert.doesNotMatch(out, /outside the area/);
    });
  });

  it('prints one document with --json', async () => {
    const { code, out } = await run(file('clean.csv', CLEAN), '--json');
    const { format, unit, counts, findings } = JSON.parse(out);
    assert.deepEqual([code, format, unit, counts.points], [0, 'csv', 'metre', 2]);
    assert.deepEqual(
      findings.map(({ code, level }: { code: string; level: string }) => [code, level]),
      [['check-no-system', 'note']],
    );
  });

  it('refuses two files, and none', async () => {
    assert.equal((await run()).code, 2);
    assert.equal((await run('a', 'b')).code, 2);
  });
});
