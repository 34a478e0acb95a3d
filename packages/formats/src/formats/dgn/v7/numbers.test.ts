import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../../core/byte-source.ts';
import { FormatError } from '../../../core/failure.ts';
import { COLOUR_TABLE_SIZE, readColourTable } from '../colour-table.ts';
import { readDesign } from './design.ts';
import { Grid } from './grid.ts';
import { int32, putInt32, putUint16, putVaxDouble, uint16, VAX_LIMIT, vaxDouble } from './numbers.ts';
import { radix50 } from './radix50.ts';
import { RecordReader } from './record-reader.ts';
import { controlBlock, element, line } from './testing/elements.ts';
import { decodeText } from './text.ts';

const hex = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));
const hexOf = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/(..)(?=.)/g, '$1 ');

describe('numbers of the VAX', () => {
  it('D-floats by their bytes: sign and exponent in the second, the highest fraction in the first', () => {
    // Worked out from the layout (VAX Architecture Reference Manual): value = ±0.1f × 2^(exponent − 128).
    for (const [bytes, value] of [
      ['80 40 00 00 00 00 00 00', 1],
      ['80 c0 00 00 00 00 00 00', -1],
      ['00 40 00 00 00 00 00 00', 0.5],
      ['80 3f 00 00 00 00 00 00', 0.25],
      ['60 41 00 00 00 00 00 00', 3.5],
      ['20 42 00 00 00 00 00 00', 10],
      ['7a 45 00 00 00 00 00 00', 1000],
      ['49 41 da 0f 21 a2 c2 68', Math.PI],
      ['00 00 00 00 00 00 00 00', 0],
      ['80 00 00 00 00 00 00 00', 2 ** -128],
      ['00 00 ff ff ff ff ff ff', 0],
    ] as const) {
      const size = Math.max(1, Math.abs(value));
      assert.ok(Math.abs(vaxDouble(hex(bytes), 0) - value) <= size * 2 ** -52, `${bytes}: ${vaxDouble(hex(bytes), 0)}`);
      if (bytes !== '00 00 ff ff ff ff ff ff' && value !== Math.PI) {
        const back = new Uint8Array(8);
        putVaxDouble(back, 0, value);
        assert.equal(hexOf(back), bytes);
      }
    }
  });

  it('D-floats hold every double in their range; larger ones are refused, smaller ones become 0', () => {
    const bytes = new Uint8Array(10);
    const size = fc.oneof(
      fc.double({ min: -1e38, max: 1e38, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.integer().map((n) => 2 ** (n % 120)),
    );
    fc.assert(
      fc.property(size, (value) => {
        putVaxDouble(bytes, 1, value);
        assert.equal(vaxDouble(bytes, 1), Math.abs(value) < 2 ** -128 ? 0 : value + 0);
        assert.deepEqual([bytes[0], bytes[9]], [0, 0], 'no other byte is changed');
      }),
    );
    for (const value of [VAX_LIMIT, -Infinity, Number.NaN, 1e300])
      assert.throws(() => putVaxDouble(bytes, 0, value), RangeError);
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 8, maxLength: 8 }), (any) => {
        assert.ok(Number.isFinite(vaxDouble(any, 0)), 'no bytes give NaN or infinity');
      }),
    );
  });

  it('integers are middle-endian: the high word first, each of them low byte first', () => {
    for (const [bytes, value] of [
      ['00 00 01 00', 1],
      ['01 00 00 00', 65536],
      ['02 01 04 03', 0x01020304],
      ['ff ff ff ff', -1],
      ['00 80 00 00', -(2 ** 31)],
      ['ff 7f ff ff', 2 ** 31 - 1],
    ] as const) {
      assert.equal(int32(hex(bytes), 0), value, bytes);
      const back = new Uint8Array(4);
      putInt32(back, 0, value);
      assert.equal(hexOf(back), bytes);
    }
    const word = new Uint8Array(2);
    putUint16(word, 0, 0xfe09);
    assert.deepEqual([hexOf(word), uint16(word, 0)], ['09 fe', 0xfe09]);
  });

  it('names have three characters per word, in an alphabet of forty', () => {
    // A is 1, Z 26, $ 27, . 28, 0 to 9 30 to 39: "ABC" = 1 · 1600 + 2 · 40 + 3.
    assert.equal(radix50(1683), 'ABC');
    assert.equal(radix50(1683, 4 * 1600), 'ABCD');
    assert.equal(radix50(27 * 1600 + 28 * 40 + 30, 39), '$.0  9');
    assert.equal(radix50(0, 0), '');
    assert.equal(radix50(0xffff).length, 3, 'words beyond the alphabet still give a name');
  });

  it('texts are windows-1252 up to their NULs, or two bytes per character after a mark', () => {
    assert.equal(decodeText(hex('47 72 f6 df 65')), 'Größe');
    assert.equal(decodeText(hex('80 00 00')), '€');
    assert.equal(decodeText(hex('ff fd e5 65 2c 67')), '日本');
    assert.equal(decodeText(hex('ff fd e5 65 2c')), '日', 'half a character at the end is dropped');
    assert.equal(decodeText(hex('ff fd')), '');
    assert.equal(decodeText(new Uint8Array(0)), '');
  });

  it('a colour table begins with the colour 255', () => {
    const table = new Uint8Array(COLOUR_TABLE_SIZE);
    table.set([1, 2, 3, 4, 5, 6]);
    table.set([7, 8, 9], COLOUR_TABLE_SIZE - 3);
    const colours = readColourTable(table);
    assert.deepEqual([colours[255], colours[0], colours[254]], [0x010203, 0x040506, 0x070809]);
  });
});

