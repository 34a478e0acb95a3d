import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Feature, Path } from '@fieldbridge/fieldjob';
import { askEzdxf, missingEzdxf } from './testing/ezdxf.ts';
import { DIMENSION_PROGRAM } from './testing/ezdxf-dimensions.ts';
import { readFile } from './testing/reading.ts';

/** The picture of a dimension: ends of lines and arcs, middles of heads, and texts. */
interface Picture {
  lines: number[][];
  arcs: number[][];
  heads: number[][];
  texts: [text: string, easting: number, northing: number, height: number, degrees: number][];
}

const COUNT = Number(process.env['EZDXF_DIMENSIONS'] ?? 64);
const SEED = process.env['EZDXF_SEED'] ?? '1';
const KINDS = ['linear', 'aligned', 'two lines', 'three points', 'radius', 'diameter', 'ordinate', 'arc'];

describe('a dimension without a block is drawn like ezdxf draws it', { skip: missingEzdxf() ?? false }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dimensions-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bare.dxf');
  const items = askEzdxf<(Picture & { hasPlace: boolean })[]>(DIMENSION_PROGRAM, [file, SEED, String(COUNT)]);
  const ours = await picturesOf(file);
  for (const [kind, name] of KINDS.entries())
    it(name, () => {
      for (let i = kind; i < COUNT; i += KINDS.length) {
        const theirs = items[i]!;
        const found = ours.get(String(i))!;
        // Where ezdxf measures a text, its length decides where the line below it ends.
        const isOrdinate = name === 'ordinate';
        assert.deepEqual(sorted(found.lines, isOrdinate), sorted(theirs.lines, isOrdinate), `lines of ${i}`);
        assert.deepEqual(sorted(found.arcs), sorted(theirs.arcs), `arcs of ${i}`);
        assert.deepEqual(sorted(found.heads), sorted(theirs.heads), `heads of ${i}`);
        const isShort = isOrdinate && !theirs.hasPlace;
        assert.deepEqual(found.texts.map(spelled(isShort)), theirs.texts.map(spelled(isShort)), `text of ${i}`);
      }
    });
});

async function picturesOf(file: string): Promise<Map<string, Picture>> {
  const { job } = await readFile(file, { unit: 'metre' });
  const pictures = new Map<string, Picture>();
  const [feature, path] = [new Feature(), new Path()];
  const of = (): Picture => {
    const name = job.layers.name(feature.layer);
    const known = pictures.get(name) ?? { lines: [], arcs: [], heads: [], texts: [] };
    pictures.set(name, known);
    return known;
  };
  for (let row = 0; row < job.lines.length; row++) {
    job.lines.load(row, feature);
    const { coordinates: c, count, hasBulges } = job.lines.loadPath(row, path);
    of()[hasBulges ? 'arcs' : 'lines'].push([c[0]!, c[1]!, c[3 * count - 3]!, c[3 * count - 2]!]);
  }
  for (let row = 0; row < job.areas.length; row++) {
    job.areas.load(row, feature);
    const { coordinates: c } = job.areas.loadPath(row, path);
    of().heads.push([0, 1].map((axis) => (c[axis]! + c[axis + 3]! + c[axis + 6]!) / 3));
  }
  for (let row = 0; row < job.texts.length; row++) {
    job.texts.load(row, feature);
    const { text, easting, northing, height, rotation } = job.texts.label(row);
    of().texts.push([text, easting, northing, height, (rotation / Math.PI) * 180]);
  }
  return pictures;
}

/** Lines as texts, in an order that does not depend on which of two ends is first. */
function sorted(lines: readonly number[][], isOpen = false): string[] {
  const spell = (x: number, y: number): string =>
    `${(x + 0).toFixed(5)} ${(y + 0).toFixed(5)}`.replaceAll('-0.00000', '0.00000');
  return lines
    .map(([x, y, u, v]) => {
      const ends = u === undefined ? [spell(x!, y!)] : [spell(x!, y!), spell(u, v!)];
      return (isOpen ? ends.slice(0, 1) : ends.sort()).join(', ');
    })
    .sort();
}

/** A text as one, turned or not; without its place where that depends on its measured length. */
function spelled(isShort: boolean): (text: Picture['texts'][number]) => string {
  return ([text, x, y, height, degrees]) =>
    `${text} ${isShort ? '' : sorted([[x, y]])[0]} ${height.toFixed(6)} ${Math.abs(Math.sin((degrees / 180) * Math.PI)).toFixed(6)}`;
}
