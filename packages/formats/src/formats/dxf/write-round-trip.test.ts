import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Feature, type FieldJob, JobBuilder, labelOf, layerOf, Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { DXF_WRITE_VERSIONS } from './options.ts';
import { type Read, readFile } from './testing/reading.ts';
import { assertNear, shape, shapes } from './testing/shapes.ts';
import { everyVersion, withFolder, writeTo } from './testing/writing.ts';

// Any job, in every version, is read back as it was written. What a version cannot hold is tested in write.test.ts.

const pointWith = (values: Partial<Feature>): Feature => Object.assign(new Feature(), values);
const pathOf = (vertices: readonly (readonly number[])[], closed = false): Path => {
  const path = new Path();
  for (const [e, n, z, bulge] of vertices) path.vertex(e!, n!, z ?? Number.NaN, bulge ?? 0);
  path.closed = closed;
  return path;
};
/** The types of entities in a file. */
const types = (text: string): string[] =>
  Array.from(
    text
      .split('ENTITIES')[1]!
      .split('ENDSEC')[0]!
      .matchAll(/^ {2}0\n(\w+)$/gm),
    ([, type]) => type!,
  ).filter((type) => type !== 'ENDSEC' && type !== 'EOF');

test('arcs are read back unchanged: vertices in the middle, more than a half circle, nearly straight', async () => {
  const [R, half] = [10, Math.PI / 8];
  const at = (angle: number): number[] => [500000 + R * Math.cos(angle), 5400000 + R * Math.sin(angle), 4];
  const cases: [string, number[][]][] = [
    // Two pieces of 45°: one ARC would lose the vertex between them.
    ['LWPOLYLINE', [[...at(0), Math.tan(half / 2)], [...at(2 * half), Math.tan(half / 2)], at(4 * half)]],
    // Two pieces of 270° each: one ARC would be a half circle.
    [
      'LWPOLYLINE',
      [[...at(0), Math.tan((3 * Math.PI) / 8)], [...at(1.5 * Math.PI), Math.tan((3 * Math.PI) / 8)], at(3 * Math.PI)],
    ],
    // Two pieces of 135°: as an ARC is read.
    [
      'ARC',
      [
        [...at(0.1), Math.tan((3 * Math.PI) / 16)],
        [...at(0.1 + 0.75 * Math.PI), Math.tan((3 * Math.PI) / 16)],
        at(0.1 + 1.5 * Math.PI),
      ],
    ],
    ['ARC', [[...at(1), Math.tan(half / 2)], at(1 + 2 * half)]],
    // Noise of a computation: an arc of a circle with a radius of 10^13 m.
    [
      'LWPOLYLINE',
      [
        [500000, 5400000, 4, 1e-12],
        [500100, 5400000.5, 4],
      ],
    ],
    [
      'LWPOLYLINE',
      [
        [500000, 5400000, 4, 1e-6],
        [500100, 5400000.5, 4],
      ],
    ],
    // To the right: an ARC always turns left.
    ['LWPOLYLINE', [[...at(2), -0.3], at(1)]],
  ];
  await everyVersion(
    (builder) => {
      for (const [, vertices] of cases) builder.line(new Feature(), pathOf(vertices));
    },
    (read, version, text) => {
      for (const [row, [, vertices]] of cases.entries()) {
        const line = shape(read, row);
        assertNear(
          line.vertices,
          vertices.map((v) => v.slice(0, 3)),
          `${version} ${row}`,
          1e-13,
        );
        assertNear(
          line.bulges.slice(0, -1),
          vertices.slice(0, -1).map((v) => v[3]),
          `${version} ${row}`,
        );
      }
      const expected = cases.map(([type]) => (version === 'R12' && type === 'LWPOLYLINE' ? 'POLYLINE' : type));
      assert.deepEqual(
        types(text).filter((type) => type !== 'VERTEX' && type !== 'SEQEND'),
        expected,
        version,
      );
    },
  );
});

