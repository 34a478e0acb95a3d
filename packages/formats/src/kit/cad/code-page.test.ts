import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { anyCharacter } from '@fieldbridge/fieldjob/testing/any-character.ts';
import fc from 'fast-check';
import { codePage, utf8Or, WINDOWS_1252 } from './code-page.ts';
import { decodeCarets, decodeEscapes, isBlank, plainText } from './text-codes.ts';

/** Names as CAD files spell them, with Python's codec for the same page. */
const PAGES: Readonly<Record<string, string>> = {
  ANSI_1250: 'cp1250',
  ANSI_1251: 'cp1251',
  ANSI_1252: 'cp1252',
  ANSI_1253: 'cp1253',
  ansi_1254: 'cp1254',
  ANSI_1255: 'cp1255',
  ANSI_1256: 'cp1256',
  ANSI_1257: 'cp1257',
  ANSI_1258: 'cp1258',
  ANSI_874: 'cp874',
  DOS437: 'cp437',
  dos850: 'cp850',
  DOS852: 'cp852',
  ...Object.fromEntries(
    ['737', '775', '855', '857', '860', '861', '862', '863', '864', '865', '869'].map((number) => [
      `dos${number}`,
      `cp${number}`,
    ]),
  ),
  DOS866: 'cp866',
  '1250': 'cp1250',
  'ISO8859-2': 'iso8859-2',
  '8859_5': 'iso8859-5',
  iso_8859_7: 'iso8859-7',
  MACINTOSH: 'mac-roman',
};

test("single-byte pages: every character equals Python's, for every spelling of the name", (t) => {
  const program = `
import sys, json
result = {}
for name in sys.argv[1:]:
    letters = []
    for byte in range(128, 256):
        try: letters.append(bytes([byte]).decode(name))
        except UnicodeDecodeError: letters.append(None)
    result[name] = letters
print(json.dumps(result))`;
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', program, ...Object.values(PAGES)], {
    encoding: 'utf8',
  });
  if (status !== 0) return t.skip('python3 is not installed: code pages were not compared with its codecs');
  const expected = JSON.parse(stdout) as Record<string, (string | null)[]>;
  for (const [name, codec] of Object.entries(PAGES)) {
    const decode = codePage(name)!;
    for (const [i, letter] of expected[codec]!.entries()) {
      const found = decode(Uint8Array.of(128 + i));
      // The decoders of the web map bytes that a page does not define to control characters. Mac's Apple sign is
      // private use.
      if (letter === null || letter < '\u00a0') continue;
      if (codec === 'mac-roman' && (128 + i === 0xf0 || 128 + i === 0xdb)) continue;
      assert.equal(found, letter, `${name} ${128 + i}`);
    }
    assert.equal(
      decode(Uint8Array.from({ length: 95 }, (_, i) => 32 + i)),
      String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i)),
      name,
    );
  }
});

test("Johab: every pair of bytes decodes to Python's character", (t) => {
  const program = `
import json
pairs = {}
for high in range(0x80, 0x100):
    for low in range(0x20, 0x100):
        try: pairs[high * 256 + low] = bytes([high, low]).decode('johab')
        except UnicodeDecodeError: pass
print(json.dumps(pairs))`;
  const { status, stdout } = spawnSync('/usr/bin/python3', ['-c', program], { encoding: 'utf8', maxBuffer: 1 << 24 });
  if (status !== 0) return t.skip('python3 is not installed: Johab was not compared with its codec');
  const decode = codePage('johab')!;
  const expected = Object.entries(JSON.parse(stdout) as Record<string, string>);
  assert.ok(expected.length > 17_000);
  const differing = expected.filter(
    ([pair, letter]) => decode(Uint8Array.of(Number(pair) >> 8, Number(pair) & 255)) !== letter,
  );
  // Signs that were added to the standard in 1998, which the platform's decoder lacks.
  assert.deepEqual(
    differing.map(([, letter]) => letter),
    ['€', '®'],
  );
});

test('Johab: words, single letters and invalid bytes', () => {
  for (const [bytes, text] of [
    [[208, 101, 139, 105, 32, 195, 98, 156, 183], '한글 측량'],
    [[136, 65, 132, 97, 132, 68, 0x5c], 'ㄱㅏㄳ\\'],
    [[247, 211, 241, 174, 220, 231], '漢字①'],
    [[0x41, 0x80, 0x41, 0xd9, 0x20, 0xe0], 'A\ufffd\ufffd\ufffd'],
  ] as const)
    for (const name of ['JOHAB', 'ANSI_1361', '1361']) assert.equal(codePage(name)!(Uint8Array.from(bytes)), text);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => typeof codePage('johab')!(bytes) === 'string'));
});

describe('double-byte pages: a word of each language', () => {
  for (const [name, bytes, word] of [
    ['ANSI_932', [0x93, 0xb9, 0x98, 0x48], '道路'],
    ['DOS932', [0x93, 0xb9], '道'],
    ['ANSI_936', [0xb5, 0xc0, 0xc2, 0xb7], '道路'],
    ['GB2312', [0xb5, 0xc0, 0xc2, 0xb7], '道路'],
    ['ANSI_949', [0xb5, 0xb5, 0xb7, 0xce], '도로'],
    ['KSC5601', [0xb5, 0xb5, 0xb7, 0xce], '도로'],
    ['ANSI_950', [0xb9, 0x44, 0xb8, 0xf4], '道路'],
    ['BIG5', [0xb9, 0x44, 0xb8, 0xf4], '道路'],
    ['UTF-8', [0xe9, 0x81, 0x93], '道'],
    ['utf8', [0xe9, 0x81, 0x93], '道'],
    ['65001', [0xe9, 0x81, 0x93], '道'],
    ['ASCII', [0xe4], 'ä'],
  ] as const)
    test(JSON.stringify(name), () => {
      assert.equal(codePage(name)?.(Uint8Array.from(bytes)), word, name);
    });
});

