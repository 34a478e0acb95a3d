import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyCharacter } from '../../testing/any-character.ts';
import { AttributeColumns } from './attribute-columns.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import { checkElements, grownCapacity } from './growth.ts';
import { NumberColumn } from './number-column.ts';
import { TextColumn } from './text-column.ts';

/** One operation on a column and on the plain list it is compared with. */
type Step =
  | { readonly do: 'push' | 'set'; readonly value: number; readonly at: number }
  | { readonly do: 'triple'; readonly value: number }
  | { readonly do: 'skip' | 'put'; readonly count: number; readonly value: number }
  | { readonly do: 'all'; readonly values: readonly number[]; readonly from: number; readonly times: number }
  | { readonly do: 'view' };

const value = fc.oneof(fc.constantFrom(0, -0, -1, 1, Number.NaN, 0.5), fc.double());
const few = fc.nat(40);
/** Now and then enough rows to fill chunks of 32 768. */
const many = fc.oneof({ weight: 8, arbitrary: few }, { weight: 1, arbitrary: fc.constantFrom(32_767, 32_768, 40_000) });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('push' as const, 'set' as const), value, at: fc.nat() }),
  fc.record({ do: fc.constant('triple' as const), value }),
  fc.record({ do: fc.constantFrom('skip' as const, 'put' as const), count: many, value }),
  fc.record({
    do: fc.constant('all' as const),
    values: fc.array(value, { maxLength: 9 }),
    from: fc.nat(3),
    times: fc.constantFrom(1, 1, 1, 4000),
  }),
  fc.record({ do: fc.constant('view' as const) }),
);

/** Applies an operation to a column and to a list. */
function take(column: NumberColumn<Float64Array>, list: number[], one: Step): void {
  const { defaultValue } = column;
  if (one.do === 'push') {
    column.push(one.value);
    list.push(one.value);
  } else if (one.do === 'set') {
    if (list.length === 0) return;
    column.set(one.at % list.length, one.value);
    list[one.at % list.length] = one.value;
  } else if (one.do === 'triple') {
    column.pushTriple(one.value, 2, defaultValue);
    list.push(one.value, 2, defaultValue);
  } else if (one.do === 'skip') {
    column.skip(one.count);
    for (let i = 0; i < one.count; i++) list.push(defaultValue);
  } else if (one.do === 'put') {
    column.put(list.length + one.count, one.value);
    for (let i = 0; i < one.count; i++) list.push(defaultValue);
    list.push(one.value);
  } else if (one.do === 'all') {
    const source = Array.from({ length: one.times }, () => one.values).flat();
    const from = Math.min(one.from, source.length);
    column.pushAll(source, from, source.length - from);
    for (const number of source.slice(from)) list.push(number);
  } else column.view();
}

const same = (one: ArrayLike<number>, other: ArrayLike<number>): boolean => {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i])) return false;
  return true;
};

describe('a number column', () => {
  it('equals the list of what was put into it, however it was filled, viewed and copied in between', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(0, Number.NaN, -1),
        fc.array(step, { maxLength: 12 }),
        fc.nat(),
        fc.nat(),
        (defaultValue, steps, a, b) => {
          const column = new NumberColumn((length) => new Float64Array(length), defaultValue);
          const list: number[] = [];
          for (const one of steps) {
            take(column, list, one);
            assert.equal(column.length, list.length);
          }
          const from = list.length === 0 ? 0 : a % list.length;
          const count = list.length === 0 ? 0 : b % (list.length - from + 1);
          const copied = new Float64Array(count + 2).fill(7);
          column.copy(from, count, copied, 1);
          assert.ok(same(copied, [7, ...list.slice(from, from + count), 7]), 'a part, and nothing next to it');
          for (const row of [0, from, list.length - 1])
            if (list.length > 0) assert.ok(Object.is(column.get(row), list[row]));
          assert.ok(Object.is(column.get(list.length), defaultValue) && Object.is(column.get(2 ** 31), defaultValue));
          if (column.isDefault) assert.ok(list.every((one) => Object.is(one, defaultValue)));
          assert.ok(same(column.view(), list));
          assert.ok(same(column.view(), list), 'twice');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of whole numbers keeps 32 bits', () => {
    const signed = new NumberColumn((length) => new Int32Array(length), -1);
    const unsigned = new NumberColumn((length) => new Uint32Array(length));
    for (const number of [0, -1, 2 ** 31 - 1, -(2 ** 31)]) signed.push(number);
    for (const number of [0, 1, 2 ** 32 - 1]) unsigned.push(number);
    assert.deepEqual([...signed.view()], [0, -1, 2 ** 31 - 1, -(2 ** 31)]);
    assert.deepEqual([...unsigned.view()], [0, 1, 2 ** 32 - 1]);
  });
});

