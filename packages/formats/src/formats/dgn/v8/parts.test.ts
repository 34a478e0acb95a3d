import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { attributePage, type StoredPart } from '../../../../testing/v8-attributes.ts';
import { dependencyLinkage } from '../../../../testing/v8-file.ts';
import type { V8Element } from './element.ts';
import { readExtendedColours } from './extended-colours.ts';
import { dependencyOf, nameOf } from './linkages.ts';
import { readModel } from './model.ts';
import { scaleOf } from './scale.ts';
import { tagValue, V8Tags } from './tags.ts';

/** An element of these bytes and linkages. */
function elementOf(own: Uint8Array, ...linkages: readonly Uint8Array[]): V8Element {
  const bytes = Buffer.concat([own, ...linkages]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return { type: 3, offset: 0, isComponent: false, isDeleted: false, view, size: own.length, is3d: false };
}

/** A property as text, with a stated length of `stated`. */
function property(number: number, text: string, stated = text.length): Buffer {
  const linkage = Buffer.alloc(12 + text.length + (text.length % 2));
  linkage[0] = linkage.length / 2 - 1;
  linkage.writeUInt16LE(0x56d2, 2);
  linkage.writeUInt32LE(number, 4);
  linkage.writeUInt32LE(stated, 8);
  linkage.write(text, 12, 'latin1');
  return linkage;
}

const NOTHING = Buffer.alloc(0x68);

test('the name of an element is the property 1 among its linkages, whole', () => {
  assert.equal(nameOf(elementOf(NOTHING)), '');
  assert.equal(nameOf(elementOf(NOTHING, property(1, 'KERB'))), 'KERB');
  assert.equal(
    nameOf(elementOf(NOTHING, property(2, 'description'), dependencyLinkage(5, 9), property(1, 'KERB'))),
    'KERB',
  );
  assert.equal(nameOf(elementOf(NOTHING, property(2, 'KERB'))), '');
  assert.equal(nameOf(elementOf(NOTHING, property(1, 'KERB', 5), Buffer.alloc(40))), '');
  assert.equal(nameOf(elementOf(NOTHING, property(1, 'KERB').subarray(0, 10))), '');
  // A long linkage: 3 << 8 words, whatever these hold.
  const long = Buffer.alloc(2 * (3 << 8));
  long.set([3, 0x58, 0x28, 0x7d]);
  long.set(property(1, 'WALL'), 8);
  assert.equal(nameOf(elementOf(NOTHING, long, property(1, 'KERB'))), 'KERB');
  // The lower half of its flags means nothing in a short one.
  const short = Buffer.from(property(2, 'x'));
  short[1] = 0x12;
  assert.equal(nameOf(elementOf(NOTHING, short, property(1, 'KERB'))), 'KERB');
  // A linkage without a length is stepped over anyway.
  assert.equal(nameOf(elementOf(NOTHING, Buffer.alloc(4000))), '');
});

test('an element depends on the one that an application names, plainly or by a path', () => {
  const plain = dependencyLinkage(7, 0x1234);
  for (const kind of [2, 3, 9, 10])
    assert.equal(dependencyOf(elementOf(NOTHING, dependencyLinkage(7, 77, kind)), 7), 77n);
  for (const kind of [0, 1, 4, 8, 11])
    assert.equal(dependencyOf(elementOf(NOTHING, dependencyLinkage(7, 77, kind)), 7), undefined, String(kind));
  assert.equal(dependencyOf(elementOf(NOTHING, dependencyLinkage(6, 1), plain), 7), 0x1234n);
  assert.equal(dependencyOf(elementOf(NOTHING, plain), 8), undefined);
  // A linkage with one number ends right after it.
  const exact = plain.subarray(0, 20);
  exact[0] = 9;
  assert.equal(dependencyOf(elementOf(NOTHING, exact), 7), 0x1234n);
  const none = Buffer.from(exact);
  none.writeUInt16LE(0, 10);
  assert.equal(dependencyOf(elementOf(NOTHING, none), 7), undefined);
  assert.equal(dependencyOf(elementOf(NOTHING, exact.subarray(0, 18)), 7), undefined);
});

interface ModelFields {
  readonly flags?: number;
  readonly ratio?: readonly [number, number];
  /** Storage units per metre; 0 where the header states none. */
  readonly storage?: readonly [number, number];
  readonly uor?: number;
  readonly origin?: readonly [number, number, number];
}

/** The stream of a model: something else, then its header, which ends with the stream. */
function modelStream({ flags = 66, ratio = [1, 1], storage, uor = 1000, origin }: ModelFields): Buffer {
  const header = Buffer.alloc(0xf8);
  header.writeUInt32LE(flags, 0);
  header.writeUInt32LE(header.length / 2, 4);
  header.writeDoubleLE(ratio[0], 0x50);
  header.writeDoubleLE(ratio[1], 0x58);
  for (const [axis, value] of (origin ?? [0, 0, 0]).entries()) header.writeDoubleLE(value, 0xc8 + 8 * axis);
  header.writeDoubleLE(uor, 0xe0);
  for (const [i, value] of (storage ?? [0, 0]).entries()) header.writeDoubleLE(value, 0xe8 + 8 * i);
  return Buffer.concat([Buffer.alloc(300, 66), header]);
}

test('the unit of a model follows from its stated ratio to the metre', () => {
  const unitOf = (ratio: readonly [number, number]): unknown[] => {
    const { unit, numerator, denominator } = scaleOf(readModel(modelStream({ ratio })));
    return [unit, (1_000_000 * numerator) / denominator];
  };
  assert.deepEqual(unitOf([1, 1]), ['metre', 1000]);
  assert.deepEqual(unitOf([10000, 3048]), ['internationalFoot', 1000]);
  assert.deepEqual(unitOf([3937, 1200]), ['usSurveyFoot', 1000]);
  assert.deepEqual(unitOf([1000, 1]), ['metre', 1]);
  assert.deepEqual(unitOf([1, 1000]), ['metre', 1_000_000]);
  for (const ratio of [
    [0, 1],
    [1, 0],
    [-1, 1],
    [1, -1],
    [Infinity, 1],
    [Number.NaN, 1],
  ] as const)
    assert.deepEqual(unitOf(ratio), [undefined, 1000], String(ratio));
});

test('positions are stored in the storage unit, which may differ from the master unit', () => {
  for (const [master, storage, uor, unit, length] of [
    // Feet stored in inches of 254, as in problem_dims.dgn; millimetres stored in metres; feet in metres.
    [[10000, 3048], [10000, 254], 254, 'internationalFoot', 1 / 12],
    [[1000, 1], [1, 1], 1_000_000, 'metre', 1],
    [[1000, 1], [1000, 1], 1000, 'metre', 0.001],
    [[10000, 3048], [1, 1], 10_000, 'internationalFoot', 10000 / 3048],
    [[3.2808399, 1], [1, 1], 10_000, 'metre', 1],
  ] as const) {
    const scale = scaleOf(readModel(modelStream({ ratio: master, storage, uor })));
    assert.equal(scale.unit, unit);
    assert.ok(Math.abs((uor * scale.numerator) / scale.denominator - length) < 1e-15 * length, `${master} ${storage}`);
  }
});

test('a model is 2-D by its mark; its origin and scale must be numbers', () => {
  assert.equal(readModel(modelStream({})).is3d, true);
  assert.equal(readModel(modelStream({ flags: 0x00800000 + 66 })).is3d, false);
  assert.deepEqual(readModel(modelStream({ origin: [1, -2, 3] })).origin, [1, -2, 3]);
  assert.deepEqual(readModel(modelStream({ origin: [1, Number.NaN, 3] })).origin, [0, 0, 0]);
  for (const uor of [0, -1, Number.NaN, Infinity])
    assert.throws(() => readModel(modelStream({ uor })), { code: 'dgn-model-header' }, String(uor));
  assert.throws(() => readModel(modelStream({ flags: 67 })), { code: 'dgn-model-header' });
  assert.throws(() => readModel(modelStream({}).subarray(0, 400)), { code: 'dgn-model-header' });
});

/** A page of records with attributes. */
const attached = (...records: readonly (readonly StoredPart[])[]): Uint8Array =>
  attributePage(records.map((parts) => [0, parts]));
const COLOURS = 0x57090000;
const xml = (text: string): StoredPart => ({
  handler: COLOURS,
  bytes: Buffer.concat([Buffer.alloc(8), deflateSync(Buffer.from(text, 'utf16le'))]),
});

describe('extended colours are those of the first attribute with colours, in order', () => {
  const colours = xml(
    '<ExtendedColors><Entry Color="(1, 2,3)"/><Entry Name="x" Color = "(255,0,128)"/></ExtendedColors>',
  );
  const expected = [0x010203, 0xff0080];
  for (const [named, page, found] of [
    ['the only one', attached([colours]), expected],
    [
      'after another attribute of its element',
      attached([{ handler: 0x57070000, bytes: Buffer.from('x') }, colours]),
      expected,
    ],
    ['after a record without attributes', attached([], [colours]), expected],
    ['after one that is not compressed', attached([{ handler: 7, bytes: Buffer.of(0x78, 0) }], [colours]), expected],
    ['after one too short for colours', attached([{ ...colours, bytes: Buffer.alloc(3) }], [colours]), expected],
    ['after other XML', attached([xml('<Other Color="(9,9,9)"/>')], [colours]), expected],
    ['after an empty table', attached([xml('<ExtendedColors/>')], [colours]), expected],
    ['of another handler', attached([{ ...colours, handler: COLOURS + 1 }]), []],
  ] as const)
    it(named, () => assert.deepEqual(readExtendedColours(page, 'x'), found));
  it('a compressed text that is cut is an error', () => {
    const cut = attached([{ ...colours, bytes: colours.bytes.subarray(0, -1) }]);
    assert.throws(() => readExtendedColours(cut, 'x'), { code: 'dgn-page-damaged' });
  });
});

test('definitions of tags end where their set says, and a value may be empty', () => {
  const part = (name: string, number: number): Buffer =>
    Buffer.concat([
      Buffer.from(`${name}\0`),
      Buffer.of(number, 0),
      Buffer.from('?\0'),
      Buffer.of(3, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0),
    ]);
  const [own, behind] = [part('Count', 0), part('Junk', 1)];
  const set = Buffer.alloc(0x3c + own.length + behind.length);
  set.writeBigUInt64LE(5n, 0x10);
  set.write('teSt', 0x28);
  set.writeUInt32LE(own.length, 0x34);
  Buffer.concat([own, behind]).copy(set, 0x3c);
  const tags = new V8Tags();
  tags.define(elementOf(set));
  const tag = (number: number): V8Element => {
    const body = Buffer.alloc(0x140);
    body.writeUInt16LE(number, 0xd0);
    body.writeUInt16LE(1, 0xd2);
    return elementOf(body, dependencyLinkage(0x2717, 5));
  };
  assert.equal(tags.nameOf(tag(0)), 'Count');
  assert.equal(tags.nameOf(tag(1)), undefined);
  assert.equal(tagValue(tag(0)), '');
  assert.equal(tagValue(elementOf(Buffer.alloc(0x13e))), undefined);
});