test('lines of any bulges keep their length and their ends', async () => {
  const coordinate = fc.integer({ min: -1e6, max: 1e6 }).map((n) => n / 1000);
  const bulge = fc.oneof(
    fc.constant(0),
    fc.double({ min: -3, max: 3, noNaN: true }),
    fc.constantFrom(1, -1, 1e-9, 1e-14),
  );
  const vertex = fc.tuple(coordinate, coordinate, bulge);
  await fc.assert(
    fc.asyncProperty(fc.array(vertex, { minLength: 2, maxLength: 4 }), fc.boolean(), async (vertices, closed) =>
      everyVersion(
        (builder) => {
          builder.line(
            new Feature(),
            pathOf(
              vertices.map(([e, n, b]) => [e, n, 1, b]),
              closed,
            ),
          );
        },
        (read, version) => {
          const line = shape(read);
          const given = { closed, vertices: vertices.map(([e, n]) => [e, n]), bulges: vertices.map(([, , b]) => b) };
          assertNear(lengthOf(line), lengthOf(given), version, 1e-6);
          assertNear([line.vertices[0]!.slice(0, 2), line.closed], [given.vertices[0], closed], version, 1e-6);
          if (!closed) assertNear(line.vertices.at(-1)!.slice(0, 2), given.vertices.at(-1), version, 1e-6);
        },
      ),
    ),
    { numRuns: 15 },
  );
});

/** Length by arithmetic: an arc of bulge b over a chord c has the angle 4 atan b and the radius c (1 + b²) / 4b. */
function lengthOf({
  closed,
  vertices,
  bulges,
}: {
  closed: boolean;
  vertices: readonly (readonly number[])[];
  bulges: readonly number[];
}): number {
  return vertices.reduce((sum, [e, n], i) => {
    if (i + 1 === vertices.length && !closed) return sum;
    const [e2, n2] = vertices[(i + 1) % vertices.length]!;
    const [chord, b] = [Math.hypot(e2! - e!, n2! - n!), Math.abs(bulges[i]!)];
    return sum + (b < 1e-6 ? chord : (chord * (1 + b * b) * Math.atan(b)) / b);
  }, 0);
}

describe('a long text is read back completely, wherever its pieces end', () => {
  const long = (shift: number): string => `${'x'.repeat(shift)}${'😀 ä^%%d\\{}'.repeat(60)}`;
  for (const shift of [0, 1, 2, 3, 7]) {
    test(`${shift} further on`, async () => {
      await everyVersion(
        (builder) => builder.text(new Feature(), labelOf(`${long(shift)}\nzwei`, 1, 2, { height: 2 })),
        ({ job }, version) => {
          const texts = Array.from({ length: job.texts.length }, (_, row) => job.texts.label(row).text);
          assert.equal(texts.join('\n'), `${long(shift)}\nzwei`, `${version} ${shift}`);
        },
      );
    });
  }
});

test('layers of any names stay separate, and features stay on their layers', async () => {
  const letter = fc.constantFrom(...'aA0äÄż𝔸 _|*\u007f\u0001\u00a0/');
  const names = fc.uniqueArray(fc.string({ unit: letter, maxLength: 300 }), {
    minLength: 1,
    maxLength: 8,
    selector: (name) => name.toLowerCase(),
  });
  await fc.assert(
    fc.asyncProperty(names, async (layers) =>
      everyVersion(
        (builder) => {
          for (const [i, name] of layers.entries()) {
            const layer = builder.layer(layerOf(name, { visible: i % 2 === 0, locked: i % 3 === 0 }));
            builder.line(
              pointWith({ layer }),
              pathOf([
                [i, 0],
                [i, 1],
              ]),
            );
          }
        },
        ({ job, issues }: Read, version) => {
          const found = layers.map((_, row) => job.lines.layer.get(row));
          assert.equal(new Set(found).size, layers.length, `${version} ${JSON.stringify(layers)}`);
          assert.deepEqual(
            found.map((layer) => job.layers.get(layer)!.visible),
            layers.map((_, i) => i % 2 === 0),
          );
          assert.deepEqual(
            found.map((layer) => job.layers.get(layer)!.locked),
            layers.map((_, i) => i % 3 === 0),
          );
          assert.equal(issues.count('layer-undefined'), 0, version);
        },
      ),
    ),
    { numRuns: 15 },
  );
});

