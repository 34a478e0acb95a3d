import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Path } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { type ReadResult, readWith } from '../../../../testing/run-format.ts';
import {
  ATTACHED_PAGE,
  bodyOf,
  MODEL_PAGE,
  SHARED_PAGE,
  type V8Parts,
  v8Element,
  withModel,
  withPages,
} from '../../../../testing/v8-file.ts';
import { FormatError } from '../../../core/failure.ts';
import { dgn } from '../format.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
    'dgn/v8/test_dgnv8.dgn',
  ),
);
/** Units of resolution per metre of the sample. */
const UOR = 10_000;

/** The sample with other elements in its model, and further definitions. */
function drawingOf(elements: readonly V8Parts[], definitions: readonly V8Parts[] = []): Uint8Array {
  return withPages(SAMPLE, {
    [MODEL_PAGE]: () => Buffer.concat(elements.map(v8Element)),
    [SHARED_PAGE]: (page) => Buffer.concat([page, ...definitions.map(v8Element)]),
  });
}

const positions = (job: ReadResult['job'], table: 'lines' | 'areas', row: number): number[][] => {
  const path = job[table].loadPath(row, new Path());
  return Array.from({ length: path.count }, (_, i) =>
    [0, 1, 2].map((axis) => Math.round(path.coordinates[3 * i + axis]! * 1e9) / 1e9 + 0),
  );
};

const line = (from: readonly number[], to: readonly number[], more: Partial<V8Parts> = {}): V8Parts => ({
  type: 3,
  body: bodyOf([], [...from, ...to]),
  ...more,
});
/** An instance in plan: range, 2 × 2 matrix, origin. */
const instance = (name: string, matrix: readonly number[], origin: readonly number[], more = {}): V8Parts => ({
  type: 35,
  name,
  body: bodyOf([0, 0], [0, 0, 0, 0, ...matrix, ...origin]),
  ...more,
});
const definition = (name: string, count: number): V8Parts => ({
  type: 34,
  name,
  body: bodyOf([count, 0], [0, 0, 0, 0, 1, 0, 0, 1, 0, 0]),
});

test('repacking a file changes nothing', async () => {
  const again = withPages(SAMPLE, { [MODEL_PAGE]: (page) => page, [SHARED_PAGE]: (page) => page });
  const [was, is] = [await readWith(dgn, SAMPLE), await readWith(dgn, again)];
  assert.deepEqual(is.tally.rows(), was.tally.rows());
  assert.deepEqual(is.job.lines.coordinates.view(), was.job.lines.coordinates.view());
});

test('levels have the names of the file’s level table', async () => {
  const { job } = await readWith(dgn, SAMPLE);
  assert.equal(job.layers.name(job.lines.layer.get(1)), 'Default');
  assert.equal(job.layers.name(job.points.layer.get(0)), 'Level 1');
});

test('colours are those of the reference list: the default table, and extended colours by number', async () => {
  const { job } = await readWith(dgn, SAMPLE);
  assert.equal(job.lines.colour.get(0), 0xffffff);
  assert.equal(job.texts.colour.get(0), 0xffc896);
  const colours = [0, 1, 3, 0x100, 0x200, 0x2a7, 0x300, 0xffffffff, 0xfffffffe];
  const drawn = await readWith(dgn, drawingOf(colours.map((colour) => line([0, 0], [1, 1], { colour }))));
  assert.deepEqual(
    colours.map((_, row) => drawn.job.lines.colour.get(row)),
    [0xffffff, 0x0000ff, 0xff0000, 0xffc896, 0xc8ff96, 0xc8ff96, -1, -1, -1],
  );
});

test('a damaged page of extended colours loses only the colours and is reported', async () => {
  const { job, issues } = await readWith(
    dgn,
    withPages(SAMPLE, { [ATTACHED_PAGE]: (page) => page.fill(0, 28 + 24 + 2) }),
  );
  assert.equal(job.texts.colour.get(0), -1);
  assert.equal(issues.count('dgn-shared-page-damaged'), 1);
});

