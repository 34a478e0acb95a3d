import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliCompressSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { filtersOf, unpack } from './filters.ts';

const objects = new Map([
  [5, '/Fl'],
  [6, '[/A85 5 0 R'],
]);
const namesOf = (dictionary: string): readonly [readonly string[], string | undefined] => {
  const { names, image } = filtersOf(dictionary, (object) => objects.get(object) ?? '');
  return [names, image];
};

describe('filters are found', () => {
  for (const [where, dictionary, names, image] of [
    ['in a list', '<</Length 5/Filter[/A85 /FlateDecode]>>', ['A85', 'FlateDecode'], undefined],
    ['alone', '<</Filter /RL/Width 3>>', ['RL'], undefined],
    ['under the short key', '<</F[/Fl]/FL 3>>', ['Fl'], undefined],
    ['before that of an image', '<</Filter [ /LZW/DCTDecode ]>>', ['LZW'], 'DCTDecode'],
    ['between unknown ones', '<</Filter[/Crypt/Fl/toString]>>', ['Fl'], undefined],
    ['in another object', '<</Filter 5 0 R>>', ['Fl'], undefined],
    ['in a list of objects', '<</Filter[5 0 R/RL 5 0 R]>>', ['Fl', 'RL', 'Fl'], undefined],
    ['in a list that is another object', '<</Filter 6 0 R>>', ['A85', 'Fl'], undefined],
    ['nowhere in an object that is missing', '<</Filter 7 0 R>>', [], undefined],
    ['nowhere else', '<</Type/Fl/FilterKind/Fl>>', [], undefined],
  ] as const)
    test(where, () => assert.deepEqual(namesOf(dictionary), [names, image]));

  test('up to four', () => {
    namesOf('/Filter[/Fl/LZW/RL/A85]');
    assert.throws(() => namesOf(`/Filter[${'/RL'.repeat(5)}]`), { limit: 'streamFilters', value: 4 });
  });
});

const unpacked = async (data: Uint8Array, names: string[], parameters = ''): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let counted = 0;
  const count = (bytes: number): void => void (counted += bytes);
  await unpack(data, names, parameters, count, (chunk) => void chunks.push(chunk));
  const whole = Buffer.concat(chunks);
  assert.ok(names.length === 0 || counted >= whole.length);
  return whole.toString('latin1');
};

describe('encoded bytes are unpacked', () => {
  const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
  for (const [what, names, data, text] of [
    ['digits', ['ASCIIHexDecode'], latin1('48 65\n6c6C 6f> trailing'), 'Hello'],
    ['an odd number of digits', ['AHx'], latin1('487>'), 'Hp'],
    // "Man sure." as the specification of PostScript's filter writes it: 9 bytes in 12 letters.
    ['letters', ['A85'], latin1('9jqo^F*2M7\n/c~>'), 'Man sure.'],
    ['letters for zeros', ['ASCII85Decode'], latin1('z!!~>'), '\0\0\0\0\0'],
    ['no letters', ['A85', 'AHx', 'Fl'], latin1('~>'), ''],
    ['runs', ['RL'], Buffer.of(2, 65, 66, 67, 253, 68, 0, 69, 128, 1, 1), 'ABCDDDDE'],
    // The example of ISO 32000-1, 7.4.4.2.
    ['codes', ['LZW'], Buffer.from('800B6050220C0C8501', 'hex'), '-----A---B'],
    ['Brotli', ['BrotliDecode'], brotliCompressSync('Hello'), 'Hello'],
    ['several filters', ['AHx', 'Fl'], latin1(`${deflateSync('Hello').toString('hex')}>`), 'Hello'],
  ] as const)
    test(what, async () => assert.equal(await unpacked(data, [...names]), text));

  test('codes that become longer late', async () => {
    // 9 bits each up to the 511th entry, then 10: one code later than by default.
    const codes = [256, ...Array.from({ length: 260 }, (_, i) => i % 256), 257];
    const pack = (late: number): Buffer => {
      let bits = '';
      for (const [i, code] of codes.entries()) bits += code.toString(2).padStart(i < 255 + late ? 9 : 10, '0');
      return Buffer.from(
        bits
          .padEnd(Math.ceil(bits.length / 8) * 8, '0')
          .match(/.{8}/g)!
          .map((b) => Number.parseInt(b, 2)),
      );
    };
    const text = latin1(
      codes
        .slice(1, -1)
        .map((code) => String.fromCharCode(code))
        .join(''),
    ).toString('latin1');
    assert.equal(await unpacked(pack(0), ['LZWDecode']), text);
    assert.equal(await unpacked(pack(1), ['LZWDecode'], '/DecodeParms<</EarlyChange 0>>'), text);
  });
});

test('arbitrary bytes are handled safely', async () => {
  const names = fc.array(fc.constantFrom('A85', 'AHx', 'RL', 'LZW', 'Fl', 'BrotliDecode'), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 50 }), names, async (data, filters) => {
      await unpacked(data, filters);
    }),
  );
});