test('an area keeps its rings, as outlines or as a hatch, and a surface its triangles', async () => {
  const rings = [
    [
      [0, 0, 5, 0.2],
      [30, 0, 5, 0],
      [30, 30, 5, 0],
    ],
    [
      [5, 5, 5, 0],
      [9, 5, 5, -0.3],
      [9, 9, 5, 0],
    ],
  ];
  const builder = new JobBuilder();
  const path = new Path();
  for (const ring of rings) {
    path.ring();
    for (const [e, n, z, b] of ring) path.vertex(e!, n!, z!, b);
  }
  path.closed = true;
  builder.area(new Feature(), path);
  await withFolder(async (folder) => {
    for (const version of DXF_WRITE_VERSIONS)
      for (const areas of ['outline', 'hatch'] as const) {
        const file = join(folder, `${version}.dxf`);
        const issues = await writeTo(file, builder.job, { version, areas });
        const read = await readFile(file);
        const isHatch = areas === 'hatch' && version !== 'R12';
        const found = isHatch ? shapes(read, 'areas') : shapes(read);
        const expected = rings.map((ring) => ring.map((v) => v.slice(0, 3)));
        assertNear(
          found.map(({ vertices }) => vertices),
          isHatch ? [expected.flat()] : expected,
          `${version} ${areas}`,
        );
        assertNear(
          found.flatMap(({ bulges }) => bulges),
          rings.flat().map((v) => v[3]),
          `${version} ${areas}`,
        );
        if (isHatch) assert.deepEqual(found[0]!.rings, [0, 3]);
        assert.equal(issues.count('area-as-outline'), isHatch ? 0 : 1);
      }
  });
});

test('an empty job is an empty drawing in every version', async () => {
  await everyVersion(
    () => {},
    ({ job, issues }: { job: FieldJob; issues: Read['issues'] }, version) => {
      const { points, lines, areas, texts, surfaces } = job;
      assert.deepEqual(
        [points, lines, areas, texts, surfaces].map(({ length }) => length),
        [0, 0, 0, 0, 0],
        version,
      );
      assert.ok(!issues.has('warning'), version);
    },
  );
});

test('sloping areas are reported when they become hatches, and keep their elevations as outlines', async () => {
  await withFolder(async (folder) => {
    const builder = new JobBuilder();
    const add = (...elevations: number[]): void => {
      const path = new Path();
      for (const [i, elevation] of elevations.entries()) path.vertex(i % 2, i, elevation);
      builder.area(new Feature(), path);
    };
    add(5, 5, 5);
    add(Number.NaN, Number.NaN, Number.NaN);
    add(5, 5 + 1e-9, 5);
    add(5, 6, 7);
    add(5, Number.NaN, 5);
    add(Number.NaN, 3, 3);
    const file = join(folder, 'x.dxf');
    const hatched = await writeTo(file, builder.job, { areas: 'hatch' });
    const levelled = hatched.summary().filter(({ code }) => code === 'hatch-levelled');
    assert.deepEqual(
      levelled.map(({ count, severity }) => [count, severity]),
      [[3, 'warning']],
    );
    assert.equal((await readFile(file)).job.areas.length, 6);
    const outlined = await writeTo(file, builder.job, { areas: 'outline' });
    assert.equal(outlined.count('hatch-levelled'), 0);
    const { job } = await readFile(file);
    const path = job.lines.loadPath(3, new Path());
    assert.deepEqual([path.coordinates[2], path.coordinates[5], path.coordinates[8]], [5, 6, 7]);
  });
});
