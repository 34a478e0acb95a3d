import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import type { BlockRecord, Entity } from '@node-projects/acad-ts';
import { readWith } from '../../../testing/run-format.ts';
import { dwg } from './format.ts';
import { library } from './testing/library.ts';

// Content that no program should write, read from the bytes of a DWG.

const { XYZ } = library;

/** The drawing's blocks and entities, followed by one good line. */
interface Bad {
  readonly entities: (block: (name: string) => BlockRecord) => Iterable<Entity>;
  /** Reported issues. */
  readonly reported: readonly string[];
  /** Lines that are drawn, including the good one. */
  readonly lines: number;
}

const line = (...ends: readonly number[]): Entity => {
  const [a = 0, b = 0, c = 0, d = 1, e = 1, f = 0] = ends;
  return new library.Line(new XYZ(a, b, c), new XYZ(d, e, f));
};

function insert(block: BlockRecord, columns = 1, rows = 1): Entity {
  // The constructor would copy the block with everything in it.
  const reference = new library.Insert();
  reference.block = block;
  reference.columnCount = columns;
  reference.rowCount = rows;
  reference.columnSpacing = reference.rowSpacing = 1;
  return reference;
}

function spline(degree: number, knots: readonly number[], weights: readonly number[] = []): Entity {
  const curve = new library.Spline();
  curve.degree = degree;
  curve.knots = [...knots];
  curve.weights = [...weights];
  curve.controlPoints = [new XYZ(0, 0, 0), new XYZ(1, 2, 0), new XYZ(3, 1, 0), new XYZ(5, 5, 0)];
  return curve;
}

function circle(radius: number): Entity {
  // The library refuses a radius that is not above 0, but files contain them.
  return Object.defineProperty(new library.Circle(), 'radius', { value: radius });
}

function polyline(...places: readonly (readonly [number, number])[]): Entity {
  const path = new library.LwPolyline();
  for (const [e, n] of places) path.vertices.push(new library.LwPolylineVertex(new library.XY(e, n)));
  return path;
}

const FILES: Readonly<Record<string, Bad>> = {
  'blocks in a circle': {
    entities: (block) => {
      const [a, b] = [block('A'), block('B')];
      a.entities.add(insert(b));
      b.entities.add(insert(a));
      return [insert(a)];
    },
    reported: ['block-circle'],
    lines: 1,
  },
  'ten million nested references': {
    entities: (block) => {
      let inner = block('N0');
      inner.entities.add(line());
      for (let i = 1; i < 8; i++) {
        const outer = block(`N${i}`);
        for (let k = 0; k < 10; k++) outer.entities.add(insert(inner));
        inner = outer;
      }
      return [insert(inner)];
    },
    reported: ['expansion-limit'],
    lines: 1,
  },
  'references nested 500 deep': {
    entities: (block) => {
      let inner = block('D0');
      for (let i = 1; i < 500; i++) {
        const outer = block(`D${i}`);
        outer.entities.add(insert(inner));
        inner = outer;
      }
      return [insert(inner)];
    },
    reported: ['block-too-deep'],
    lines: 1,
  },
  'an array of 10^9': {
    entities: (block) => {
      const cell = block('A');
      cell.entities.add(line());
      return [insert(cell, 32767, 32767)];
    },
    reported: ['expansion-limit'],
    lines: 1,
  },
  'knots that decrease, are too few or not numbers': {
    entities: () => [
      spline(3, [8, 7, 6, 5, 4, 3, 2, 1]),
      spline(3, [0, 1]),
      spline(3, new Array<number>(8).fill(Number.NaN)),
    ],
    reported: ['spline-repaired'],
    lines: 4,
  },
  'invalid weights, a degree that is too high': {
    entities: () => [spline(3, [0, 0, 0, 0, 1, 1, 1, 1], [1, -1, 1, 1]), spline(200, [0, 1])],
    reported: ['bad-spline'],
    lines: 1,
  },
  'coordinates that are not numbers': {
    entities: () => [line(Number.NaN), line(0, 0, 0, Infinity), circle(Number.NaN), polyline([0, 0], [1, Number.NaN])],
    reported: ['bad-coordinate', 'bad-radius'],
    lines: 1,
  },
  'everything of length 0': {
    entities: () => [line(1, 1, 1, 1, 1, 1), circle(0), polyline([1, 1], [1, 1])],
    reported: ['bad-radius'],
    lines: 3,
  },
  'the largest numbers': {
    entities: () => [line(1e300, -1e300), circle(1e300), polyline([0, 0], [1e300, 1e300])],
    reported: [],
    lines: 4,
  },
};

function bytesOf({ entities }: Bad, version: 'AC1015' | 'AC1032'): Uint8Array {
  const document = new library.CadDocument();
  document.header!.version = library.ACadVersion[version];
  const block = (name: string): BlockRecord => {
    const record = new library.BlockRecord(name);
    document.blockRecords!.add(record);
    return record;
  };
  for (const entity of [...entities(block), line()]) document.modelSpace!.entities.add(entity);
  return Uint8Array.from(new Uint8Array(library.DwgWriter.writeToBuffer(document, null, null)));
}

for (const [name, bad] of Object.entries(FILES)) {
  describe(`${name}: reported, and the rest is read`, () => {
    for (const version of ['AC1015', 'AC1032'] as const)
      test(JSON.stringify(version), async () => {
        const bytes = bytesOf(bad, version);
        const spent = process.cpuUsage();
        const { job, issues, tally } = await readWith(dwg, bytes);
        assert.ok(process.cpuUsage(spent).user < 2e6, version);
        const codes: readonly string[] = issues.summary().map(({ code }) => code);
        assert.equal(job.lines.length, bad.lines, `${version} ${codes}`);
        for (const code of bad.reported) assert.ok(codes.includes(code), `${version}: ${codes} without ${code}`);
        if (bad.reported.length === 0)
          assert.ok(!issues.summary().some(({ severity }) => severity === 'warning'), `${version} ${codes}`);
        const path = new Path();
        for (let row = 0; row < job.lines.length; row++) {
          const { coordinates, count } = job.lines.loadPath(row, path);
          for (let i = 0; i < 3 * count; i++) if (i % 3 !== 2) assert.ok(Number.isFinite(coordinates[i]!), version);
        }
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
      });
  });
}
