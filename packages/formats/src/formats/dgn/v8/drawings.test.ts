import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import { hatchLinesIn } from '@fieldbridge/fieldjob/hatch-lines.ts';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import { mainPart } from '../../svg/main-part.ts';
import { dgn } from '../format.ts';

/** Drawings by other people's software, next to the corpus; what is known of their content is in their README. */
const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const read = (name: string, options: Record<string, string> = {}): Promise<ReadResult> =>
  readWith(dgn, readFileSync(join(CORPUS, '../drawings/dgn-v8', `${name}.dgn`)), { options });

/** Names of the layers of features whose text or block is the requested one, without repetition. */
function layersOf({ job }: ReadResult, table: 'texts' | 'areas', named: string): string[] {
  const column = table === 'texts' ? job.texts.text : job.areas.block;
  const rows = Array.from({ length: job[table].length }, (_, row) => row).filter((row) => column.get(row) === named);
  return [...new Set(rows.map((row) => job.layers.get(job[table].layer.get(row))?.name ?? ''))];
}

describe('V8: elements are on the level that their content suggests', async () => {
  const dimensions = await read('problem_dims');
  for (const [table, named, layer] of [
    ['texts', 'STANDING ', 'L-TXTHGT'],
    ['texts', 'HEIGHT', 'L-TXTHGT'],
    ['texts', 'ICE', 'L-TXTEQ'],
    ['areas', 'DWG Hatch: _USER', 'FP$0$A-WALL-PATT-INTR'],
  ] as const)
    it(`${named.trim()}: ${layer}`, () => assert.ok(layersOf(dimensions, table, named).includes(layer)));
  it('a level has the colour of the file’s table, which is AutoCAD’s colour 30', () => {
    const layers = Array.from({ length: dimensions.job.layers.length }, (_, i) => dimensions.job.layers.get(i)!);
    assert.equal(layers.find((layer) => layer?.name === 'L-TXTHGT')!.colour.toString(16), 'ff7f00');
  });
});

describe('V8: colours beyond the table', () => {
  it('those of GlassColor, which are not the first attribute of their element', async () => {
    const { lines } = (await read('GlassColor')).job;
    const colours = Array.from({ length: lines.length }, (_, row) => lines.colour.get(row));
    // 39 lines have the 75th colour; 20 lines have a number of the table whose colour is the same.
    assert.equal(colours.filter((colour) => colour === 0xb0b0b0).length, 59);
  });
});

describe('V8: lengths are in the storage unit, where it is not the master unit', () => {
  it('a building of 198 ft whose inches are stored', async () => {
    const { job } = await read('problem_dims');
    assert.equal(job.unit, 'internationalFoot');
    const { extent } = mainPart(job);
    assert.ok(
      Math.abs(extent.maxEasting - extent.minEasting - 198.4) < 0.2,
      `${extent.maxEasting - extent.minEasting}`,
    );
  });
});

describe('V8: instances of shared cells without the 3-D flag are in their place', () => {
  for (const [name, features, widest] of [
    ['drawing_with_block', 569, 16.5],
    ['drawing_with_3_block', 1691, 16.5],
  ] as const)
    it(name, async () => {
      const { job } = await read(name);
      const { points, lines, areas, texts } = job;
      assert.equal(points.length + lines.length + areas.length + texts.length, features);
      // The table is about 16 × 12 feet; three of them are above each other.
      const path = new Path();
      const eastings = Array.from({ length: lines.length }, (_, row) => {
        const { coordinates, count } = lines.loadPath(row, path);
        return Array.from({ length: count }, (_, i) => coordinates[3 * i]!);
      }).flat();
      const width = Math.max(...eastings) - Math.min(...eastings);
      assert.ok(width > 11 && width < widest, `${width}`);
    });
});

describe('V8: what is marked as invisible', () => {
  it('the control text of a pattern and the settings of views are not drawn', async () => {
    const drawing = await read('leader', { model: 'D' });
    assert.equal(layersOf(drawing, 'texts', 'Pattern Control Element').length, 0);
    const { tally, issues } = await read('GlassColor');
    assert.equal(tally.rows().find(({ type }) => type.startsWith('106 '))?.skipped, 16);
    assert.equal(issues.count('dgn-layout-unknown'), 0);
  });
  it('the boundaries of hatches hold their lines: 2 inches apart in both directions', async () => {
    const { areas } = (await read('problem_dims')).job;
    const rows = Array.from({ length: areas.length }, (_, row) => row);
    const hatches = rows.filter((row) => areas.block.get(row) === 'DWG Hatch: _USER');
    const lines = hatches.map((row) => hatchLinesIn({ attributes: areas.attributes.get(row) }));
    assert.equal(lines.length, 133);
    for (const families of lines)
      for (const { offset } of families!) assert.ok(Math.abs(Math.hypot(...offset) - 1 / 6) < 1e-9);
    assert.deepEqual([...new Set(lines.map((families) => families!.length))].sort(), [1, 2]);
  });
});

describe('V8: which model is read', () => {
  for (const [name, options, model, texts, codes] of [
    ['t1', {}, 'ANSI D Sheet', true, ['dgn-attached-file', 'dgn-model-empty', 'dgn-models']],
    ['t1', { model: 'Default' }, 'Default', false, ['dgn-models', 'dgn-attached-file']],
    ['problem_dims', {}, 'Model', true, ['dgn-models']],
    ['leader', {}, 'Sheet', true, ['dgn-models', 'dgn-attached-file']],
  ] as const)
    it(`${name} ${JSON.stringify(options)}: ${model}`, async () => {
      const { job, issues } = await read(name, options);
      const [models] = issues.summary().filter(({ code }) => code === 'dgn-models');
      assert.equal(models?.parameters?.['name'], model);
      assert.equal(job.texts.length > 0, texts);
      for (const code of codes) assert.ok(issues.count(code) > 0, code);
    });
});