test('a hole joins the shape before it in its cell, as in the reference list', async () => {
  const { job } = await readWith(dgn, SAMPLE);
  const rings = Array.from({ length: job.areas.length }, (_, row) => job.areas.loadPath(row, new Path()).rings.length);
  assert.deepEqual(
    rings.filter((count) => count > 1),
    [2, 2],
  );
  const row = rings.indexOf(2);
  assert.deepEqual(
    positions(job, 'areas', row).map(([e, n]) => [e, n]),
    [
      [0, 0],
      [0, 1],
      [1, 1],
      [0.1, 0.1],
      [0.1, 0.9],
      [0.9, 0.9],
    ],
  );
});

test('the shared cell of the sample is the circle with the range in its header', async () => {
  const { job, tally } = await readWith(dgn, SAMPLE);
  const row = Array.from({ length: job.areas.length }, (_, i) => job.areas.block.get(i)).indexOf('Named definition');
  assert.notEqual(row, -1);
  const path = job.areas.loadPath(row, new Path());
  assert.equal(path.hasBulges, true);
  const places = positions(job, 'areas', row);
  for (const [e, n, z] of places) {
    assert.ok(Math.abs(Math.hypot(e!, n! - 1) - 1) < 1e-6);
    assert.ok(Math.abs(z! - 2) < 1e-9);
  }
  const shared = tally.rows().find(({ type }) => type.startsWith('35'))!;
  assert.deepEqual([shared.found, shared.read, shared.skipped], [1, 1, 0]);
});

test('shared cells are rotated, scaled and nested; without a definition only their place is drawn', async () => {
  const quarter = [0, -2, 2, 0];
  const file = drawingOf(
    [instance('outer', quarter, [10 * UOR, 20 * UOR]), instance('nowhere', [1, 0, 0, 1], [5 * UOR, 6 * UOR])],
    [
      definition('inner', 1),
      line([0, 0], [UOR, 0], { isComponent: true }),
      definition('outer', 2),
      instance('inner', [1, 0, 0, 1], [UOR, 0], { isComponent: true }),
      line([0, 0], [0, UOR], { isComponent: true }),
    ],
  );
  const { job, tally } = await readWith(dgn, file);
  assert.deepEqual([job.lines.length, job.points.length], [2, 1]);
  assert.deepEqual(
    [0, 1].map((row) => positions(job, 'lines', row).map(([e, n]) => [e, n])),
    [
      [
        [10, 22],
        [10, 24],
      ],
      [
        [10, 20],
        [8, 20],
      ],
    ],
  );
  assert.equal(job.lines.block.get(0), 'outer');
  assert.deepEqual([job.points.easting(0), job.points.northing(0)], [5, 6]);
  const shared = tally.rows().find(({ type }) => type.startsWith('35'))!;
  assert.deepEqual([shared.found, shared.read, shared.expanded], [2, 2, 1]);
});

test('shared cells that contain themselves are drawn without the circular instance', async () => {
  const at = [1, 0, 0, 1];
  const part = { isComponent: true };
  for (const definitions of [
    [definition('a', 2), instance('a', at, [0, 0], part), line([0, 0], [UOR, 0], part)],
    [
      ...[definition('a', 2), instance('b', at, [0, 0], part), line([0, 0], [UOR, 0], part)],
      ...[definition('b', 1), instance('a', at, [0, 0], part)],
    ],
  ]) {
    const file = drawingOf([instance('a', at, [0, 0]), line([0, 0], [UOR, UOR])], definitions);
    const { job, issues, tally } = await readWith(dgn, file);
    assert.equal(job.lines.length, 2);
    assert.equal(issues.count('block-circle'), 1);
    for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
  }
});

