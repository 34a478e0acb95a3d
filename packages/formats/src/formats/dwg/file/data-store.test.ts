import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DataStore } from './data-store.ts';

const [HEADER, SEGMENT] = [56, 48];
const IN_PAGES = 0xbb106bb1;

/** Little-endian numbers of 32 bits. */
const words = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [i, value] of values.entries()) bytes.writeUInt32LE(value, 4 * i);
  return bytes;
};

/** A segment with its header; its data begin at a multiple of 16 bytes from its start. */
function segment(contents: Uint8Array, dataStart = 0): Buffer {
  const header = Buffer.alloc(SEGMENT, 0x55);
  header.writeUInt16LE(0xd5ac, 0);
  header.writeUInt32LE(SEGMENT + contents.length, 16);
  header.writeUInt32LE(dataStart / 16, 36);
  return Buffer.concat([header, contents]);
}

interface Entry {
  readonly handle: number;
  readonly data: Uint8Array;
}

/** A segment of records, followed by their data. */
function records(entries: readonly Entry[]): Buffer {
  const start = Math.ceil((SEGMENT + 20 * entries.length) / 16) * 16;
  let place = 0;
  const heads = entries.map(({ handle, data }) => {
    const head = words(20, 1, handle % 2 ** 32, Math.floor(handle / 2 ** 32), place);
    place += data.length;
    return head;
  });
  const room = Buffer.alloc(start - SEGMENT - 20 * entries.length, 0x62);
  return segment(Buffer.concat([...heads, room, ...entries.map(({ data }) => data)]), start);
}

const plain = (data: Uint8Array): Buffer => Buffer.concat([words(data.length), data]);

/** A page of data and its place among the pages. */
const page = (data: Uint8Array, place: number): Buffer =>
  segment(Buffer.concat([words(0, 0, place, 0, 0, 0, data.length, 0), data]));

const paged = (size: number, pages: readonly (readonly [segment: number, size: number])[]): Buffer =>
  words(IN_PAGES, size, 0, pages.length, 0, 0, 0, 0, 0, ...pages.flat());

/** A store of these segments, numbered from 0; the first one is the index of data. */
function store(index: readonly (readonly [segment: number, record: number])[], ...others: readonly Buffer[]): Buffer {
  const entries = index.flatMap(([number, record]) => [number, 20 * record, 0]);
  const segments = [segment(words(index.length, 0, ...entries)), ...others];
  const table: Buffer[] = [];
  let place = HEADER;
  for (const { length } of segments) {
    table.push(words(place, 0, length));
    place += length;
  }
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(place, 24);
  header.writeUInt32LE(segments.length, 32);
  return Buffer.concat([header, ...segments, segment(Buffer.concat(table))]);
}

interface Held {
  readonly data: [handle: number, text: string][];
  readonly lost: string[];
}

function read(bytes: Uint8Array): Held {
  const held: Held = { data: [], lost: [] };
  new DataStore(bytes).records(
    (handle, data) => held.data.push([handle, Buffer.from(data).toString('latin1')]),
    ({ message }) => held.lost.push(message),
  );
  return held;
}

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const TWO = records([
  { handle: 0x1234_5678_9abc, data: plain(text('first')) },
  { handle: 0xd65, data: plain(text('the second one')) },
]);

test('data are found by the index, in any order, with the handle that they belong to', () => {
  const third = records([{ handle: 7, data: plain(text('third')) }]);
  const index = [
    [2, 0],
    [1, 1],
    [1, 0],
  ] as const;
  const { data, lost } = read(store(index, TWO, third));
  assert.deepEqual(data, [
    [7, 'third'],
    [0xd65, 'the second one'],
    [0x1234_5678_9abc, 'first'],
  ]);
  assert.deepEqual(lost, []);
});

test('entries of deleted records are skipped', () => {
  const index = [
    [0, 0],
    [1, 0],
  ] as const;
  assert.deepEqual(read(store(index, TWO)), { data: [[0x1234_5678_9abc, 'first']], lost: [] });
});

test('data in pages are joined in the order that the record states', () => {
  const pages: [number, number][] = [
    [3, 6],
    [2, 4],
  ];
  const record = records([{ handle: 9, data: paged(10, pages) }]);
  const bytes = store([[1, 0]], record, page(text('ghij'), 6), page(text('abcdef'), 0));
  assert.deepEqual(read(bytes), { data: [[9, 'abcdefghij']], lost: [] });
});

