import assert from 'node:assert/strict';
import test from 'node:test';
import { Feature } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { everyVersion } from './testing/writing.ts';

// A point is written as a reference of Fieldbridge's own block, and everything it has is read back.

const pointWith = (values: Partial<Feature>): Feature => Object.assign(new Feature(), values);

test('attributes named like properties of a point stay attributes and do not change the properties', async () => {
  const attributes = [
    'NAME',
    'Linde',
    'CODE',
    'x',
    'TIME',
    '10:30',
    'QUALITY',
    'good',
    'LIST',
    '',
    'ELEVATION',
    '',
    'DESCRIPTION',
    'y',
    'NAME',
    'again',
  ];
  const stated = {
    name: 'P1',
    code: 'B',
    description: 'd',
    list: 'L',
    time: Date.UTC(2026, 1, 3),
    quality: 0.02,
    attributes,
  };
  await everyVersion(
    (builder) => {
      builder.point(pointWith(stated), 1, 2, 3);
      builder.point(pointWith({ attributes }), 4, 5, 6);
      builder.point(pointWith({ attributes: ['ELEVATION', '7'] }), 4, 5, Number.NaN);
      builder.point(pointWith({ attributes: ['NR', '8', 'Code', 'c', 'Bemerkung', 'b'] }), 4, 5, 6);
    },
    ({ job: { points } }, version) => {
      const rows = Array.from({ length: 4 }, (_, row) => ({
        ...points.load(row, new Feature()),
        elevation: points.elevation(row),
      }));
      const { name, code, description, list, time, quality } = rows[0]!;
      assert.deepEqual(
        { name, code, description, list, time, quality, attributes: [...rows[0]!.attributes] },
        stated,
        version,
      );
      assert.deepEqual(
        [rows[1]!.name, rows[1]!.code, rows[1]!.list, rows[1]!.time, rows[1]!.quality],
        ['', '', '', Number.NaN, Number.NaN],
      );
      assert.deepEqual([...rows[1]!.attributes], attributes, version);
      assert.deepEqual(
        rows.map((row) => row.elevation),
        [3, 6, Number.NaN, 6],
        version,
      );
      assert.deepEqual([...rows[2]!.attributes], ['ELEVATION', '7']);
      assert.deepEqual([rows[3]!.name, rows[3]!.code, rows[3]!.description], ['', '', '']);
    },
  );
});

test('every property and attribute of a point is read back, whatever its value', async () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...' aZ9^%~{};\\\n\täżα𝔸'), maxLength: 12 }),
    fc.constantFrom('', 'NAME', '%%d', '^J', '\\P', 'C:\\Users\\x'),
  );
  const tag = fc.constantFrom('NAME', 'CODE', 'TIME', 'LIST', 'ELEVATION', 'NR', 'Art', 'DN', 'QUALITY', 'DESCRIPTION');
  const some = fc.record({
    name: text,
    code: text,
    description: text,
    list: text,
    quality: fc.constantFrom(Number.NaN, 0.02, 1e-9, 12.5),
    time: fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 4e12 })),
    attributes: fc.array(fc.tuple(tag, text), { maxLength: 4 }).map((pairs) => pairs.flat()),
  });
  const elevation = fc.constantFrom(Number.NaN, 0, -3.25, 512.125);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(some, elevation), { minLength: 1, maxLength: 6 }), (points) =>
      everyVersion(
        (builder) => {
          for (const [values, z] of points) builder.point(pointWith(values), 4468000.123, 5334000.5, z);
        },
        ({ job }, version) => {
          for (const [row, [values, z]] of points.entries()) {
            const { name, code, description, list, quality, time, attributes } = job.points.load(row, new Feature());
            assert.deepEqual(
              { name, code, description, list, quality, time, attributes: [...attributes] },
              { ...values },
              version,
            );
            assert.ok(Object.is(job.points.elevation(row), z), version);
          }
        },
      ),
    ),
    { numRuns: 15 },
  );
});
