import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { WINDOWS_1252 } from '../../kit/cad/code-page.ts';
import { AsciiTags } from './ascii-tags.ts';
import { Names } from './names.ts';
import type { TagStream } from './tag-stream.ts';
import { handleValue, Tape } from './tape.ts';

/** The tape after a whole file was recorded, and the reported issues of the stream, as plain values. */
function recorded(text: string, isQuick: boolean): unknown[] {
  const faults: unknown[] = [];
  const names = new Names(WINDOWS_1252);
  const stream: TagStream = new AsciiTags(new MemorySource(Buffer.from(text, 'latin1')), DEFAULT_LIMITS, (...fault) =>
    faults.push(fault),
  );
  if (!isQuick) Object.assign(stream, { takeQuickly: () => false });
  const tape = new Tape();
  let more = stream.next();
  while (more && stream.code !== 0) more = stream.next();
  while (more) more = tape.record(stream, names.intern(stream.bytes, stream.from, stream.to), names, DEFAULT_LIMITS);
  const entities: unknown[] = [];
  for (let i = 0; i < tape.count; i++) {
    const groups: unknown[] = [];
    for (let at = tape.starts[i]!; at < tape.end(i); at++) groups.push([tape.codes[at], tape.values[at]]);
    entities.push([names.text(tape.types[i]!), tape.places[i], groups]);
  }
  return [entities, faults, stream.place];
}

const codeLine = fc.oneof(
  fc.nat(1100).map((code) => String(code).padStart(3)),
  fc.nat(1100).map(String),
  fc.constantFrom(
    '  0',
    '  0',
    ' 10',
    '  8',
    '100',
    '102',
    '101',
    '1 0',
    ' 1 ',
    '!10',
    '  -',
    '\t10',
    '      10',
    '00010',
  ),
);
const digits = fc.array(fc.nat(9), { maxLength: 20 }).map((list) => list.join(''));
const value = fc.oneof(
  fc
    .tuple(fc.constantFrom('', ' ', '-', '+', '  -'), digits, fc.constantFrom('', '.'), digits)
    .map((part) => part.join('')),
  fc.double().map(String),
  fc.constantFrom(
    'LINE',
    'AcDbLine',
    'AcDbHelix',
    '{ACAD',
    '}',
    ' KERB ',
    '',
    'FFA0',
    '1e5',
    '0x10',
    'a\tb',
    '\0',
    'a\u00e4',
  ),
  fc.string({ unit: fc.integer({ min: 32, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 40 }),
);
const lineEnd = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('\n', '\r\n') },
  fc.constantFrom('\r', '\r\r\n', '\n\n'),
);
const group = fc.tuple(codeLine, lineEnd, value, lineEnd).map((lines) => lines.join(''));

test('the fast way takes the same groups as one group at a time', () => {
  fc.assert(
    fc.property(fc.array(group, { minLength: 1, maxLength: 60 }), fc.boolean(), (groups, isLong) => {
      // The fast way stops some bytes before the end of the buffer, so enough has to follow the groups.
      const text = `0\nFIRST\n${groups.join('')}${isLong ? '  0\nEND\n  1\n'.padEnd(400, 'x') : ''}`;
      assert.deepEqual(recorded(text, true), recorded(text, false));
    }),
    { numRuns: 300 },
  );
});

test('groups across the end of the buffer are neither lost nor doubled', () => {
  const entity = (i: number): string =>
    `  0\nPOINT\n  8\nLAYER ${i % 7}\n 10\n${i}.25\n 20\n-${i}\n  1\n${'t'.repeat(i % 90)}\n`;
  const text = Array.from({ length: 30_000 }, (_, i) => entity(i)).join('');
  assert.ok(text.length > 2 ** 21);
  const quick = recorded(text, true);
  assert.deepEqual(quick, recorded(text, false));
  assert.equal((quick[0] as unknown[]).length, 30_000);
});

test('numbers are the doubles nearest to what is written', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('', '-'), digits, digits), { minLength: 1, maxLength: 20 }),
      (parts) => {
        const numbers = parts.map(([sign, whole, fraction]) => `${sign}${whole}.${fraction}`);
        const text = `  0\nPOINT\n${numbers.map((number) => ` 10\n${number}\n`).join('')}  0\n${'x'.repeat(400)}\n`;
        const [first] = recorded(text, true)[0] as [unknown, unknown, [number, number][]][];
        const expected = numbers.map((number) => (/\d/.test(number) ? Number(number) : Number.NaN));
        assert.deepEqual(
          first![2].map(([, number]) => number),
          expected,
        );
      },
    ),
    { numRuns: 300 },
  );
});

test('names have equal numbers if and only if they are spelled alike; blanks around them are ignored', () => {
  const letters = fc.string({ unit: fc.constantFrom('A', 'a', ' ', '\u00e4', '\0'), maxLength: 24 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 2, maxLength: 400 }), (spellings) => {
      const names = new Names(WINDOWS_1252);
      const ids = new Map<string, number>();
      const bytes = Buffer.from(`<${spellings.join('')}>`, 'latin1');
      let at = 1;
      for (const spelling of spellings) {
        const name = spelling.replace(/^[\0 ]+|[\0 ]+$/g, '');
        const id = names.intern(bytes, at, (at += spelling.length));
        assert.equal(id, ids.get(name) ?? id);
        assert.equal(names.text(id), name);
        ids.set(name, id);
      }
      assert.equal(new Set(ids.values()).size, ids.size);
    }),
    { numRuns: 100 },
  );
});

test('handles are hexadecimal in either case, of any length, with blanks around them; anything else is invalid', () => {
  const value = (text: string): number => handleValue(Buffer.from(`G${text}G`, 'latin1'), 1, 1 + text.length);
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789abcdefABCDEF'), minLength: 1, maxLength: 13 });
  const blanks = fc.constantFrom('', ' ', '  ', '\t', '\0');
  fc.assert(fc.property(blanks, digits, blanks, (a, b, c) => value(a + b + c) === Number.parseInt(b, 16)));
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(255).map((code) => String.fromCharCode(code)) }), (text) => {
      const isHandle = /^[\0-\x20]*[0-9a-fA-F]+[\0-\x20]*$/.test(text);
      return Number.isNaN(value(text)) !== isHandle;
    }),
  );
  for (const text of ['', ' ', '@', 'G', '1 2', ':', '-1', '\u00c1', '1234567G', 'G1234567'])
    assert.equal(value(text), Number.NaN);
});