test('shared cells that nest too deep or multiply exponentially are refused before any of them is drawn', async () => {
  const chain = (most: number, times: number): V8Parts[] =>
    Array.from({ length: most }, (_, i) => i).flatMap((i) => [
      definition(`d${i}`, times),
      ...Array.from({ length: times }, () =>
        i < most - 1
          ? instance(`d${i + 1}`, [1, 0, 0, 1], [0, 0], { isComponent: true })
          : line([0, 0], [UOR, 0], { isComponent: true }),
      ),
    ]);
  const outcome = async (definitions: V8Parts[], limits = {}): Promise<unknown[]> => {
    const file = drawingOf([instance('d0', [1, 0, 0, 1], [0, 0]), line([0, 0], [UOR, UOR])], definitions);
    const { job, issues, tally } = await readWith(dgn, file, { limits });
    const shared = tally.rows().find(({ type }) => type.startsWith('35'))!;
    return [
      job.lines.length,
      issues
        .summary()
        .map(({ code }) => code)
        .filter((code) => /^(block|exp)/.test(code)),
      shared.skipped,
    ];
  };
  assert.deepEqual(await outcome(chain(64, 1)), [2, [], 0]);
  assert.deepEqual(await outcome(chain(65, 1)), [1, ['block-too-deep'], 1]);
  // 10^15 lines.
  assert.deepEqual(await outcome(chain(15, 10)), [1, ['expansion-limit'], 1]);
  assert.deepEqual(await outcome(chain(2, 3), { expanded: 12 }), [10, [], 0]);
  assert.deepEqual(await outcome(chain(2, 3), { expanded: 11 }), [1, ['expansion-limit'], 1]);
});

test('points of a string in a shared cell count one by one', async () => {
  const points = { type: 22, body: bodyOf([5, 0], [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]), isComponent: true };
  const file = drawingOf(
    [instance('p', [1, 0, 0, 1], [0, 0]), instance('p', [1, 0, 0, 1], [0, 0])],
    [definition('p', 1), points],
  );
  const read = async (expanded: number): Promise<number> =>
    (await readWith(dgn, file, { limits: { expanded } })).job.points.length;
  assert.equal(await read(4), 0);
  assert.equal(await read(5), 5);
  assert.equal(await read(9), 10);
});

test('of several models the first, or the requested one, is read and the others are named', async () => {
  const second = withModel(SAMPLE, 1, 'Sheet Ä', Buffer.concat([line([0, 0], [UOR, 0])].map(v8Element)));
  const first = await readWith(dgn, second);
  assert.equal(first.job.lines.length, 14);
  const [issue] = first.issues.summary().filter(({ code }) => code === 'dgn-models');
  assert.deepEqual(issue!.parameters, { models: 2, names: 'my_model 35, Sheet Ä 1', name: 'my_model' });
  const { job } = await readWith(dgn, second, { options: { model: 'sheet ä' } });
  assert.deepEqual([job.lines.length, job.areas.length], [1, 0]);
  await assert.rejects(readWith(dgn, second, { options: { model: 'plan' } }), {
    code: 'dgn-no-model',
    parameters: { name: 'plan', models: 'my_model, Sheet Ä' },
  });
});

const curve = (order: number, children: number, flags = 0): V8Parts => ({
  type: 27,
  body: bodyOf([children, order - 2 + flags, 0, 0], []),
});
const poles = (...places: readonly (readonly number[])[]): V8Parts => ({
  type: 21,
  isComponent: true,
  body: bodyOf([places.length, 0], places.flat()),
});
const values = (type: 26 | 28, ...numbers: readonly number[]): V8Parts => ({
  type,
  isComponent: true,
  isBare: true,
  body: bodyOf([], numbers),
});

