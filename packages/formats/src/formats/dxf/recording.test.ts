import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS, type Limits } from '../../core/limits.ts';
import { utf8Or, WINDOWS_1252 } from '../../kit/cad/code-page.ts';
import { AsciiTags } from './ascii-tags.ts';
import { BinaryTags } from './binary-tags.ts';
import { Blocks, layoutOf } from './blocks.ts';
import { COMMON } from './common-fields.ts';
import { rulesOf } from './entities/index.ts';
import { Entity, EXTRUSION, SYMBOLOGY, WHEREABOUTS } from './entity.ts';
import { extendedData } from './extended-data.ts';
import { chunk, type Field, handle, integer, name, point, real, text } from './fields.ts';
import { DOUBLE, HANDLE, HIGHEST_CODE, INT16, INT32, KIND_OF, NAME, TEXT, UNKNOWN_KIND } from './group-kinds.ts';
import { Names } from './names.ts';
import { ENTITY_RULES, type Rules, withExtendedData } from './recording-rules.ts';
import { Tape } from './tape.ts';
import { binaryOf } from './testing/binary.ts';
import type { Groups } from './testing/groups.ts';
import { asciiOf } from './testing/reading.ts';
import { entity as groupsOf } from './testing/shapes.ts';

// Which groups of an entity are kept, and how they are accessed.

const decode = utf8Or(WINDOWS_1252);
/** A point with -1 for missing parts. */
const PLACE = point(10, -1);
const [LAYER, VALUE, MORE] = [name(8), text(1), text(3)];
/** A numeric field of any code, with -1 if it is missing. */
const numberField = (code: number): Field<'real' | 'integer'> =>
  KIND_OF[code] === DOUBLE ? real(code, -1) : integer(code, -1);

/** Entities recorded one after the other on one tape. */
function recorded(
  entities: readonly Groups[],
  rules: Rules = ENTITY_RULES,
  limits: Partial<Limits> = {},
  isBinary = false,
): { tape: Tape; names: Names; load: (index: number) => Entity } {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const groups = [...entities.flat(), 0, 'EOF'];
  const fault = ({ code }: { code: string }): void => assert.fail(code);
  const stream = isBinary
    ? new BinaryTags(new MemorySource(binaryOf(groups)), all, fault)
    : new AsciiTags(new MemorySource(asciiOf(groups)), all, fault);
  const [tape, names] = [new Tape(), new Names(decode)];
  assert.equal(stream.next(), true);
  for (let i = 0; i < entities.length; i++)
    tape.record(stream, names.intern(stream.bytes, stream.from, stream.to), names, all, rules);
  const view = new Entity(names, decode);
  view.isText = !isBinary;
  return { tape, names, load: (index) => view.load(tape, index) };
}

test('fields are accessed by name: the first group of each, or its default', () => {
  const { load, names } = recorded([groupsOf('LINE 5 1F 8 ROAD 10 1 20 2 10 9 1 text 62 5')]);
  const entity = load(0);
  assert.deepEqual(
    [entity.get(PLACE.x), entity.get(PLACE.z), entity.getOr(PLACE.z, 7), entity.has(PLACE.y), entity.has(PLACE.z)],
    [1, -1, 7, true, false],
  );
  assert.deepEqual(
    [entity.name(LAYER), entity.name(name(2)), entity.text(VALUE), entity.text(MORE), entity.handle],
    ['ROAD', '', 'text', '', '1F'],
  );
  assert.deepEqual(
    [names.text(entity.type), entity.place, entity.all(PLACE.x), entity.all(integer(99))],
    ['LINE', 1, [1, 9], []],
  );
  assert.deepEqual(
    [entity.find(PLACE.x), entity.find(PLACE.x, entity.find(PLACE.x) + 1) - entity.from],
    [entity.from + 2, 4],
  );
  assert.equal(entity.find(integer(77)), entity.to);
  const { from } = entity;
  assert.deepEqual(
    [entity.first(PLACE.x, from + 3), entity.first(PLACE.x, from + 3, from + 4), entity.point(PLACE)],
    [9, -1, [1, 2, -1]],
  );
});