describe('a text column', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }).filter((one) => one.isWellFormed()),
    fc.constantFrom(
      '',
      '',
      'a',
      'exactly 12 ch',
      'x'.repeat(32),
      'x'.repeat(33),
      'é'.repeat(32),
      '😀',
      '\u0000',
      'a\u007f',
      'a\u0080',
    ),
  );

  it('equals the list of its strings, and its content their bytes', () => {
    const put = fc.record({ text, gap: fc.constantFrom(0, 0, 0, 3), asBytes: fc.boolean() });
    fc.assert(
      fc.property(fc.array(put, { maxLength: 30 }), (puts) => {
        const column = new TextColumn();
        const list: string[] = [];
        for (const { text: one, gap, asBytes } of puts) {
          for (let i = 0; i < gap; i++) list.push('');
          if (asBytes && gap === 0) {
            const bytes = Buffer.from(`<${one}>`);
            column.pushBytes(bytes, 1, bytes.length - 1);
          } else column.put(list.length, one);
          list.push(one);
        }
        assert.equal(column.length, list.length);
        assert.deepEqual(
          list.map((_, row) => column.get(row)),
          list,
        );
        assert.equal(
          column.isDefault,
          list.every((one) => one === ''),
        );
        assert.deepEqual(Buffer.from(column.content()), Buffer.from(list.join('')));
        let end = 0;
        for (const [row, one] of list.entries()) {
          assert.deepEqual(Buffer.from(column.bytes(row)), Buffer.from(one));
          end += Buffer.byteLength(one);
          assert.equal(column.end(row), end);
        }
        assert.deepEqual(
          [column.get(list.length + 5), column.bytes(list.length).length, column.end(-1), column.end(list.length)],
          ['', 0, 0, end],
        );
        assert.equal(column.ends().at(-1) ?? 0, end);
      }),
      { numRuns: 200 },
    );
  });

  it('replaces half a surrogate pair by the replacement character', () => {
    const column = new TextColumn();
    column.push(`a\ud800b${'x'.repeat(40)}`);
    assert.equal(column.get(0), `a\ufffdb${'x'.repeat(40)}`);
  });
});

describe('a dictionary column', () => {
  it('equals the list of its strings; each value is stored once, the empty one first', () => {
    const word = fc.constantFrom('', 'TREE', 'KERB', 'tree', '__proto__', 'constructor', ' ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(0, 0, 2)), { maxLength: 40 }), (puts) => {
        const column = new DictionaryColumn();
        const list: string[] = [];
        for (const [one, gap] of puts) {
          for (let i = 0; i < gap; i++) list.push('');
          if (gap > 0) column.put(list.length, one);
          else column.push(one);
          list.push(one);
        }
        // Read before viewing, because viewing makes an array of the rows.
        assert.equal(
          column.isDefault,
          list.every((one) => one === ''),
        );
        assert.deepEqual(
          list.map((_, row) => column.get(row)),
          list,
        );
        assert.deepEqual(
          list.map((_, row) => column.values[column.index(row)]),
          list,
        );
        assert.deepEqual(
          [...column.indices()].map((index) => column.values[index]),
          list,
        );
        assert.deepEqual(column.values, ['', ...new Set(list.filter((one) => one !== ''))]);
        assert.deepEqual([column.length, column.get(list.length)], [list.length, '']);
      }),
      { numRuns: 150 },
    );
  });
});

describe('attributes', () => {
  it('returns the pairs of each row, read in any order', () => {
    const pairs = fc
      .array(fc.constantFrom('a', 'b', '', 'value', 'é'), { maxLength: 6 })
      .map((words) => (words.length % 2 === 0 ? words : words.slice(1)));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(pairs, fc.nat(3)), { maxLength: 20 }),
        fc.array(fc.nat(80), { maxLength: 40 }),
        (rows, asked) => {
          const columns = new AttributeColumns();
          const expected = new Map<number, readonly string[]>();
          let row = -1;
          for (const [own, gap] of rows) {
            row += 1 + gap;
            columns.push(row, own);
            expected.set(row, own);
          }
          for (const one of [...asked, ...expected.keys(), ...[...expected.keys()].reverse()])
            assert.deepEqual(columns.get(one), [...(expected.get(one) ?? [])]);
          const all = [...expected.values()].flat();
          assert.equal(columns.size, all.length / 2);
          assert.deepEqual(
            columns.keys,
            [...new Set(all.filter((_, i) => i % 2 === 0))].filter((key) => key !== ''),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  it('ignores the last item of an odd number of items', () => {
    const columns = new AttributeColumns();
    columns.push(0, ['a', '1', 'b']);
    assert.deepEqual(columns.get(0), ['a', '1']);
  });
});

describe('growth', () => {
  it('doubles, grows by half beyond eight million, and never grows to less than is needed', () => {
    for (const [capacity, needed, next] of [
      [0, 1, 64],
      [64, 65, 128],
      [64, 1000, 1000],
      [2 ** 23 - 1, 2 ** 23, 2 ** 24 - 2],
      [2 ** 23, 2 ** 23 + 1, 1.5 * 2 ** 23],
      [2 ** 31 - 2, 2 ** 31 - 1, 2 ** 31 - 1],
    ] as const)
      assert.equal(grownCapacity(capacity, needed), next, `${capacity} for ${needed}`);
    assert.throws(() => grownCapacity(1, 2 ** 31), /limit 2147483647/);
    assert.throws(() => checkElements(2 ** 31), RangeError);
    checkElements(2 ** 31 - 1);
  });
});