describe('V8: what is attached or published is named', () => {
  it('three files of a master drawing', async () => {
    const { issues, tally } = await read('attachments/master');
    assert.deepEqual(
      tally.rows().map(({ type, skipped }) => [type, skipped]),
      [['reference attachment', 3]],
    );
    const files = issues.summary().map(({ parameters }) => String(parameters?.['file']).replace(/.*\\/, ''));
    assert.deepEqual(files.sort(), ['d.dwg', 'ref1.dgn', 'ref2.dgn']);
  });
  it('a published i-model', () => assert.rejects(read('A.dgn.i'), { code: 'dgn-published' }));
});

describe('V8: nothing is reported as damaged in files that are whole', () => {
  for (const name of ['PlaceCell', 'FindMultiLinesByScanCriteria', 'GlassColor', 't1', 'drawing_with_text'])
    it(name, async () => {
      const { issues } = await read(name);
      assert.equal(issues.count('dgn-shared-page-damaged') + issues.count('dgn-page-damaged'), 0);
    });
});

describe('V8: meshes, multi-lines and weighted curves', () => {
  const skipped = ({ tally }: ReadResult, type: string): number | undefined =>
    tally.rows().find((row) => row.type.startsWith(`${type} `))?.skipped;
  it('the faces of 154 meshes', async () => {
    const drawing = await read('GlassColor');
    assert.deepEqual(
      [skipped(drawing, '105'), skipped(drawing, '101'), drawing.issues.count('dgn-mesh-faces')],
      [0, 0, 0],
    );
    // Ten areas that belong to invisible cells are not among them.
    assert.equal(drawing.job.areas.length, 4974);
  });
  it('a closed body of 11 289 faces', async () => {
    const { job, issues } = await read('TerrainVolumeWithHoles', { model: 'Close mesh to volume' });
    assert.deepEqual([job.areas.length, issues.count('dgn-mesh-faces')], [11_289, 0]);
  });
  it('two multi-lines of three profiles each, 1 m apart', async () => {
    const { job } = await read('FindMultiLinesByScanCriteria');
    assert.equal(job.lines.length, 10);
    const starts = [4, 5, 6, 7, 8, 9].map((row) => [...job.lines.loadPath(row, new Path()).coordinates.slice(0, 2)]);
    for (const [middle, side] of [
      [0, 1],
      [0, 2],
      [3, 4],
      [3, 5],
    ] as const) {
      const apart = Math.hypot(starts[middle]![0]! - starts[side]![0]!, starts[middle]![1]! - starts[side]![1]!);
      assert.ok(Math.abs(apart - 1) < 1e-9, `${apart}`);
    }
  });
  it('all curves with weights and knots', async () => {
    const drawing = await read('TerrainVolumeWithHoles');
    for (const type of ['26', '27', '28']) assert.equal(skipped(drawing, type), 0, type);
  });
});

describe('V8: dimensions', () => {
  const dimensions = ({ tally }: ReadResult) => tally.rows().find(({ type }) => type === '33 dimension');
  const textsOf = ({ job }: ReadResult): string[] =>
    Array.from({ length: job.texts.length }, (_, row) => job.texts.text.get(row));
  for (const [name, found, skipped, features] of [
    ['2dMetricGeneral', 74, 0, 324],
    ['problem_dims', 115, 0, 713],
    ['TerrainVolumeWithHoles', 25, 4, 1302],
    ['dim_ord_from_export', 3, 0, 9],
    ['dim_center', 1, 0, 3],
  ] as const)
    it(`${name}: ${found - skipped} of ${found} are drawn, as ${features} features`, async () => {
      const drawing = await read(name);
      const { lines, areas, texts } = drawing.job;
      assert.deepEqual([dimensions(drawing)?.found, dimensions(drawing)?.skipped], [found, skipped]);
      assert.equal(lines.length + areas.length + texts.length, features);
      assert.ok(drawing.issues.count('dgn-invisible') >= skipped);
    });

  it('lines and text are where the range of the element says', async () => {
    const drawing = await read('dim_cust_text');
    assert.deepEqual(textsOf(drawing), ['dim 1.3748 text']);
    const ends = [0, 1, 2, 3].map((row) => [...drawing.job.lines.loadPath(row, new Path()).coordinates.slice(0, 5)]);
    const rounded = ends.map((line) => [0, 1, 3, 4].map((i) => Math.round(line[i]! * 1e4)));
    assert.deepEqual(rounded.slice(1), [
      // Extension lines begin 1250 from the points and reach 1250 over the dimension line, which is 6777 from them.
      [21359, 27315, 21359, 34092],
      [35107, 27315, 35107, 34092],
      [21359, 32842, 35107, 32842],
    ]);
    assert.equal(drawing.issues.count('dgn-dimension-value'), 0);
  });

  it('values with the accuracy, the units and the symbols of their style', async () => {
    // Ranges of the first file fit these numbers of digits, and no others; the second file has feet and inches.
    const texts = new Set(textsOf(await read('2dMetricGeneral')));
    for (const text of ['100', '300', 'R100', 'R141', 'Ø200', 'Ø283', '0°']) assert.ok(texts.has(text), text);
    assert.ok(textsOf(await read('problem_dims')).includes(`4'-6"`));
  });

  it('a note with a text of its own', async () => {
    const drawing = await read('dim_radial_note');
    assert.deepEqual([textsOf(drawing), drawing.issues.count('dgn-dimension-value')], [['R 0.5101'], 0]);
  });
});