describe('working units', () => {
  const designOf = (change: (block: Uint8Array) => void) => {
    const block = controlBlock(false);
    change(block);
    const said: string[] = [];
    return { design: readDesign(block, (issue) => said.push(`${issue.code} ${issue.severity}`)), said };
  };
  const named = (name: string) =>
    designOf((block) => block.set([name.charCodeAt(0) || 0, name.charCodeAt(1) || 0], 1120)).design;

  it('are named by two letters', () => {
    const metres = (name: string): number | undefined => {
      const { unit } = named(name);
      if (unit === undefined) return undefined;
      const base = { metre: 1, internationalFoot: 0.3048, usSurveyFoot: 1200 / 3937 }[unit.unit];
      return Math.round((base * unit.numerator * 1e9) / unit.denominator) / 1e9;
    };
    for (const [name, length] of [
      ['m', 1],
      ['M ', 1],
      ['me', 1],
      ['m\u0001', 1],
      ['mt', 1],
      ['mm', 0.001],
      ['cm', 0.01],
      ['km', 1000],
      ['ft', 0.3048],
      ["'", 0.3048],
      ['"', 0.0254],
      ['in', 0.0254],
      ['sf', 0.30480061],
      ['us', 0.30480061],
    ] as const)
      assert.ok(Math.abs(metres(name)! - length) < 1e-8, `${name}: ${metres(name)}`);
    for (const name of ['', 'mu', 'xx', '\u0000\u0000', '__']) assert.equal(metres(name), undefined, name);
  });

  it('that are impossible count as 1, which is reported', () => {
    for (const [perMaster, perSub] of [
      [0, 1000],
      [1000, 0],
      [-1000, 10],
      [10, -1],
    ] as const) {
      const { design, said } = designOf((block) => {
        putInt32(block, 1112, perMaster);
        putInt32(block, 1116, perSub);
      });
      assert.deepEqual([design.uorPerMaster, said], [1, ['dgn-working-units warning']]);
    }
    assert.equal(designOf((block) => putInt32(block, 1116, 12)).design.uorPerMaster, 12_000);
  });

  it('convert positions to coordinates by the exact ratio of the unit', () => {
    const { design } = designOf((block) => {
      block.set([0x6d, 0x6d], 1120);
      for (const axis of [0, 1, 2]) putVaxDouble(block, 1240 + 8 * axis, 500);
    });
    const grid = new Grid(design);
    // 1000 positions per millimetre: position 1 000 500 is a metre from the origin.
    assert.equal(grid.coordinate(1_000_500, 0), 1);
    assert.equal(grid.length(-3_000_000), -3);
    const bytes = new Uint8Array(12);
    [1_000_500, 500, 2_000_500].forEach((value, axis) => {
      putInt32(bytes, 4 * axis, value);
    });
    assert.deepEqual(
      [grid.easting(bytes, 0), grid.northing(bytes, 0), grid.elevation(bytes, 0), grid.stride],
      [1, 0, Number.NaN, 8],
    );
    const solid = new Grid({ ...design, is3d: true });
    assert.deepEqual([solid.elevation(bytes, 0), solid.stride], [2, 12]);
  });
});

