import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { JobBuilder } from '../builder.ts';
import { Feature } from '../feature.ts';
import { layerOf } from '../layer.ts';
import { parseCode } from './code-parser.ts';
import { LineworkSink } from './linework-sink.ts';
import { CONTROL_ACTIONS, type LineworkTable, parseLineworkTable, USUAL_LINEWORK } from './table.ts';

const known = (...codes: string[]) => {
  const set = new Set(codes);
  return (word: string): boolean => set.has(word);
};
const shown = (text: string, isKnown = known()): string => {
  const { parts, unresolved } = parseCode(text, USUAL_LINEWORK, isKnown);
  const words = parts.map(({ code, string, controls }) => {
    const said = controls.map(({ action, numbers, point }) =>
      [action, ...numbers, point].filter((v) => v !== '').join(':'),
    );
    return [code === string ? code : `${code}/${string}`, ...said].join(' ');
  });
  return [...words, ...unresolved.map((word) => `?${word}`)].join(' | ');
};

test('a code is split into codes, strings, controls and their numbers', () => {
  for (const [text, expected] of [
    ['KERB', 'KERB'],
    ['KERB1', 'KERB/KERB1'],
    ['Kerb.12 b', 'Kerb/KERB.12 start'],
    ['KERB-2 KERB_3', 'KERB/KERB-2 | KERB/KERB_3'],
    ['12', '12'],
    ['1 B', '1 start'],
    ['K1 B OFF 1.5 -0,2', 'K/K1 start offset:1.5:-0.2'],
    ['K1 OFF 1 OFF 2', 'K/K1 offset:1 offset:2'],
    ['K1 OFF 1.5,2', 'K/K1 offset:1.5:2'],
    ['100,200', '100 | ?200'],
    ['K1;B,E2/E', 'K/K1 start | E/E2 end'],
    ['K1 JPT 100 E', 'K/K1 join:100 end'],
    ['K1 JPT B', 'K/K1 join:B'],
    ['K1 RECT .5', 'K/K1 rectangle:0.5'],
    ['K1 RECT 5.', 'K/K1 rectangle:5'],
    ['K1 +3', 'K/K1 | ?+3'],
    ['K1 nonsense', 'K/K1 | ?nonsense'],
    ['K1 1.2.3', 'K/K1 | ?1.2.3'],
    ['  ', ''],
  ] as const)
    assert.equal(shown(text), expected, text);
  assert.equal(shown('K1 FENCE B', known('FENCE')), 'K/K1 | FENCE start');
});

test('words of a code beyond the sixty-fourth are reported, not dropped', () => {
  const text = Array.from({ length: 70 }, (_, i) => `K${i}`).join(' ');
  const { parts, unresolved } = parseCode(text, USUAL_LINEWORK, known());
  assert.equal(parts.length, 64);
  assert.deepEqual(unresolved, ['K64', 'K65', 'K66', 'K67', 'K68', 'K69']);
});

test('no text fails, and every word of it appears in the result', () => {
  const word = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 5 }).map((one) => one.replaceAll(',', ' ')),
    fc.constantFrom('__proto__', 'constructor', 'toString', 'B', 'OFF', '1'),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const text = words.join(' ');
      const { parts, unresolved } = parseCode(text, USUAL_LINEWORK, known());
      const counted = parts.reduce(
        (sum, { controls }) =>
          sum + 1 + controls.reduce((n, { numbers, point }) => n + 1 + numbers.length + (point === '' ? 0 : 1), 0),
        unresolved.length,
      );
      assert.equal(counted, text.split(/[\s,;/]+/).filter((one) => one !== '').length);
    }),
    { numRuns: 300 },
  );
});

const table = (text: string): LineworkTable => parseLineworkTable(text) as LineworkTable;

test('every action can have its own words, in any case and order; the others keep theirs', () => {
  for (const action of CONTROL_ACTIONS) {
    const own = table(` ${action.toUpperCase()} = foo | Bar,BAZ ;; `);
    assert.deepEqual([own.controls['FOO'], own.controls['BAR'], own.controls['BAZ']], [action, action, action]);
    for (const [word, usual] of Object.entries(USUAL_LINEWORK.controls))
      assert.equal(own.controls[word], usual === action ? undefined : usual, `${word} with own ${action}`);
  }
  assert.equal(table('close=').controls['CLS'], undefined, 'an action may have no words at all');
  assert.deepEqual([...table('lines=kerb, Fence|wall').lineCodes], ['KERB', 'FENCE', 'WALL']);
  assert.deepEqual(table('').controls, USUAL_LINEWORK.controls);
});