test('entities do not affect each other, however often and in whatever order they are accessed', () => {
  const drawn = fc.array(
    fc.array(fc.tuple(fc.constantFrom(10, 20, 40, 62, 70, 210), fc.integer({ min: 0, max: 99 })), { maxLength: 6 }),
    { minLength: 1, maxLength: 6 },
  );
  fc.assert(
    fc.property(drawn, fc.array(fc.nat(), { maxLength: 12 }), fc.boolean(), (all, order, isBinary) => {
      const { load } = recorded(
        all.map((groups): Groups => [0, 'X', ...groups.flat()]),
        ENTITY_RULES,
        {},
        isBinary,
      );
      for (const which of order) {
        const index = which % all.length;
        const entity = load(index);
        for (const code of [10, 20, 40, 62, 70, 210]) {
          const first = all[index]!.find(([own]) => own === code)?.[1];
          const field = numberField(code);
          assert.deepEqual([entity.has(field), entity.get(field)], [first !== undefined, first ?? -1]);
        }
        const has = (...codes: number[]): boolean => all[index]!.some(([code]) => codes.includes(code));
        assert.equal(entity.traits, (has(62) ? SYMBOLOGY : 0) | (has(210) ? EXTRUSION : 0));
      }
    }),
    { numRuns: 200 },
  );
});

describe('traits show rare properties', () => {
  for (const [groups, traits] of [
    ['8 0 10 1', 0],
    ['6 X', SYMBOLOGY],
    ['420 5', SYMBOLOGY],
    ['370 5', SYMBOLOGY],
    ['230 -1', EXTRUSION],
    ['67 1', WHEREABOUTS],
    ['60 1 62 3', WHEREABOUTS | SYMBOLOGY],
  ] as const)
    test(JSON.stringify(groups), () => {
      assert.equal(recorded([groupsOf(`X ${groups}`)]).load(0).traits, traits, groups);
    });
});

test('positions are triples of successive groups, with gaps where one is missing', () => {
  const { load } = recorded([groupsOf('X 20 5 10 1 20 2 30 3 10 4 30 6 10 7 10 8 20 9')]);
  const N = Number.NaN;
  assert.deepEqual(load(0).triples(PLACE), [1, 2, 3, 4, N, 6, 7, N, N, 8, 9, N]);
  assert.deepEqual(load(0).triples(point(11)), []);
});

test('application data, embedded objects, comments, pointers and extended data are not recorded', () => {
  const { load } = recorded([
    groupsOf(
      'X 102 {ACAD 10 9 8 NOT 102 } 330 FF 360 FF 100 AcDbX 10 1 999 10 1001 APP 1040 5 101 Embedded 10 7 8 NEITHER',
    ),
    groupsOf('Y 8 NEXT'),
  ]);
  assert.deepEqual([load(0).all(PLACE.x), load(0).name(LAYER), load(0).has(COMMON.subclass)], [[1], '', false]);
  assert.deepEqual(
    [handle(330), handle(360), real(1040)].map((field) => load(0).has(field)),
    [false, false, false],
  );
  assert.equal(load(1).name(LAYER), 'NEXT');
});

test('only the used groups of vertices are recorded', () => {
  const entity = recorded(
    [groupsOf('VERTEX 5 A 8 ROAD 62 1 6 X 10 1 20 2 30 3 42 0.5 70 32 50 7 370 25')],
    rulesOf('VERTEX', false),
  ).load(0);
  assert.deepEqual(
    [LAYER, COMMON.colour, COMMON.lineType, real(50), COMMON.lineWeight].map((field) => entity.has(field)),
    [false, false, false, false, false],
  );
  assert.deepEqual(
    [10, 20, 30, 42, 70].map((code) => entity.get(numberField(code))),
    [1, 2, 3, 0.5, 32],
  );
});

test('a truncated tape can be recorded again, and an entity with too many groups is refused by its name', () => {
  const { tape, load } = recorded([groupsOf('A 1 first'), groupsOf('B 1 second'), groupsOf('C 1 third')]);
  tape.truncate(2);
  assert.deepEqual([tape.count, load(1).text(VALUE), tape.end(1)], [2, 'second', 2]);
  const many: Groups = [0, 'X', ...Array.from({ length: 500 }, (_, i): Groups => [10, i]).flat()];
  assert.equal(recorded([many], ENTITY_RULES, { recordBytes: 5000 }).load(0).all(PLACE.x).length, 500);
  assert.throws(
    () => recorded([many], ENTITY_RULES, { recordBytes: 4999 }),
    (error: unknown) => error instanceof LimitError && error.limit === 'recordBytes',
  );
});

