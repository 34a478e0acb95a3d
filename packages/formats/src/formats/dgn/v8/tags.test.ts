import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { readWith } from '../../../../testing/run-format.ts';
import {
  bodyOf,
  dependencyLinkage,
  MODEL_PAGE,
  SHARED_PAGE,
  type V8Parts,
  v8Element,
  withPages,
} from '../../../../testing/v8-file.ts';
import { dgn } from '../format.ts';
import { tagValue } from './tags.ts';

const SAMPLE = readFileSync(
  join(
    process.env['CORPUS'] ?? join(import.meta.dirname, '../../../../../../../shared/corpus'),
    'dgn/v8/test_dgnv8.dgn',
  ),
);
const [TARGET, SET] = [0x2710, 0x2717];
const SET_ID = 900;

/** The bytes after the common header of a tag. @param kind 1 text, 3 whole number, 4 real number */
function tagBody(number: number, kind: number, value: Uint8Array): Uint8Array {
  const body = Buffer.alloc(0x140 - 0x68 + value.length + (value.length % 2));
  body.writeUInt16LE(number, 0xd0 - 0x68);
  body.writeUInt16LE(kind, 0xd2 - 0x68);
  body.writeUInt32LE(value.length, 0x138 - 0x68);
  body.set(value, 0x140 - 0x68);
  return body;
}

const tag = (target: number, number: number, kind: number, value: Uint8Array, rootKind = 2): V8Parts => ({
  type: 37,
  body: tagBody(number, kind, value),
  linkages: Buffer.concat([dependencyLinkage(TARGET, target, rootKind), dependencyLinkage(SET, SET_ID, rootKind)]),
});
const bytes = (text: string): Uint8Array => Buffer.from(`${text}\0`, 'latin1');
const wide = (text: string): Uint8Array => Buffer.concat([Buffer.of(0xff, 0xfd), Buffer.from(`${text}\0`, 'utf16le')]);
const whole = (value: number): Uint8Array => new Uint8Array(Int32Array.of(value).buffer);
const real = (value: number): Uint8Array => new Uint8Array(Float64Array.of(value).buffer);

/** A set of tags: Species (0, a text), Tree Count (1, a whole number), Höhe (2, a real number). */
function tagSet(): V8Parts {
  const part = (name: Uint8Array, number: number, kind: number, value: Uint8Array): Buffer =>
    Buffer.concat([name, Buffer.of(number, 0), bytes('Prompt?'), Buffer.of(kind, 0, 0, 0, 0, 0, 0), value]);
  const definitions = Buffer.concat([
    part(bytes('Species'), 0, 1, bytes('oak')),
    part(bytes('Tree Count'), 1, 3, whole(7)),
    part(wide('Höhe'), 2, 4, real(1.5)),
  ]);
  // The set has no graphic header: its content begins at 0x28.
  const own = Buffer.alloc(0x3c + definitions.length + (definitions.length % 2));
  own.write('teSt', 0x28);
  own.writeUInt32LE(definitions.length, 0x34);
  own.set(definitions, 0x3c);
  const start = v8Element({ type: 39, id: SET_ID, body: own.subarray(0x68) });
  own.copy(start, 4 + 0x28, 0x28, 0x68);
  return { type: 39, id: SET_ID, body: Buffer.from(start) };
}

/** The sample with these elements in its model and a set of tags in the pages for all models. */
function drawingOf(elements: readonly V8Parts[], withSet = true): Uint8Array {
  return withPages(SAMPLE, {
    [MODEL_PAGE]: () => Buffer.concat(elements.map(v8Element)),
    [SHARED_PAGE]: (page) => (withSet ? Buffer.concat([page, tagSet().body]) : page),
  });
}

const line = (id: number): V8Parts => ({ type: 3, id, body: bodyOf([], [0, 0, 10_000, 10_000]) });
/** A 2-D cell with the elements that follow it. */
const cell = (id: number, name: string, count: number): V8Parts => ({
  type: 2,
  id,
  name,
  body: bodyOf([count, 0], [0, 0, 0, 0, 1, 0, 0, 1, 30_000, 40_000]),
});