describe('the walk over the elements', () => {
  const walk = (bytes: Uint8Array, step = Number.POSITIVE_INFINITY): string[] => {
    const source = new MemorySource(bytes);
    const slow = {
      name: '',
      size: bytes.length,
      close: () => undefined,
      readInto: (t: Uint8Array, at: number, length: number, from: number) =>
        source.readInto(t, at, Math.min(length, step), from),
    };
    const reader = new RecordReader(slow);
    const seen: string[] = [];
    try {
      while (reader.next()) {
        const { type, level, isComponent, isDeleted, offset, bytes: own } = reader.record;
        seen.push(`${offset} ${type} ${level} ${isComponent} ${isDeleted} ${own.length}`);
      }
    } catch (error) {
      assert.ok(error instanceof FormatError);
      seen.push(`${error.code} ${error.offset}`);
    }
    return seen;
  };
  const one = element(line([0, 0], [1, 1], { isComponent: true, isDeleted: true }));
  const two = element({ ...line([0, 0], [1, 1]), level: 63 });

  it('reads level, type and both marks, and stops at the end mark', () => {
    const bytes = Buffer.concat([one, two, Uint8Array.of(255, 255), one]);
    assert.deepEqual(walk(bytes), ['0 3 1 true true 52', '52 3 63 false false 52']);
    assert.deepEqual(walk(bytes, 7), walk(bytes), 'with any number of bytes per read');
  });

  it('may end without a mark, but not within an element', () => {
    const bytes = Buffer.concat([one, two]);
    for (let length = 0; length <= bytes.length; length++) {
      const whole = Math.floor(length / 52);
      const rest = length % 52;
      const expected = ['0 3 1 true true 52', '52 3 63 false false 52'].slice(0, whole);
      // Fewer than the four bytes of an element's head do not count as an element.
      if (rest >= 4) expected.push(`unexpected-end ${52 * whole}`);
      assert.deepEqual(walk(bytes.subarray(0, length)), expected, `${length} bytes`);
    }
  });

  it('takes elements of the largest size, wherever the buffer ends', () => {
    const most = (0xffff + 2) * 2;
    const sized = (size: number): Uint8Array => {
      const bytes = new Uint8Array(size);
      bytes[1] = 66;
      putUint16(bytes, 2, size / 2 - 2);
      return bytes;
    };
    // The first one shifts the others across the end of what is read at once, a megabyte and the largest element.
    for (const size of [52, 65_000, most - 500, most - 300, most - 100, most - 2, most]) {
      const bytes = Buffer.concat([sized(size), ...Array.from({ length: 10 }, () => sized(most)), two]);
      const seen = walk(bytes);
      assert.equal(seen.length, 12, String(size));
      assert.equal(seen[11], `${size + 10 * most} 3 63 false false 52`);
    }
  });
});