describe('successive texts are one text, successive chunks one run of bytes, in ASCII and binary', () => {
  const groups: Groups = [0, 'X', 1, 'a b', 3, 'x', 1, 'ä', 310, '0aFF', 310, '01'];
  for (const isBinary of [false, true]) {
    test(isBinary ? 'binary' : 'ASCII', () => {
      const { load } = recorded(
        [groups],
        ENTITY_RULES.map((rule, code) => (code === 310 ? ENTITY_RULES[1]! : rule)),
        {},
        isBinary,
      );
      assert.deepEqual([load(0).texts(VALUE), load(0).texts(MORE), load(0).texts(text(4))], ['a bä', 'x', '']);
      assert.deepEqual([...load(0).chunk(chunk(310))], [0x0a, 0xff, 1], String(isBinary));
    });
  }
});

test('extended data by application: values joined, positions as three numbers, that of the CAD system omitted', () => {
  const entity = recorded(
    [
      [
        ...groupsOf(
          'LINE 8 0 1001 APP 1000 one 1002 { 1040 2.5 1070 3 1071 70000 1003 ROAD 1005 1F 1010 1 1020 2 1030 3 1002 }',
        ),
        ...[
          1001,
          'ACAD',
          1000,
          'no',
          1001,
          'AcDbAttr',
          1070,
          1,
          1001,
          'Empty',
          1001,
          '',
          1000,
          'nameless',
          1001,
          'Last',
          1000,
          '50%%d',
          1011,
          7,
        ],
      ],
    ],
    withExtendedData(ENTITY_RULES),
  ).load(0);
  assert.deepEqual(extendedData(entity), [
    'APP',
    'one; 2.5; 3; 70000; ROAD; 1F; 1 2 3',
    'Empty',
    '',
    'Last',
    '50°; 7 0 0',
  ]);
  assert.deepEqual(extendedData(recorded([groupsOf('LINE 8 0')], withExtendedData(ENTITY_RULES)).load(0)), []);
});

test('kinds of values by code equal those of the reference', () => {
  for (const [kind, codes] of [
    [NAME, [0, 2, 6, 7, 8, 9, 100, 102, 410]],
    [TEXT, [1, 3, 4, 300, 309, 430, 470]],
    [HANDLE, [5, 105, 320, 330, 369, 390, 480]],
    [DOUBLE, [10, 39, 40, 59, 110, 140, 149, 210, 239, 460, 1010, 1059]],
    [INT16, [60, 79, 170, 179, 270, 289, 370, 389, 400, 409, 1060, 1070]],
    [INT32, [90, 99, 420, 429, 440, 459, 1071]],
    [UNKNOWN_KIND, [80, 89, 103, 150, 180, 209, 240, 269, 482, 998]],
  ] as const)
    for (const code of codes) assert.equal(KIND_OF[code], kind, `${code}`);
  assert.equal(KIND_OF.length, HIGHEST_CODE + 1);
});

test('blocks are found by name in any case (the last of a name) and by the handle of their record', () => {
  const blocks = new Blocks();
  const block = (name: string, first: number) => ({
    name,
    base: [0, 0, 0] as const,
    first,
    last: first,
    layout: -1,
    number: -1,
    file: '',
    place: 0,
  });
  blocks.add(block('Baum', 1));
  assert.equal(blocks.get('BAUM')?.first, 1);
  blocks.add(block('baum', 2));
  blocks.noteHandle(0x2a, 'BAUM');
  blocks.noteHandle(Number.NaN, 'Baum');
  assert.deepEqual(
    [blocks.get('BAUM')?.first, blocks.get('Baum')?.first, blocks.byHandle(0x2a)?.first, [...blocks].length],
    [2, 2, 2, 1],
  );
  assert.deepEqual(
    [blocks.get('Strauch'), blocks.byHandle(7), blocks.byHandle(Number.NaN), blocks.get('__proto__')],
    [undefined, undefined, undefined, undefined],
  );
});

describe('names of layouts: model space, the current sheet and further sheets; all others are blocks', () => {
  for (const [name, layout] of [
    ['*Model_Space', 0],
    ['$MODEL_SPACE', 0],
    ['*PAPER_SPACE', 1],
    ['$paper_space', 1],
    ['*Paper_Space0', 2],
    ['*Paper_Space17', 19],
    ['Model_Space', -1],
    ['*D1', -1],
    ['*Paper_SpaceX', -1],
    ['', -1],
  ] as const)
    test(JSON.stringify(name), () => {
      assert.equal(layoutOf(name), layout, name);
    });
});
