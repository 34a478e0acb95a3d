import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runWords } from '../../testing/run-words.ts';

const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../shared/corpus');
const DGN = join(CORPUS, '../drawings/dgn-v8/attachments');
const folder = mkdtempSync(join(tmpdir(), 'references-'));
after(() => rmSync(folder, { recursive: true }));
const at = (name: string): string => join(folder, name);
mkdirSync(at('refs/deep'), { recursive: true });

interface Insert {
  readonly path: string;
  readonly east: number;
  readonly north: number;
  readonly scale?: number;
  readonly degrees?: number;
}

/** A drawing with a line from 0, 0 to 1, 0 on layer Kerb, and inserts of other files; millimetres are unit 4. */
function drawing(name: string, unit: number, inserts: readonly Insert[] = []): void {
  const groups: (string | number)[] = ['0', 'SECTION', 2, 'HEADER', 9, '$INSUNITS', 70, unit, 0, 'ENDSEC'];
  groups.push(0, 'SECTION', 2, 'BLOCKS');
  for (const [i, { path }] of inserts.entries())
    groups.push(0, 'BLOCK', 8, 0, 2, `x${i}`, 70, 4, 10, 0, 20, 0, 30, 0, 3, `x${i}`, 1, path, 0, 'ENDBLK', 8, 0);
  groups.push(0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES');
  groups.push(0, 'LINE', 8, 'Kerb', 10, 0, 20, 0, 30, 0, 11, 1, 21, 0, 31, 0);
  for (const [i, { east, north, scale = 1, degrees = 0 }] of inserts.entries())
    groups.push(
      0,
      'INSERT',
      8,
      0,
      2,
      `x${i}`,
      10,
      east,
      20,
      north,
      30,
      0,
      41,
      scale,
      42,
      scale,
      43,
      scale,
      50,
      degrees,
    );
  groups.push(0, 'ENDSEC', 0, 'EOF');
  writeFileSync(at(name), `${groups.join('\n')}\n`);
}

type Geometry =
  | { readonly type: 'Point'; readonly coordinates: number[] }
  | { readonly type: 'LineString'; readonly coordinates: number[][] };

interface Line {
  readonly layer: string;
  readonly ends: readonly (readonly number[])[];
}

async function converted(file: string, ...words: string[]): Promise<{ lines: Line[]; codes: string[]; code: number }> {
  const out = at('out.geojson');
  const ran = await runWords(['convert', file, out, '--force', '--json', ...words]);
  if (ran.code === 2 || ran.code === 1) return { lines: [], codes: [ran.err], code: ran.code };
  const { features } = JSON.parse(readFileSync(out, 'utf8'));
  const { issues } = JSON.parse(ran.out);
  return {
    lines: features.map(({ geometry, properties }: { geometry: Geometry; properties: Line }) => ({
      layer: properties.layer,
      ends: (geometry.type === 'Point' ? [geometry.coordinates] : geometry.coordinates).map((place) =>
        place.slice(0, 2).map((value) => Math.round(value * 1e6) / 1e6),
      ),
    })),
    codes: issues.map(({ code }: { code: string }) => code),
    code: ran.code,
  };
}

describe('attached files', () => {
  drawing('plain.dxf', 6, [{ path: 'C:\\Job\\part.dxf', east: 10, north: 20 }]);
  drawing('refs/part.dxf', 6, [{ path: '.\\deep\\inner.dxf', east: 100, north: 0, scale: 2, degrees: 90 }]);
  drawing('refs/deep/inner.dxf', 6);

  test('are only named when no folder is given', async () => {
    const { lines, codes } = await converted(at('plain.dxf'));
    assert.deepEqual(
      lines.map(({ layer }) => layer),
      ['0', 'Kerb'],
    );
    assert.ok(codes.includes('xref-not-read'));
  });

  test('are drawn in their places on layers of their own, with those that they attach', async () => {
    const { lines, codes } = await converted(at('plain.dxf'), '--references', at('refs'));
    assert.deepEqual(lines, [
      {
        layer: 'Kerb',
        ends: [
          [0, 0],
          [1, 0],
        ],
      },
      {
        layer: 'part|Kerb',
        ends: [
          [10, 20],
          [11, 20],
        ],
      },
      {
        layer: 'part|inner|Kerb',
        ends: [
          [110, 20],
          [110, 22],
        ],
      },
    ]);
    assert.equal(codes.filter((code) => code === 'attached-read').length, 2);
  });

  test('have the numbers of the drawing, whatever unit they state, as in AutoCAD', async () => {
    // A file in metres, which AutoCAD inserts into a drawing in millimetres with a scale of 1000.
    drawing('mm.dxf', 4, [{ path: 'deep/inner.dxf', east: 5000, north: 0, scale: 1000 }]);
    const { lines } = await converted(at('mm.dxf'), '--references', at('refs'));
    assert.deepEqual(lines.at(-1), {
      layer: 'inner|Kerb',
      ends: [
        [5, 0],
        [6, 0],
      ],
    });
  });

  test('that attach each other are read once', async () => {
    drawing('refs/a.dxf', 6, [{ path: 'b.dxf', east: 1, north: 0 }]);
    drawing('refs/b.dxf', 6, [{ path: 'A.DXF', east: 1, north: 0 }]);
    const { lines, codes } = await converted(at('refs/a.dxf'), '--references', at('refs'));
    assert.deepEqual(
      lines.map(({ layer }) => layer),
      ['Kerb', 'b|Kerb'],
    );
    assert.ok(codes.includes('attached-circle'));
  });

  test('that are missing or in no known format are reported', async () => {
    writeFileSync(at('refs/noise.dwg'), Buffer.alloc(4096, 7));
    drawing('lost.dxf', 6, [
      { path: 'nowhere.dwg', east: 1, north: 2 },
      { path: 'noise.dwg', east: 1, north: 2 },
    ]);
    const { codes, code } = await converted(at('lost.dxf'), '--references', at('refs'));
    assert.deepEqual(codes.filter((one) => one.startsWith('attached')).toSorted(), [
      'attached-missing',
      'attached-not-read',
    ]);
    assert.equal(code, 3);
  });

  test('more than a thousand, each attaching more, are not all read', async () => {
    const many = Array.from({ length: 40 }, (_, i) => ({ path: `level${i % 2}.dxf`, east: i, north: 0 }));
    drawing('refs/level0.dxf', 6, many);
    drawing('refs/level1.dxf', 6, many);
    drawing('many.dxf', 6, many);
    const { codes } = await converted(at('many.dxf'), '--references', at('refs'));
    assert.ok(codes.includes('attached-limit'));
  });

  test('need a folder', async () => {
    const { codes, code } = await converted(at('plain.dxf'), '--references', at('plain.dxf'));
    assert.deepEqual([code, /--references needs a folder/.test(codes[0]!)], [2, true]);
  });

  test('of DGN V8 are found by name, and bring in what an empty master shows', async () => {
    const { lines, codes } = await converted(join(DGN, 'master.dgn'), '--references', DGN);
    assert.deepEqual(
      lines.map(({ layer }) => layer),
      ['ref1|Default', 'ref1|commonref|Default', 'ref2|Default', 'ref2|commonref|Default'],
    );
    assert.equal(codes.filter((code) => code === 'attached-missing').length, 2, 'a DWG and a DGN are not there');
  });

  test('with the same name are told apart by the folders before it', async () => {
    mkdirSync(at('two/north'), { recursive: true });
    mkdirSync(at('two/south'), { recursive: true });
    copyFileSync(at('refs/deep/inner.dxf'), at('two/north/site.dxf'));
    drawing('two/south/site.dxf', 6, [{ path: 'gone.dxf', east: 0, north: 0 }]);
    drawing('choose.dxf', 6, [{ path: 'D:/job/north/site.dxf', east: 0, north: 0 }]);
    const { codes } = await converted(at('choose.dxf'), '--references', at('two'));
    assert.ok(codes.includes('attached-read') && !codes.includes('attached-missing'), codes.join());
  });
});