test('pages with gaps or overlaps, too few or too many, are reported and lose only their own data', () => {
  const whole = { handle: 5, data: plain(text('whole')) };
  const broken: readonly (readonly [Buffer, Buffer, Buffer])[] = [
    [
      paged(10, [
        [2, 6],
        [3, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 7),
    ],
    [
      paged(10, [
        [2, 6],
        [3, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 5),
    ],
    [
      paged(11, [
        [2, 6],
        [3, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 6),
    ],
    [
      paged(9, [
        [2, 6],
        [3, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 6),
    ],
    [
      paged(10, [
        [2, 6],
        [9, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 6),
    ],
    [
      paged(1e9, [
        [2, 6],
        [3, 4],
      ]),
      page(text('abcdef'), 0),
      page(text('ghij'), 6),
    ],
    [words(IN_PAGES, 10, 0, 1e9, 0, 0, 0, 0, 0), page(text('abcdef'), 0), page(text('ghij'), 6)],
    [words(IN_PAGES, 10, 0), page(text('abcdef'), 0), page(text('ghij'), 6)],
  ];
  for (const [data, ...pages] of broken) {
    const bytes = store(
      [
        [1, 1],
        [1, 0],
      ],
      records([whole, { handle: 6, data }]),
      ...pages,
    );
    const held = read(bytes);
    assert.deepEqual(held.data, [[5, 'whole']], data.toString('hex'));
    assert.equal(held.lost.length, 1);
  }
});

test('a record that points outside its segment, or to none, is reported; the others are read', () => {
  const index = [
    [1, 0],
    [1, 5],
    [9, 0],
    [1, 1],
  ] as const;
  const { data, lost } = read(store(index, TWO));
  assert.deepEqual(
    data.map(([handle]) => handle),
    [0x1234_5678_9abc, 0xd65],
  );
  assert.equal(lost.length, 2);
  const long = records([{ handle: 1, data: Buffer.concat([words(1000), text('short')]) }]);
  assert.deepEqual(read(store([[1, 0]], long, segment(Buffer.alloc(2000)))), {
    data: [],
    lost: ['the store of shapes is damaged: data extend beyond their segment'],
  });
});

test('bytes that many records point to are returned only once', () => {
  const big = records([{ handle: 1, data: plain(Buffer.alloc(100_000, 'x')) }]);
  const { data, lost } = read(
    store(
      Array.from({ length: 500 }, () => [1, 0] as const),
      big,
    ),
  );
  assert.equal(data.length, 1);
  assert.equal(lost.length, 499);
});

test('a store that is truncated, or states more than it has, is refused', () => {
  const whole = store([[1, 0]], TWO);
  for (const size of [0, HEADER - 1, HEADER, HEADER + 30, whole.length - 1])
    assert.throws(() => read(whole.subarray(0, size)), /the store of shapes is damaged/, String(size));
  for (const [at, value] of [
    [24, 2 ** 31],
    [32, 10 ** 9],
    [40, 3],
    [HEADER, 0],
    [HEADER + 16, SEGMENT],
    [HEADER + SEGMENT, 10 ** 9],
  ] as const) {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(value, at);
    assert.throws(() => read(bytes), /the store of shapes is damaged/, String(at));
  }
});

test('damage anywhere gives the intact data or a refusal, and never more bytes than the store has', () => {
  const pages: [number, number][] = [
    [3, 6],
    [2, 4],
  ];
  const whole = store(
    [
      [1, 0],
      [1, 1],
      [4, 0],
    ],
    TWO,
    page(text('ghij'), 6),
    page(text('abcdef'), 0),
    records([{ handle: 9, data: paged(10, pages) }]),
  );
  assert.equal(read(whole).data.length, 3);
  const number = fc.constantFrom(0, 1, 20, 0xffff, 2 ** 31 - 1, 2 ** 32 - 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(whole.length - 4), number), { minLength: 1, maxLength: 3 }), (places) => {
      const bytes = Buffer.from(whole);
      for (const [at, value] of places) bytes.writeUInt32LE(value, at);
      try {
        const { data } = read(bytes);
        assert.ok(data.reduce((sum, [, held]) => sum + held.length, 0) <= bytes.length);
      } catch (error) {
        assert.ok(error instanceof RangeError && /damaged/.test(error.message), String(error));
      }
    }),
    { numRuns: 3000 },
  );
});
