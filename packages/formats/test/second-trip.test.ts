import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FieldJob } from '@fieldbridge/fieldjob';
import { arbitraryJob } from '@fieldbridge/fieldjob/testing/arbitrary-job.ts';
import { plainJob } from '@fieldbridge/fieldjob/testing/same-job.ts';
import fc from 'fast-check';
import { type Format, FormatError, formatById, parseExportOptions, parseImportOptions } from '../src/index.ts';
import { readWith, writeWith } from '../testing/run-format.ts';

/** Relative tolerance of numbers, absolute below 1: for sums, conversions of units and chords. */
const TOLERANCE = 1e-6;
const FORMATS = [
  ...['maxml', 'gts7', 'geojson', 'csv', 'points', 'codelib', 'landxml', 'jobxml'],
  ...['tp3', 'pt3', 'ln3', 'tn3', 'rd3', 'gc3', 'pl3'],
];
/** Refusals of jobs without data for the format, which this test skips. */
const NOTHING: ReadonlySet<string> = new Set(['nothing-to-write', 'columns-unknown']);
const OPTIONS: Readonly<Record<string, object>> = { geojson: { coordinates: 'job' } };

/** Texts as people write them; a short file full of control characters would not count as text. */
const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom("O'Brien", 'a"b', 'Öl – Straße', '1', '-', 'NULL', 'a,b;c', ' x '),
);
const millimetres = fc.integer({ min: -5_000_000, max: 5_000_000 }).map((n) => n / 1000);

async function trip(format: Format, job: FieldJob): Promise<FieldJob> {
  const { values, faults } = parseExportOptions(format, {
    experimental: 'experimental' in format.writeOptions ? true : undefined,
    ...OPTIONS[format.id],
  });
  assert.deepEqual(faults, []);
  const { result } = await writeWith(format, job, { options: values });
  return (await readWith(format, result as Buffer, { options: parseImportOptions(format, {}).values })).job;
}

/** Asserts that two plain values are equal, except for rounding; names the first difference. */
function assertAlike(actual: unknown, expected: unknown, where = 'job'): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    const near = Math.abs(actual - expected) <= TOLERANCE * Math.max(1, Math.abs(expected));
    assert.ok(near || Object.is(actual, expected), `${where}: ${actual}, not ${expected}`);
  } else if (typeof expected === 'object' && expected !== null && typeof actual === 'object' && actual !== null) {
    assert.deepEqual(Object.keys(actual), Object.keys(expected), where);
    for (const [key, value] of Object.entries(expected))
      assertAlike(Reflect.get(actual, key), value, `${where}.${key}`);
  } else assert.equal(actual, expected, where);
}

/**
 * The compared parts of a job. GTS-7 omits empty fields at the end of its records, and a table has its attributes in
 * column order: these differences have no meaning.
 */
function compared({ id }: Format, job: FieldJob): Record<string, unknown> {
  const plain = plainJob(job);
  if (id === 'gts7') return { ...plain, observations: job.observations.map(({ kind, target }) => `${kind} ${target}`) };
  if (id !== 'csv' && id !== 'points') return plain;
  const points = (plain['points'] as { attributes: string[] }[]).map(({ attributes, ...rest }) => {
    const pairs = attributes.flatMap((key, i) => (i % 2 === 0 ? [[key, attributes[i + 1]]] : []));
    return { ...rest, attributes: pairs.sort(([a], [b]) => (a! < b! ? -1 : 1)) };
  });
  return { ...plain, points };
}

describe('a job read from a file survives a second round trip', () => {
  for (const id of FORMATS) {
    it(`as ${id}: the second file has the contents of the first`, async () => {
      const format = formatById(id)!;
      let compares = 0;
      await fc.assert(
        fc.asyncProperty(arbitraryJob({ coordinate: millimetres, text, most: 3, fewestVertices: 2 }), async (job) => {
          let [once, twice]: FieldJob[] = [];
          try {
            once = await trip(format, job);
            twice = await trip(format, once);
          } catch (error) {
            assert.ok(error instanceof FormatError && NOTHING.has(error.code), String(error));
            return;
          }
          assertAlike(compared(format, twice), compared(format, once));
          compares++;
        }),
        { numRuns: 15 },
      );
      assert.ok(compares >= 3, `only ${compares} jobs could be compared`);
    });
  }
});