describe('tags become attributes of their element, named by their set', () => {
  for (const kind of [2, 3, 9, 10])
    test(String(kind), async () => {
      const tags = [
        tag(5, 0, 1, bytes('Linde'), kind),
        tag(5, 1, 3, whole(-12), kind),
        tag(5, 2, 4, real(2.25), kind),
        tag(5, 0, 1, wide('Straße Ω'), kind),
      ];
      const { job, tally, issues } = await readWith(dgn, drawingOf([line(4), line(5), ...tags]));
      assert.deepEqual(job.lines.attributes.get(0), []);
      assert.deepEqual(
        job.lines.attributes.get(1),
        ['Species', 'Linde', 'Tree Count', '-12', 'Höhe', '2.25', 'Species', 'Straße Ω'],
        String(kind),
      );
      const row = tally.rows().find(({ type }) => type === '37 tag')!;
      assert.deepEqual([row.found, row.read, row.skipped], [4, 4, 0]);
      assert.equal(issues.count('dgn-tag-left-out'), 0);
    });
});

test('tags of a cell or text node, which give several features, are on a point at its place', async () => {
  const node: V8Parts = { type: 7, id: 8, body: Buffer.alloc(0xa8 - 0x68) };
  Buffer.from(node.body.buffer, node.body.byteOffset).writeDoubleLE(50_000, 0x98 - 0x68);
  const { job } = await readWith(
    dgn,
    drawingOf([
      cell(7, 'TREE', 2),
      { ...line(70), isComponent: true },
      { ...line(71), isComponent: true },
      node,
      tag(7, 1, 3, whole(3)),
      tag(8, 0, 1, bytes('Eiche')),
    ]),
  );
  assert.equal(job.lines.length, 2);
  assert.equal(job.points.length, 2);
  assert.deepEqual([job.points.easting(0), job.points.northing(0)], [3, 4]);
  assert.deepEqual(job.points.attributes.get(0), ['Tree Count', '3']);
  assert.equal(job.points.block.get(0), 'TREE');
  assert.deepEqual([job.points.easting(1), job.points.attributes.get(1)], [5, ['Species', 'Eiche']]);
});

test('a tag without a set, without an element, or incomplete is omitted and reported', async () => {
  const cut = tag(5, 0, 1, bytes('Linde'));
  Buffer.from(cut.body.buffer, cut.body.byteOffset).writeUInt32LE(1000, 0x138 - 0x68);
  for (const [elements, withSet] of [
    [[line(5), tag(5, 0, 1, bytes('Linde'))], false],
    [[line(5), tag(5, 9, 1, bytes('Linde'))], true],
    [[line(5), { ...tag(5, 0, 1, bytes('Linde')), linkages: dependencyLinkage(SET, SET_ID) }], true],
    [[line(5), cut], true],
  ] as const) {
    const { job, tally, issues } = await readWith(dgn, drawingOf(elements, withSet));
    assert.deepEqual(job.lines.attributes.get(0), []);
    assert.equal(tally.rows().find(({ type }) => type === '37 tag')!.skipped, 1);
    assert.equal(issues.count('dgn-tag-left-out'), 1);
  }
});

test('the tag of the sample is a whole number, 0, in this layout', async () => {
  const { tally } = await readWith(dgn, SAMPLE);
  assert.equal(tally.rows().find(({ type }) => type === '37 tag')!.skipped, 1);
  let value: string | undefined;
  withPages(SAMPLE, {
    [MODEL_PAGE]: (page) => {
      const at = page.indexOf(Buffer.from('25000010a2000000a2000000', 'hex'));
      const view = new DataView(page.buffer, page.byteOffset + at, 0x144);
      value = tagValue({
        type: 37,
        offset: 0,
        isComponent: false,
        isDeleted: false,
        view,
        size: 0x144,
        is3d: true,
      });
      return page;
    },
  });
  assert.equal(value, '0');
});

test('definitions of arbitrary bytes are read without an exception', async () => {
  const whole = tagSet().body;
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 0x45), fc.nat(255), async (at, byte) => {
      const set = Buffer.from(whole);
      set[0x40 + at] = byte;
      const file = withPages(SAMPLE, {
        [MODEL_PAGE]: () => Buffer.concat([line(5), tag(5, 0, 1, bytes('Linde'))].map(v8Element)),
        [SHARED_PAGE]: (page) => Buffer.concat([page, set]),
      });
      const { job } = await readWith(dgn, file);
      assert.equal(job.lines.length, 1);
    }),
    { numRuns: 60 },
  );
});