describe('a meaningless part of the table is returned as it was written', () => {
  for (const part of ['begin=B', 'start', '=B', 'start=B=C', 'lines', '5=B', '__proto__=B'])
    test(JSON.stringify(part), () => {
      assert.deepEqual(parseLineworkTable(`end=E; ${part} `), { unknown: part });
    });
});

function sinkWith(report: (code: string, text: string, point: string) => void): {
  sink: LineworkSink;
  builder: JobBuilder;
} {
  const builder = new JobBuilder();
  return { builder, sink: new LineworkSink(builder, USUAL_LINEWORK, report) };
}
const shoot = (sink: LineworkSink, name: string, rest: Partial<Feature>, easting: number, northing: number): void =>
  sink.point(Object.assign(new Feature(), { name, ...rest }), easting, northing, 0);

test('lines have the layer and list of their first point; the description is used if there is no code', () => {
  const { sink, builder } = sinkWith(() => {});
  const layer = sink.layer(layerOf('ROAD'));
  shoot(sink, '1', { description: 'K1 B', layer, list: 'monday' }, 0, 0);
  shoot(sink, '2', { code: 'K1 E', description: 'L1 B' }, 5, 0);
  shoot(sink, '3', { description: '' }, 5, 5);
  sink.finish();
  const line = builder.job.lines.load(0, new Feature());
  assert.deepEqual([line.layer, line.list, line.code, line.name], [layer, 'monday', 'K', 'K1']);
  assert.equal(builder.job.lines.length, 1);
  assert.equal(builder.job.points.length, 3);
});

test('an ignored point is left out of its line', () => {
  const { sink, builder } = sinkWith(() => assert.fail('nothing to report'));
  shoot(sink, '1', { code: 'K1 B' }, 0, 0);
  shoot(sink, '2', { code: 'K1 IG' }, 5, 5);
  shoot(sink, '3', { code: 'K1 E' }, 10, 0);
  sink.finish();
  assert.deepEqual(Array.from(builder.job.lines.coordinates.view()), [0, 0, 0, 10, 0, 0]);
});

test('an offset larger than the radius of an arc is reported with the first point, and the line stays', () => {
  const reported: string[] = [];
  const { sink, builder } = sinkWith((code, name, point) => reported.push(`${code} ${point}: ${name}`));
  shoot(sink, '1', { code: 'K1 B OFF -9' }, 0, 0);
  shoot(sink, '2', { code: 'K1 ARC' }, 5, -5);
  shoot(sink, '3', { code: 'K1 E' }, 10, 0);
  sink.finish();
  assert.deepEqual(reported, ['linework-offset-collapsed 1: K1']);
  assert.equal(builder.job.lines.length, 2);
});

test('at most a hundred thousand lines are open; further starts are reported and no point is lost', () => {
  const reported: string[] = [];
  const { sink, builder } = sinkWith((code, _name, point) => reported.push(`${code} ${point}`));
  for (let i = 0; i < 100_002; i++) shoot(sink, `P${i}`, { code: `K${i} B` }, i, 0);
  assert.deepEqual(reported, [
    'linework-too-many-open P100000',
    'linework-not-open P100000',
    'linework-too-many-open P100001',
    'linework-not-open P100001',
  ]);
  assert.equal(builder.job.points.length, 100_002);
});

test('joins outlive the line they are on, and a repeated name means its last position', () => {
  const { sink, builder } = sinkWith((code) => assert.fail(code));
  shoot(sink, 'A', {}, 0, 0);
  shoot(sink, 'B', { code: 'K1 JPT a' }, 5, 0);
  shoot(sink, 'A', {}, 9, 9);
  sink.finish();
  sink.finish();
  assert.equal(builder.job.lines.length, 1, 'finishing twice draws once');
  assert.deepEqual(Array.from(builder.job.lines.coordinates.view()), [5, 0, 0, 9, 9, 0]);
});