describe('unknown page names give undefined: numbers that do not exist, words, the empty name', () => {
  for (const name of [
    '',
    ' ',
    'ANSI_',
    'ANSI_9999',
    'ANSI_1259',
    '12',
    'DOS999',
    'ISO8859-99',
    'klingon',
    '__proto__',
    'constructor',
    '\u0000',
  ])
    test(JSON.stringify(name), () => {
      assert.equal(codePage(name), undefined, JSON.stringify(name));
    });
});

test('valid UTF-8 is decoded as such, everything else by the other page, and nothing throws', () => {
  const decode = utf8Or(WINDOWS_1252);
  assert.equal(decode(Buffer.from('Höhe 道 😀')), 'Höhe 道 😀');
  assert.equal(decode(Uint8Array.of(0x48, 0xf6, 0x68, 0x65)), 'Höhe');
  // Cut within a character, an overlong spelling, half of a pair: none of them is valid UTF-8.
  for (const bytes of [
    [0xe9, 0x81],
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
  ])
    assert.equal(decode(Uint8Array.from(bytes)).length, bytes.length);
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => decode(Buffer.from(text)) === text.replace(/^\ufeff/, '')),
  );
  for (const name of ['ANSI_932', 'DOS850', 'BIG5', 'UTF-8'])
    fc.assert(fc.property(fc.uint8Array({ maxLength: 20 }), (bytes) => typeof codePage(name)!(bytes) === 'string'));
});

describe('escapes: four digits, double-byte pages by number, surrogate pairs; anything else stays', () => {
  for (const [raw, text] of [
    ['\\U+00E4', 'ä'],
    ['\\U+00e4b', 'äb'],
    ['x\\U+9053\\U+8DEFy', 'x道路y'],
    ['\\U+D83D\\U+DE00', '😀'],
    ['\\M+193B9', '道'],
    ['\\M+2B944', '道'],
    ['\\M+3B5B5', '도'],
    ['\\M+4D065', '한'],
    ['\\M+5B5C0', '道'],
    ['\\M+6B5C0', '\\M+6B5C0'],
    ['\\M+0B5C0', '\\M+0B5C0'],
    ['\\U+00', '\\U+00'],
    ['\\U+00G4', '\\U+00G4'],
    ['\\u+00E4', '\\u+00E4'],
    ['U+00E4', 'U+00E4'],
    ['C:\\Users\\Ute', 'C:\\Users\\Ute'],
    ['1 + 1', '1 + 1'],
    ['\\U+00E41', 'ä1'],
    ['', ''],
  ] as const)
    test(JSON.stringify(raw), () => {
      assert.equal(decodeEscapes(raw), text, raw);
    });
});

describe('carets: tab, line end, the caret itself; other control characters are dropped', () => {
  for (const [raw, text] of [
    ['a^Ib', 'a\tb'],
    ['a^Jb', 'a\nb'],
    ['a^Mb^Jc', 'ab\nc'],
    ['5^ 2', '5^2'],
    ['5^  2', '5^ 2'],
    ['a^', 'a^'],
    ['a^b', 'a^b'],
    ['^^', ''],
    ['^ ^ J', '^^J'],
    ['^@', ''],
    ['2^3', '2^3'],
  ] as const)
    test(JSON.stringify(raw), () => {
      assert.equal(decodeCarets(raw), text, raw);
    });
});

describe('single-line texts: signs, characters by number, over- and underline; a lone or unknown sign stays', () => {
  for (const [raw, text] of [
    ['90%%d', '90°'],
    ['%%P0.5', '±0.5'],
    ['%%c300', 'Ø300'],
    ['50%%%', '50%'],
    ['%%uunder%%u %%oover%%O', 'under over'],
    ['%%kstruck%%k', 'struck'],
    ['%%065%%066', 'AB'],
    ['%%128', '€'],
    ['%%176', '°'],
    ['%%228', 'ä'],
    ['%%000a%%010b%%127', 'ab'],
    ['%%6', '%%6'],
    ['100 %', '100 %'],
    ['%%', '%%'],
    ['%%z', '%%z'],
    ['%%%%d', '%%d'],
    ['%%\\U+0064', '°'],
  ] as const)
    test(JSON.stringify(raw), () => {
      assert.equal(plainText(raw), text, raw);
    });
});

test('texts of nothing but white space of any kind are blank', () => {
  for (const text of ['', ' ', '\t\n', '\u00a0', '\u2003 ', '\u3000'])
    assert.equal(isBlank(text), true, JSON.stringify(text));
  for (const text of ['.', ' a', '\u00a0ä', '0', '😀', '道']) assert.equal(isBlank(text), false, text);
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(' ', '\t', '\u00a0', 'a', 'ä') }),
      (text) => isBlank(text) === (text.trim() === ''),
    ),
  );
});
