import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { type FieldJob, Path } from '@fieldbridge/fieldjob';
import { readWith } from '../../../../testing/run-format.ts';
import { dgn } from '../format.ts';

/** Drawings by other people's software, next to the corpus. */
const CORPUS = process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus');
const pathOf = (name: string): string => join(CORPUS, '../drawings/dgn-v8', `${name}.dgn`);
const jobOf = async (name: string): Promise<FieldJob> => (await readWith(dgn, readFileSync(pathOf(name)))).job;
/** A test of a drawing; skipped by its name when the drawing is not there. */
const drawing = (name: string, what: string, run: (job: FieldJob) => void): void =>
  void it(`${name}: ${what}`, { skip: existsSync(pathOf(name)) ? false : `${name}.dgn is not there` }, async () =>
    run(await jobOf(name)),
  );

/** A text with its layer, its cell and its place. */
function textsOf({ texts, layers }: FieldJob) {
  return Array.from({ length: texts.length }, (_, row) => {
    const { text, easting, northing } = texts.label(row);
    const layer = layers.get(texts.layer.get(row))?.name ?? '';
    return { text: text.trim(), layer, block: texts.block.get(row), easting, northing };
  });
}

describe('V8: names of levels, by the content of what is on them', () => {
  for (const [name, levels] of [
    ['problem_dims', { 'L-TXTHGT': ['STANDING', 'HEIGHT', 'STAND. HT.'], 'L-TXTEQ': ['ICE', 'FLAKER', 'STERILIZER'] }],
    [
      't1',
      {
        'ANNO-TTLB': ['EDM:', 'FOR OFFICIAL USE ONLY'],
        'ANNO-TITL': ['NOTES:'],
        'ANNO-NOTE': ['CSTI RCE #1', 'P2 CABLE'],
      },
    ],
    ['drawing_with_block', { 'ANNO-TITL': ['PANEL BOARD SCHEDULE:'], 'ANNO-TEXT': ['NUMBER OF WIRES'] }],
    ['drawing_with_3_block', { 'ANNO-TITL': ['PANEL BOARD SCHEDULE:'], 'ANNO-TEXT': ['NUMBER OF WIRES'] }],
    ['leader', { 'A-ANNO-TTLB': ['FLOOR PLAN', 'FILE:', 'DATE:'], 'A-ANNO-TEXT': ['ISSUE FOR PERMIT', '06.26.06'] }],
  ] as const)
    drawing(name, Object.keys(levels).join(', '), (job) => {
      const texts = textsOf(job);
      for (const [level, words] of Object.entries(levels))
        for (const word of words) {
          const on = new Set(texts.filter(({ text }) => text === word).map(({ layer }) => layer));
          assert.deepEqual([...on], [level], word);
        }
    });
  drawing('GlassColor', 'what is of glass is on A-GLAZ', ({ lines, layers }) => {
    const rows = Array.from({ length: lines.length }, (_, row) => row);
    const on = rows.filter((row) => lines.block.get(row) === 'Smart Solid').map((row) => lines.layer.get(row));
    assert.deepEqual([...new Set(on.map((layer) => layers.get(layer)!.name))], ['A-GLAZ']);
  });
});

describe('V8: places of cells, by what belongs together', () => {
  for (const [name, panels] of [
    ['drawing_with_block', 1],
    ['drawing_with_3_block', 3],
  ] as const)
    drawing(name, `circuits 1 to 42 of ${panels} switchboards, two columns in even rows`, (job) => {
      const rows = textsOf(job).filter(({ text, block }) => /^\d+$/.test(text) && block === 'electrical_panel_42');
      const circuit = (wanted: number) => rows.filter(({ text }) => Number(text) === wanted);
      for (let panel = 0; panel < panels; panel++) {
        const firsts = circuit(41).map(({ northing }) => northing);
        assert.equal(firsts.length, panels);
        for (let odd = 1; odd < 41; odd += 2) {
          // Twenty rows lie between the first and the last one.
          const row = firsts[panel]! + ((41 - odd) / 2) * 0.29;
          for (const [number, side] of [
            [odd, 'left'],
            [odd + 1, 'right'],
          ] as const) {
            const near = circuit(number).filter(({ northing }) => Math.abs(northing - row) < 0.02);
            assert.ok(near.length > 0, `${number} of panel ${panel}`);
            const last = circuit(side === 'left' ? 41 : 42)[panel]!;
            assert.ok(
              near.some(({ easting }) => Math.abs(easting - last.easting) < 0.1),
              `${number}: ${side}`,
            );
          }
        }
      }
    });

  drawing('PlaceCell', 'five cells of four rectangles, each turned by 30° more than the one before', ({ areas }) => {
    const path = new Path();
    const sides = Array.from({ length: areas.length }, (_, row) => {
      const { coordinates: c } = areas.loadPath(row, path);
      return { length: Math.hypot(c[3]! - c[0]!, c[4]! - c[1]!), turn: Math.atan2(c[4]! - c[1]!, c[3]! - c[0]!) };
    });
    assert.equal(sides.length, 20);
    for (const [row, { length, turn }] of sides.entries()) {
      assert.ok(Math.abs(length - sides[row % 4]!.length) < 1e-6, `${length}`);
      assert.ok(Math.abs((turn * 180) / Math.PI - 30 * Math.floor(row / 4)) < 1e-6, `${turn}`);
    }
  });

  drawing('leader', 'number, date and reason of a revision are in one row of their table', (job) => {
    const table = textsOf(job).filter(({ block }) => block === 'REVBLK');
    const row = ['1', '06.26.06', 'ISSUE FOR PERMIT'].map((word) => table.find(({ text }) => text === word)!);
    assert.ok(row.every(({ northing }) => Math.abs(northing - row[0]!.northing) < 1e-9));
    assert.ok(row[0]!.easting < row[1]!.easting && row[1]!.easting < row[2]!.easting);
  });

  drawing('problem_dims', 'hatches of walls are inside the building', ({ areas }) => {
    const path = new Path();
    for (let row = 0; row < areas.length; row++) {
      if (!areas.block.get(row).startsWith('DWG Hatch')) continue;
      const { coordinates: c, count } = areas.loadPath(row, path);
      for (let i = 0; i < count; i++) {
        assert.ok(c[3 * i]! > 124 && c[3 * i]! < 324, `${c[3 * i]}`);
        assert.ok(c[3 * i + 1]! > -12 && c[3 * i + 1]! < 120, `${c[3 * i + 1]}`);
      }
    }
  });
});
