import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import type { Filter } from '@fieldbridge/contract';
import type { SelectionGroup } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import { faultsIn } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { FileRow } from './rows.ts';
import { checkFilter, fullSelection } from './selection.ts';
import { openSpace, type TestSpace } from './testing/space.ts';

const entry = (kind: string, name: string) => ({ name, kind, count: 1, extent: null, selected: true });
/** The entries of a report: a name may be in several groups, and for several kinds. */
const REPORTED: SelectionGroup[] = [
  { group: 'kinds', entries: [entry('point', 'point'), entry('line', 'line')] },
  { group: 'layers', entries: [entry('point', 'Kerb'), entry('line', 'Kerb'), entry('line', '')] },
  { group: 'codes', entries: [entry('point', 'Kerb'), entry('point', '["a","b"]')] },
] as never;

let space: TestSpace;
let file: FileRow;
before(async () => {
  space = await openSpace();
  const bytes = Buffer.from(JSON.stringify({ selection: REPORTED }));
  const { id } = await space.blobs.put(Readable.from([bytes]), { limit: 1e6 });
  file = { report: id } as FileRow;
});
after(() => space[Symbol.asyncDispose]());

const check = (filter: unknown) => checkFilter(space.blobs, file, filter as Filter);
const filterOf = (group: string, ...entries: object[]) => ({ selection: [{ group, entries }] });
const faultsOf = async (filter: unknown) => {
  try {
    await check(filter);
  } catch (error) {
    if (error instanceof ProblemError)
      return { code: error.code, errors: faultsIn(error.options.errors!), text: error.message };
  }
  throw new Error('it was not refused');
};

describe('everything not mentioned is chosen: no selection, no group, no entry', () => {
  for (const filter of [{}, { selection: [] }, filterOf('layers'), { selection: REPORTED }, { bounds: null }])
    test(JSON.stringify(filter), async () => {
      assert.deepEqual(await check(filter), { deselected: [] }, JSON.stringify(filter));
    });
});

test('only differences are stored, by group, kind and name; an entry listed twice is off if it is off once', async () => {
  const off = (kind: string, name: string) => ({ kind, name, selected: false });
  const on = (kind: string, name: string) => ({ kind, name, selected: true });
  assert.deepEqual(await check(filterOf('layers', off('line', 'Kerb'), on('point', 'Kerb'), off('line', ''))), {
    deselected: [
      ['layers', 'line', 'Kerb'],
      ['layers', 'line', ''],
    ],
  });
  const twice = await check({
    selection: [filterOf('codes', on('point', 'Kerb')), filterOf('codes', off('point', 'Kerb'))].flatMap(
      ({ selection }) => selection,
    ),
  });
  assert.deepEqual(twice.deselected, [['codes', 'point', 'Kerb']]);
});

test('entries that the report did not list are named with their position: another kind, another group, another spelling', async () => {
  for (const [group, kind, name] of [
    ['layers', 'area', 'Kerb'],
    ['kinds', 'point', 'Kerb'],
    ['surfaces', 'line', 'Kerb'],
    ['layers', 'line', 'kerb'],
    ['layers', 'line', 'Kerb '],
    ['codes', 'point', 'a'],
    ['__proto__', 'toString', 'constructor'],
  ]) {
    const { code, errors } = await faultsOf(filterOf(group!, entry('point', 'point'), { kind, name, selected: true }));
    assert.equal(code, 'selection-unknown');
    const at = errors.find(({ pointer }) => pointer === '#/selection/0/entries/1')!;
    assert.equal(at.detail, `The report of this file lists no ${kind} "${name}" in the group ${group}.`);
  }
  const many = Array.from({ length: 500 }, (_, i) => ({ kind: 'line', name: `x${i}`, selected: false }));
  const { errors } = await faultsOf({ selection: [REPORTED[0], { group: 'layers', entries: many }] });
  assert.deepEqual(
    [errors.length, errors[0]!.pointer, errors[49]!.pointer],
    [50, '#/selection/1/entries/0', '#/selection/1/entries/49'],
  );
  const { errors: long } = await faultsOf(filterOf('layers', { kind: 'line', name: 'y'.repeat(4000), selected: true }));
  assert.ok(long[0]!.detail.length < 250, 'a long name is not repeated whole');
});

test('bounds may be a line or a point, but not inverted', async () => {
  const box = (minEasting: number, minNorthing: number, maxEasting: number, maxNorthing: number) => ({
    ...{ minEasting, minNorthing, maxEasting, maxNorthing },
  });
  for (const bounds of [box(0, 0, 10, 10), box(5, 5, 5, 5), box(-1e12, -1, 1e12, -1)])
    assert.deepEqual(await check({ bounds }), { deselected: [], bounds });
  for (const bounds of [box(10, 0, 0, 10), box(0, 10, 10, 0), box(1, 1, 1, 0.999)]) {
    const { code, errors } = await faultsOf({ bounds });
    assert.deepEqual([code, errors[0]!.pointer], ['validation-failed', '#/bounds']);
  }
});

test("the stored filter and the converter's selection agree, whatever was chosen", async () => {
  const all = REPORTED.flatMap(({ group, entries }) => entries.map(({ kind, name }) => ({ group, kind, name })));
  await fc.assert(
    fc.asyncProperty(fc.subarray(all), fc.boolean(), async (off, bounded) => {
      const isOff = (group: string, kind: string, name: string) =>
        off.some((one) => one.group === group && one.kind === kind && one.name === name);
      const selection = REPORTED.map(({ group, entries }) => ({
        group,
        entries: entries.map((one) => ({ ...one, selected: !isOff(group, one.kind, one.name) })),
      }));
      const bounds = { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };
      const stored = await check({ selection, ...(bounded ? { bounds } : {}) });
      assert.equal(stored.deselected.length, off.length);
      const full = await fullSelection(space.blobs, file, JSON.stringify(stored));
      assert.deepEqual(full, { groups: selection, ...(bounded ? { bounds } : {}) });
    }),
    { numRuns: 30 },
  );
});
