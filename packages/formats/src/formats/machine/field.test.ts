import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  bytes,
  colour,
  type Field,
  fileTime,
  number,
  optional,
  orNoValue,
  reference,
  text,
  valueOrNaN,
} from './field.ts';
import { layout, readRecord, writeRecord } from './layout.ts';

/** Reads hex bytes with a field at offset 1, surrounded by junk bytes. */
function read<T>(make: (at: number) => Field<T>, hex: string): T {
  const raw = Buffer.from(`ee${hex}ee`, 'hex');
  return make(1).read(new DataView(raw.buffer, raw.byteOffset, raw.length), 0);
}
/** The hex bytes written for a value. */
function written<T>(field: Field<T>, value: T): string {
  const raw = new Uint8Array(field.at + field.size + 1).fill(0xee);
  field.write(new DataView(raw.buffer), 0, value);
  assert.equal(raw.at(-1), 0xee, 'nothing after the field is changed');
  for (let i = 0; i < field.at; i++) assert.equal(raw[i], 0xee, 'nothing before the field is changed');
  return Buffer.from(raw.subarray(field.at, field.at + field.size)).toString('hex');
}

describe('numbers are little-endian', () => {
  for (const [kind, hex, value] of [
    ['u8', 'fe', 254],
    ['u16', '3412', 0x1234],
    ['u32', '78563412', 0x12345678],
    ['u32', 'ffffffff', 0xffffffff],
    ['i32', 'ffffffff', -1],
    ['i32', '00000080', -0x80000000],
    ['f32', '0000c03f', 1.5],
    ['f64', '000000000000f83f', 1.5],
    ['f64', '0000000000000080', -0],
  ] as const) {
    it(`${kind} ${hex} is ${value}`, () => {
      assert.equal(written(number(kind, 3), value), hex);
      assert.ok(
        Object.is(
          read((at) => number(kind, at), hex),
          value,
        ),
      );
    });
  }
});

describe('the mark for "no value"', () => {
  for (const value of [2e-308, -2e-308, 5e-324, 9.9e-301])
    it(`is ${value}, as every number that close to zero`, () => assert.ok(Number.isNaN(valueOrNaN(value))));
  for (const value of [0, 1e-300, -1e-300, 1e-12, 12.5])
    it(`is not ${value}`, () => assert.equal(valueOrNaN(value), value));

  it('is written for NaN and infinities; a number small enough to be mistaken for it becomes 0', () => {
    assert.equal(written(optional(0), Number.NaN), 'a4d133f0ac610e00');
    for (const endless of [Infinity, -Infinity]) assert.equal(written(optional(0), endless), 'a4d133f0ac610e00');
    assert.equal(written(optional(0), 1e-305), '0000000000000000');
    assert.ok(Number.isNaN(read(optional, 'a4d133f0ac610e00')));
  });

  it('never changes a number of a survey', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const kept = valueOrNaN(orNoValue(value));
        assert.ok(Object.is(kept, value) || (kept === 0 && Math.abs(value) < 1e-300));
      }),
    );
  });
});

describe('texts', () => {
  it('end at their first NUL, followed by junk', () => {
    assert.equal(
      read((at) => text(at, 4), '4800f60000004100'),
      'Hö',
    );
    assert.equal(
      read((at) => text(at, 2), '48004800'),
      'HH',
      'a full field has no NUL',
    );
    assert.equal(
      read((at) => text(at, 3), '3dd800de0000'),
      '😀',
    );
    assert.equal(
      read((at) => text(at, 2), '3dd80000'),
      '\ufffd',
      'half a surrogate pair',
    );
  });

  it('are padded with zeros', () => {
    assert.equal(written(text(2, 4), 'Hö'), '4800f60000000000');
    assert.equal(written(text(0, 3), ''), '000000000000');
  });

  it('are read back unchanged', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 30 }).map((one) => one.replaceAll('\0', '').toWellFormed());
    fc.assert(
      fc.property(word, (one) => {
        const field = text(0, one.length + 1);
        assert.equal(field.read(new DataView(Uint8Array.from(Buffer.from(written(field, one), 'hex')).buffer), 0), one);
      }),
    );
  });
});

describe('references, colours, bytes', () => {
  it('a reference is table, page, index', () => {
    assert.equal(written(reference(0), { table: 2, page: 0xfffe, index: 1023 }), '0200feffff03');
    assert.deepEqual(read(reference, '05000100ff00'), { table: 5, page: 1, index: 255 });
  });

  it('a colour is red, green, blue', () => {
    assert.equal(written(colour(0), 0xff7f01), 'ff7f01');
    assert.equal(read(colour, '0102ff'), 0x0102ff);
  });

  it('bytes are read and written as hex, and padded with 0', () => {
    assert.equal(
      read((at) => bytes(at, 3), 'cdcd01'),
      'cdcd01',
    );
    assert.equal(written(bytes(0, 4), 'cdcd'), 'cdcd0000');
  });
});

describe('times', () => {
  // 116 444 736 000 000 000 ticks of 100 ns between 1601 and 1970: 0x019DB1DED53E8000.
  for (const [hex, iso] of [
    ['00803ed5deb19d01', '1970-01-01T00:00:00.000Z'],
    // 128 930 364 000 000 000 ticks.
    ['0058fba27b0dca01', '2009-07-25T23:00:00.000Z'],
  ] as const) {
    it(`${hex} is ${iso}`, () => {
      const found = new Date(read(fileTime, hex));
      assert.equal(found.toISOString(), iso);
      assert.equal(written(fileTime(0), found.getTime()), hex);
    });
  }

  it('0 means "not known"; times before 1601 cannot be written', () => {
    assert.ok(Number.isNaN(read(fileTime, '0000000000000000')));
    assert.equal(written(fileTime(0), Number.NaN), '0000000000000000');
    // 2^64 ticks are 1 844 674 407 370 955.1616 ms: truncated to the field, a later time would be another time.
    const last = 1_844_674_407_370_955 - 11_644_473_600_000;
    assert.notEqual(written(fileTime(0), last), '0000000000000000');
    for (const time of [last + 1, 1e18, Number.MAX_VALUE, Infinity, -Infinity, -1e300])
      assert.equal(written(fileTime(0), time), '0000000000000000', String(time));
    assert.equal(written(fileTime(0), Date.UTC(1600, 0, 1)), '0000000000000000');
  });

  it('to the millisecond are read back over four centuries', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1602, 0, 1), max: Date.UTC(2400, 0, 1) }), (time) => {
        assert.equal(read(fileTime, written(fileTime(0), time)), time);
      }),
    );
  });

  it('with the largest number are still valid dates', () => {
    assert.equal(new Date(read(fileTime, 'ffffffffffffffff')).getUTCFullYear(), 60_056);
  });
});

it('a layout ends with its last field, reads all fields and writes the given ones', () => {
  const kind = layout('thing', { second: number('u16', 4), first: number('u8', 0) });
  assert.equal(kind.size, 6);
  const view = new DataView(new ArrayBuffer(20));
  writeRecord(kind, view, 10, { second: 7 });
  assert.deepEqual(readRecord(kind, view, 10), { second: 7, first: 0 });
  writeRecord(kind, view, 10, { first: 9 });
  assert.deepEqual(readRecord(kind, view, 10), { second: 7, first: 9 });
  assert.equal(layout('nothing', {}).size, 0);
});
