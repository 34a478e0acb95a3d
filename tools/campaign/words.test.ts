import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { FORMATS, formatById } from '@fieldbridge/formats';
import fc from 'fast-check';
import { damageInside } from './inside.ts';
import { Chance, mutate, mutateInPlace } from './mutation.ts';
import { pdfSeeds } from './pdf-seeds.ts';
import { seedsOf } from './seeds.ts';
import { readWords } from './words.ts';

describe('the arguments of a campaign', () => {
  test('are a format, a number of rounds and limits; by default every readable format', () => {
    const limits = { deadline: 20, memory: 1500 * 2 ** 20 };
    const damage = { release: undefined, inPlace: false, inside: false, losses: false };
    const usual = { first: 0, seed: 1, ...limits, ...damage };
    assert.deepEqual(readWords(['dxf', '300']), { ...usual, formats: ['dxf'], rounds: 300 });
    const all = readWords([]);
    assert.deepEqual({ ...all, formats: [] }, { ...usual, formats: [], rounds: 20_000 });
    assert.deepEqual(
      all.formats,
      FORMATS.filter(({ loadReader }) => loadReader).map(({ id }) => id),
    );
    assert.deepEqual(readWords(['--memory', '64', 'tp3', '--in-place', '5', '--seed=0', '--deadline', '7']), {
      formats: ['tp3'],
      ...damage,
      rounds: 5,
      first: 0,
      seed: 0,
      deadline: 7,
      memory: 2 ** 26,
      inPlace: true,
    });
    assert.equal(readWords(['dwg', '1', '--release', '2004']).release, '2004');
    assert.equal(readWords(['dgn', '1', '--inside']).inside, true);
    assert.equal(readWords(['dwg', '1', '--losses']).losses, true);
    assert.equal(readWords(['dwg', '9', '--from', '5']).first, 5);
  });

  describe('that are not numbers are refused: a campaign without rounds or limits finds nothing', () => {
    for (const [words, sentence] of [
      [['csv', '1O0'], /^the number of rounds is a whole number from 1, not "1O0"$/],
      [['csv', '0'], /number of rounds/],
      [['csv', '-5'], /Unknown option|number of rounds/],
      [['csv', '1.5'], /number of rounds/],
      [['csv', '1e3'], /number of rounds/],
      [['csv', ''], /number of rounds/],
      [['csv', '5', '--seed', 'x'], /^--seed is a whole number from 0, not "x"$/],
      [['csv', '5', '--deadline', '0'], /^--deadline is a whole number from 1/],
      [['csv', '5', '--memory', '1.5G'], /^--memory is a whole number from 1/],
      [['csv', '5', '9'], /not 9$/],
      [['csv', '5', '--in-place', '--inside'], /not both$/],
      [['cvs', '5'], /^cvs is not a readable format; there are .*csv/],
      [['svg', '5'], /^svg is not a readable format/],
      [['csv', '5', '--sede', '4'], /Unknown option '--sede'/],
    ] as const)
      test(JSON.stringify(words), () => {
        assert.throws(() => readWords(words), { message: sentence }, words.join(' '));
      });
  });

  test('of any kind give numbers for a campaign, or a sentence', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.nat().map(String), fc.constantFrom('all', 'dxf', '--seed'))),
        (words) => {
          try {
            const { formats, rounds, seed, deadline, memory } = readWords(words);
            assert.ok(formats.length > 0 && rounds >= 1 && seed >= 0 && deadline >= 1 && memory >= 2 ** 20);
          } catch (error) {
            assert.ok(error instanceof RangeError || error instanceof TypeError, String(error));
            assert.notEqual(error.message, '');
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('damage of numbers', () => {
  test('puts doubles that no survey has where doubles may be, in files of any size', () => {
    const strange = new Set<number>();
    for (let from = 0; from < 3000; from++) {
      const original = new Uint8Array(8 * (1 + (from % 4)) + (from % 3 === 0 ? 4 : 0));
      const { buffer, byteLength } = mutateInPlace(original, new Chance(from));
      const view = new DataView(buffer);
      for (let at = 0; at + 8 <= byteLength; at += 4) {
        const value = view.getFloat64(at, true);
        if (!Number.isFinite(value) || Math.abs(value) === 1e308 || value === 2 ** 53) strange.add(value);
      }
    }
    for (const value of [Number.NaN, Infinity, -Infinity, 1e308, 2 ** 53]) assert.ok(strange.has(value), String(value));
  });

  test('leaves files alone that are too short for any', () => {
    for (let length = 0; length < 9; length++)
      for (let from = 0; from < 50; from++) {
        assert.equal(mutateInPlace(new Uint8Array(length), new Chance(from)).length, length);
        mutate(new Uint8Array(length), new Uint8Array(0), new Chance(from));
      }
  });

  test('touches only the bytes of its file if that is part of a larger buffer', () => {
    for (let from = 0; from < 300; from++) {
      const whole = new Uint8Array(64).fill(7);
      mutate(whole.subarray(16, 40), whole.subarray(0, 8), new Chance(from));
      assert.ok(whole.every((byte) => byte === 7));
    }
  });
});

describe('files to start from', () => {
  test('are those of a corpus that are recognised by their content, whatever their names', async () => {
    const corpus = mkdtempSync(join(tmpdir(), 'campaign-corpus-'));
    try {
      const csv = formatById('csv')!;
      const [written] = await seedsOf(csv, corpus);
      writeFileSync(join(corpus, 'a.csv'), written!.bytes);
      writeFileSync(join(corpus, 'empty.csv'), '');
      writeFileSync(join(corpus, 'drawing.csv'), '  0\nSECTION\n  2\nENTITIES\n  0\nENDSEC\n  0\nEOF\n');
      const names = (await seedsOf(csv, corpus)).map(({ name }) => name);
      assert.deepEqual(names, ['a.csv', '(written) sample.csv']);
      assert.ok((await seedsOf(formatById('dxf')!, corpus)).some(({ name }) => name === 'drawing.csv'));
    } finally {
      rmSync(corpus, { recursive: true });
    }
  });

  test('of PDF are generated, and each is recognised as one', () => {
    const made = pdfSeeds();
    assert.equal(new Set(made.map(({ name }) => name)).size, made.length);
    for (const { name, bytes } of made) {
      const text = Buffer.from(bytes).toString('latin1');
      assert.match(text, /^%PDF-[\s\S]*startxref\s+\d+\s+%%EOF\s*$/, name);
    }
  });

  test('of V7 design files, which are not compressed, are damaged directly', () => {
    const plain = Uint8Array.from({ length: 600 }, (_, i) => i & 127);
    for (let from = 0; from < 20; from++)
      assert.deepEqual(damageInside('dgn', plain, new Chance(from), ''), mutate(plain, plain, new Chance(from)));
  });
});