test('B-splines begin and end at their outer poles; knots and weights are used, knots that descend skip the curve', async () => {
  const places = [
    [0, 0],
    [UOR, UOR],
    [2 * UOR, 0],
    [3 * UOR, UOR],
  ];
  const plain = await readWith(dgn, drawingOf([curve(3, 1), poles(...places)]));
  const ends = (job: ReadResult['job']): number[][] => {
    const all = positions(job, 'lines', 0);
    return [all[0]!.slice(0, 2), all.at(-1)!.slice(0, 2)];
  };
  assert.deepEqual(ends(plain.job), [
    [0, 0],
    [3, 1],
  ]);
  const bent = await readWith(dgn, drawingOf([curve(3, 2), poles(...places), values(26, 0.25)]));
  assert.deepEqual(ends(bent.job), ends(plain.job));
  assert.notDeepEqual(positions(bent.job, 'lines', 0), positions(plain.job, 'lines', 0));
  const { job, issues } = await readWith(dgn, drawingOf([curve(2, 2), poles(...places), values(26, 0.75, 0.25)]));
  assert.deepEqual([job.lines.length, issues.count('dgn-spline')], [0, 1]);
});

test('a rational B-spline draws a circle from poles that are not multiplied by their weights', async () => {
  const places = [
    [UOR, 0],
    [UOR, UOR],
    [0, UOR],
  ];
  const parts = [curve(3, 2, 0x80), poles(...places), values(28, 1, Math.SQRT1_2, 1)];
  const { job } = await readWith(dgn, drawingOf(parts));
  const path = job.lines.loadPath(0, new Path());
  assert.ok(path.count > 8);
  for (let i = 0; i < path.count; i++) {
    const radius = Math.hypot(path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!);
    assert.ok(Math.abs(radius - 1) < 1e-9, `${radius}`);
  }
});

test('holes also join by graphic group, and only right after their shape', async () => {
  const square = (at: number, size: number, more: Partial<V8Parts>): V8Parts => {
    const corners = [at, at, at + size, at, at + size, at + size, at, at].map((value) => value * UOR);
    return { type: 6, body: bodyOf([4, 0], corners), ...more };
  };
  const rings = async (...elements: V8Parts[]): Promise<number[]> => {
    const { job } = await readWith(dgn, drawingOf(elements));
    return Array.from({ length: job.areas.length }, (_, row) => job.areas.loadPath(row, new Path()).rings.length);
  };
  const hole = { isHole: true, group: 7 };
  assert.deepEqual(await rings(square(0, 9, { group: 7 }), square(1, 2, hole), square(5, 2, hole)), [3]);
  assert.deepEqual(await rings(square(0, 9, { group: 7 }), square(1, 2, { isHole: true, group: 8 })), [1, 1]);
  assert.deepEqual(await rings(square(0, 9, { group: 7 }), line([0, 0], [1, 1]), square(1, 2, hole)), [1, 1]);
  assert.deepEqual(await rings(square(0, 9, {}), square(1, 2, { isHole: true })), [1, 1]);
  const { job } = await readWith(dgn, drawingOf([1, 2, 3].map((at) => square(at, 1, { group: at }))));
  assert.deepEqual(
    [0, 1, 2].map((row) => positions(job, 'areas', row)[0]!.slice(0, 2)),
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  );
});

test('damage inside the packed pages gives issues or an error with a code', async () => {
  const change = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 });
  const damage = (changes: readonly [number, number][]) => (page: Buffer) => {
    for (const [place, value] of changes) page[place % page.length] = value;
    return page;
  };
  await fc.assert(
    fc.asyncProperty(change, change, change, async (model, shared, attached) => {
      const file = withPages(SAMPLE, {
        [MODEL_PAGE]: damage(model),
        [SHARED_PAGE]: damage(shared),
        [ATTACHED_PAGE]: damage(attached),
      });
      try {
        const { job, tally } = await readWith(dgn, file, { limits: { expanded: 100_000 } });
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped);
        for (const value of job.lines.coordinates.view()) assert.ok(Math.abs(value) !== Infinity);
      } catch (error) {
        assert.ok(error instanceof FormatError, String(error));
      }
    }),
    { numRuns: 150 },
  );
});
