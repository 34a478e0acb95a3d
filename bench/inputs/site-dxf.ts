import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Layers of the generated drawing. */
const LAYERS = [
  '0',
  'KERB',
  'ROAD_EDGE',
  'BUILDING',
  'CONTOUR_MINOR',
  'CONTOUR_MAJOR',
  'TREES',
  'TEXT',
  'SEWER',
  'SURVEY',
];
const MEGABYTE = 1_000_000;

/** Folder of generated input files, which are kept for each machine and size. */
export const BENCH_FILES = join(tmpdir(), 'fieldbridge-bench');

/**
 * A site plan as ASCII DXF 2013 of about `megabytes` MB (3 300 entities each): lines, polylines with arcs, 3D polylines
 * as contours, circles, arcs, points, texts and block references with attributes, coordinates with 3 to 6 decimals. The
 * same size always gives the same file.
 * @returns its path
 */
export function siteDxf(megabytes: number): string {
  mkdirSync(BENCH_FILES, { recursive: true });
  const path = join(BENCH_FILES, `site-${megabytes}.dxf`);
  if (existsSync(path)) return path;
  const file = openSync(`${path}.part`, 'w');
  let written = 0;
  let parts: string[] = [];
  const write = (text: string): void => {
    parts.push(text);
    if (parts.length < 2000) return;
    written += writeSync(file, parts.join(''));
    parts = [];
  };
  write(head());
  const draw = new SiteDrawing();
  while (written < megabytes * MEGABYTE) write(draw.next());
  parts.push(
    '  0\nENDSEC\n  0\nSECTION\n  2\nOBJECTS\n  0\nDICTIONARY\n  5\nC\n330\n0\n100\nAcDbDictionary\n281\n     1\n  0\nENDSEC\n  0\nEOF\n',
  );
  writeSync(file, parts.join(''));
  closeSync(file);
  renameSync(`${path}.part`, path);
  return path;
}

const tags = (...pairs: readonly (string | number)[]): string => {
  let text = '';
  for (let i = 0; i < pairs.length; i += 2) text += `${String(pairs[i]).padStart(3)}\n${pairs[i + 1]}\n`;
  return text;
};

function head(): string {
  let text = tags(
    0,
    'SECTION',
    2,
    'HEADER',
    9,
    '$ACADVER',
    1,
    'AC1027',
    9,
    '$HANDSEED',
    5,
    'FFFFFFF',
    9,
    '$INSUNITS',
    70,
    6,
  );
  text += tags(
    9,
    '$MEASUREMENT',
    70,
    1,
    0,
    'ENDSEC',
    0,
    'SECTION',
    2,
    'TABLES',
    0,
    'TABLE',
    2,
    'LAYER',
    5,
    2,
    70,
    LAYERS.length,
  );
  LAYERS.forEach((name, i) => {
    text += tags(0, 'LAYER', 5, (16 + i).toString(16), 100, 'AcDbSymbolTableRecord', 100, 'AcDbLayerTableRecord');
    text += tags(2, name, 70, 0, 62, 1 + i, 6, 'CONTINUOUS', 370, 25);
  });
  text += tags(
    0,
    'ENDTAB',
    0,
    'ENDSEC',
    0,
    'SECTION',
    2,
    'BLOCKS',
    0,
    'BLOCK',
    5,
    40,
    8,
    0,
    2,
    'TREE',
    70,
    2,
    10,
    0,
    20,
    0,
    30,
    0,
    3,
    'TREE',
  );
  text += tags(
    0,
    'CIRCLE',
    5,
    41,
    8,
    0,
    10,
    0,
    20,
    0,
    30,
    0,
    40,
    0.75,
    0,
    'LINE',
    5,
    42,
    8,
    0,
    10,
    -0.3,
    20,
    0,
    30,
    0,
    11,
    0.3,
    21,
    0,
    31,
    0,
  );
  text += tags(0, 'ATTDEF', 5, 44, 8, 0, 10, 0.5, 20, 0.5, 30, 0, 40, 0.5, 1, '', 3, 'Number', 2, 'NR', 70, 0);
  return text + tags(0, 'ENDBLK', 5, 43, 8, 0, 0, 'ENDSEC', 0, 'SECTION', 2, 'ENTITIES');
}

/** Draws one entity after another from a fixed sequence of pseudo-random numbers. */
class SiteDrawing {
  #state = 12345;
  #handle = 0x100;
  #count = 0;

  next(): string {
    const kind = this.#count++ % 10;
    const [e, n] = [4_468_000 + this.#random() * 2000, 5_334_000 + this.#random() * 2000];
    const z = 500 + this.#random() * 40;
    if (kind < 3) return this.#line(e, n, z);
    if (kind < 5) return this.#lwPolyline(e, n, z);
    if (kind === 5) return this.#contour(e, n, Math.round(z));
    if (kind === 6) return this.#text(e, n, z);
    if (kind === 7) return this.#count % 20 < 10 ? this.#circle(e, n, z) : this.#arc(e, n, z);
    if (kind === 8) return this.#point(e, n, z);
    return this.#insert(e, n, z);
  }

  #random(): number {
    this.#state = (Math.imul(this.#state, 1103515245) + 12345) & 0x7fffffff;
    return this.#state / 0x7fffffff;
  }

  #start(type: string, layer: number, subclass: string): string {
    const handle = (this.#handle++).toString(16).toUpperCase();
    return tags(0, type, 5, handle, 330, '1F', 100, 'AcDbEntity', 8, LAYERS[layer]!, 100, subclass);
  }

  #line(e: number, n: number, z: number): string {
    const at = tags(10, e.toFixed(4), 20, n.toFixed(4), 30, z.toFixed(3));
    return (
      this.#start('LINE', 1 + (this.#count % 3), 'AcDbLine') +
      at +
      tags(11, (e + 3.25).toFixed(4), 21, (n + 1.5).toFixed(4), 31, z.toFixed(3))
    );
  }

  #lwPolyline(e: number, n: number, z: number): string {
    const size = 4 + (this.#count % 7);
    let text =
      this.#start('LWPOLYLINE', 3, 'AcDbPolyline') + tags(90, size, 70, this.#count % 2, 43, '0.0', 38, z.toFixed(3));
    for (let i = 0; i < size; i++) {
      text += tags(10, (e + i * 1.7).toFixed(6), 20, (n + (i % 3) * 2.1).toFixed(6));
      if (i === 2) text += tags(42, '0.414213562373095');
    }
    return text;
  }

  #contour(e: number, n: number, z: number): string {
    let text =
      this.#start('POLYLINE', z % 5 === 0 ? 5 : 4, 'AcDb3dPolyline') +
      tags(66, 1, 10, '0.0', 20, '0.0', 30, '0.0', 70, 8);
    for (let i = 0; i < 6; i++) {
      text += this.#start('VERTEX', z % 5 === 0 ? 5 : 4, 'AcDbVertex') + tags(100, 'AcDb3dPolylineVertex');
      text += tags(10, (e + i * 4.2).toFixed(3), 20, (n + this.#random()).toFixed(3), 30, `${z}.0`, 70, 32);
    }
    return text + this.#start('SEQEND', 4, 'AcDbEntity');
  }

  #text(e: number, n: number, z: number): string {
    const at = tags(10, e.toFixed(3), 20, n.toFixed(3), 30, '0.0', 40, '0.5', 1, z.toFixed(2), 50, '30.0');
    return this.#start('TEXT', 7, 'AcDbText') + at + tags(100, 'AcDbText');
  }

  #circle(e: number, n: number, z: number): string {
    return (
      this.#start('CIRCLE', 8, 'AcDbCircle') + tags(10, e.toFixed(3), 20, n.toFixed(3), 30, z.toFixed(3), 40, '0.4')
    );
  }

  #arc(e: number, n: number, z: number): string {
    const circle = tags(10, e.toFixed(3), 20, n.toFixed(3), 30, z.toFixed(3), 40, (5 + this.#random()).toFixed(3));
    return this.#start('ARC', 8, 'AcDbCircle') + circle + tags(100, 'AcDbArc', 50, '12.5', 51, '112.5');
  }

  #point(e: number, n: number, z: number): string {
    return this.#start('POINT', 9, 'AcDbPoint') + tags(10, e.toFixed(4), 20, n.toFixed(4), 30, z.toFixed(4));
  }

  #insert(e: number, n: number, z: number): string {
    const at = tags(66, 1, 2, 'TREE', 10, e.toFixed(3), 20, n.toFixed(3), 30, z.toFixed(3), 50, '45.0');
    const attribute =
      this.#start('ATTRIB', 6, 'AcDbText') +
      tags(10, e.toFixed(3), 20, n.toFixed(3), 30, '0.0', 40, '0.5', 1, `B${this.#count}`);
    return (
      this.#start('INSERT', 6, 'AcDbBlockReference') +
      at +
      attribute +
      tags(100, 'AcDbAttribute', 2, 'NR', 70, 0) +
      this.#start('SEQEND', 6, 'AcDbEntity')
    );
  }
}
