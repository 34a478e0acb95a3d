import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FormatError, LimitError } from '../../core/failure.ts';
import { escapeForbidden, unescapeForbidden } from './escape.ts';
import { flatten, readNode, textAt } from './node.ts';
import { asIntegers, readNumbers, readTuple } from './number-list.ts';
import { LeafRun } from './repeat.ts';
import { END, START } from './scanner.ts';
import { started } from './testing/events.ts';
import { TupleParser } from './tuple.ts';
import { finiteDouble, formatDouble, formatTime, parseDouble, parseTime, parseTimeText, timeText } from './values.ts';
import { XmlWriter } from './writer.ts';

describe('values of XML Schema', () => {
  it('write any double so that reading gives the same bits', () => {
    fc.assert(
      fc.property(fc.double(), (value) => {
        assert.ok(Object.is(parseDouble(formatDouble(value)), value));
      }),
    );
    for (const word of ['', ' ', '1,5', 'inf', 'Infinity', '0x10', '1_000', '--1', '1e', '.', 'nan', '١']) {
      assert.equal(parseDouble(word), undefined, word);
    }
    assert.ok(Number.isNaN(finiteDouble('INF')));
  });

  it('write any time so that reading gives the same, and read zones', () => {
    const time = fc.oneof(fc.constant(Number.NaN), fc.integer(), fc.double(), fc.integer({ min: -9e15, max: 9e15 }));
    fc.assert(
      fc.property(time, (value) => {
        const text = timeText(value);
        assert.ok(Object.is(text === undefined ? Number.NaN : parseTimeText(text), value), String(text));
      }),
    );
    assert.equal(parseTime('2020-01-01T00:00:00+02:00'), Date.UTC(2019, 11, 31, 22));
    assert.equal(parseTime('2020-01-01T00:00:00', -1), Date.UTC(2019, 11, 31, 23));
    assert.ok(Number.isNaN(parseTime('2020-13-01T00:00:00')));
    assert.ok(Number.isNaN(parseTime('2020-02-30T00:00:00Z')), 'not the first of March');
    assert.equal(parseTime('2020-02-29T24:00:00Z'), Date.UTC(2020, 2, 1), 'XML Schema allows the end of a day');
    assert.ok(Number.isNaN(parseTime('yesterday')));
    assert.equal(formatTime(0.5), undefined);
  });
});

describe('tuples of numbers', () => {
  const spelled = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.integer().map(String),
    fc
      .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), fc.integer({ min: 0, max: 9 }))
      .map(([value, digits]) => value.toFixed(digits)),
    fc
      .stringMatching(/^[+-]?\d{0,20}\.?\d{0,20}([eE][+-]?\d{1,3})?$/)
      .filter((word) => /\d/.test(word.split(/e/i)[0]!)),
  );

  it('are bit for bit those of Number', () => {
    const tuple = new TupleParser();
    fc.assert(
      fc.property(
        fc.array(spelled, { minLength: 1, maxLength: 4 }),
        fc.constantFrom(' ', '\n ', '\t'),
        (words, blank) => {
          const into = new Float64Array(4);
          const text = blank + words.join(blank);
          const end = tuple.parse(Buffer.from(`${text}<`), 0, into);
          assert.equal(tuple.count, words.length);
          assert.equal(end, text.length);
          words.forEach((word, i) => {
            assert.ok(Object.is(into[i], Number(word)), `${word}: ${into[i]}`);
          });
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('refuse words, and show that there are more than requested', () => {
    const into = new Float64Array(3);
    for (const word of ['x', '1x', '1..2', '-', '.', '1e', '1 NaN', '0x1', '1,5', '+-1']) {
      assert.equal(readTuple(started(`<a>${word}</a>`), into), -1, word);
    }
    assert.equal(readTuple(started('<a>1 2 3 4</a>'), into), 4);
    assert.equal(readTuple(started('<a> </a>'), into), 0);
    assert.equal(readTuple(started('<a/>'), into), 0);
    assert.equal(readTuple(started('<a>1<b>9</b></a>'), into), 1);
    assert.equal(readTuple(started('<a>1<b/>2</a>'), into), -1);
  });

  it('of siblings of the same form are read in one run, all others are not read', () => {
    const run = new LeafRun(3);
    const tries = (document: string): (number | undefined)[] => {
      const scanner = started(`<r>${document}</r>`);
      scanner.skipBlank = true;
      while (scanner.next() !== START);
      readTuple(scanner, new Float64Array(3));
      const read = scanner.repeated(run);
      if (read === 0) return [-1];
      return [run.counts[read - 1], run.ids[read - 1], run.numbers[3 * read - 3], scanner.event, scanner.depth];
    };
    assert.deepEqual(tries('<F>1 2</F>\n <F>3 4</F>'), [2, Number.NaN, 3, END, 2]);
    assert.deepEqual(tries('<P id="1">1 2</P><P id="20">3 4</P>'), [2, 20, 3, END, 2]);
    assert.deepEqual(tries('<Pnt no="1">1 2</Pnt><Pnt no="2"></Pnt><Pnt no="3">5 6 7</Pnt>'), [3, 3, 5, END, 2]);
    assert.deepEqual(tries('<F>1 2 3</F><F>4 5 6</F><F>7 8 9 10</F>'), [3, Number.NaN, 4, END, 2]);
    for (const other of [
      '<G>3</G>',
      '<FF>3</FF>',
      '<F a="1">3</F>',
      '<F>x</F>',
      '<F>3</F >',
      '<F>3<b/></F>',
      '<F/>',
      '<!-- -->',
      '</F>',
      'x',
    ]) {
      assert.deepEqual(tries(`<F>1</F>${other}`), [-1], other);
    }
    for (const other of [
      '<P id="x">3</P>',
      "<P id='2'>3</P>",
      '<P id="">3</P>',
      '<P id="2" b="">3</P>',
      '<P ie="2">3</P>',
      '<P id="12345678901234567">3</P>',
    ]) {
      assert.deepEqual(tries(`<P id="1">1</P>${other}`), [-1], other);
    }
  });

  it('of a run are bit for bit those of Number, for any number of elements', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(spelled, { maxLength: 4 }), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(' ', '\n ', '\t'),
        fc.integer({ min: 1, max: 30 }),
        (tuples, blank, times) => {
          const all = Array.from({ length: times }, () => tuples).flat();
          const run = new LeafRun(4);
          const text = all.map((words, i) => `${blank}<P id="${i}">${words.join(blank)}</P>`).join('');
          const bytes = Buffer.from(`${text}\0`);
          const name = Buffer.from('P');
          const id = { text: 'id', prefix: '', local: 'id', bytes: Buffer.from('id'), declares: undefined, seen: -1 };
          let at = 0;
          let index = 0;
          for (let read = -1; read !== 0; at = run.position) {
            read = run.read(bytes, at, name, id);
            for (let i = 0; i < read; i++, index++) {
              const words = all[index]!;
              assert.deepEqual([run.ids[i], run.counts[i]], [index, words.length]);
              words.forEach((word, k) => {
                assert.ok(Object.is(run.numbers[4 * i + k], Number(word)), word);
              });
            }
          }
          assert.deepEqual([index, at], [all.length, text.length]);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('of any length are lists, which name the first word that is not a number', () => {
    const words = Array.from({ length: 200_000 }, (_, i) => `${i / 8}`);
    const { numbers, bad } = readNumbers(started(`<a>${words.join('\n')}</a>`), 1e9);
    assert.equal(bad, undefined);
    assert.equal(numbers.length, words.length);
    assert.ok(numbers.every((value, i) => value === i / 8));
    assert.equal(readNumbers(started('<a>1 two 3</a>'), 9).bad, 'two');
    assert.deepEqual(
      [...readNumbers(started('<a>1<b>2</b>3<!-- 4 -->5</a>'), 9).numbers],
      [1, 3, 5],
      'its own numbers only',
    );
    assert.equal(readNumbers(started('<a>1 2 3</a>'), 2).bad, 'more than 2 numbers');
    assert.deepEqual([...readNumbers(started('<a>NaN INF &#49;</a>'), 9).numbers], [Number.NaN, Infinity, 1]);
    assert.deepEqual(asIntegers(Float64Array.of(0, -1, 7), -1, 7), Int32Array.of(0, -1, 7));
    for (const value of [0.5, 8, -2, Number.NaN]) assert.equal(asIntegers(Float64Array.of(value), -1, 7), undefined);
  });
});

describe('escaping', () => {
  it('restores every text, forbidden characters and lone surrogates included', () => {
    const unit = fc.constantFrom('_', 'x', 'X', '0001', '005F', '\u0000', '\ufffe', '\ud800', '\udc00', 'a', '😀', '<');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const escaped = escapeForbidden(text);
        assert.equal(unescapeForbidden(escaped), text);
        assert.ok(escaped.isWellFormed());
      }),
      { numRuns: 1000 },
    );
  });

  it('survives a writer and the scanner, in attributes and texts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'xml-'));
    try {
      const path = join(folder, 'a.xml');
      fc.assert(
        fc.property(
          fc.string({
            unit: fc.constantFrom('\r', '\n', '\t', ' ', '"', "'", '<', '>', ']]>', '&', '\u0007', 'é'),
            maxLength: 10,
          }),
          (text) => {
            const xml = new XmlWriter(path, 'escape');
            xml.start('a', { k: text, none: undefined });
            xml.leaf('b', text);
            xml.end();
            xml.close();
            const node = readNode(started(readFileSync(path, 'utf8')));
            assert.deepEqual([...node.attributes.keys()], ['k']);
            assert.equal(unescapeForbidden(node.attributes.get('k')!), text);
            assert.equal(unescapeForbidden(node.children[0]!.text), text);
          },
        ),
        { numRuns: 100 },
      );
      const xml = new XmlWriter(path, 'replace');
      xml.leaf('b', 'a\u0000b');
      xml.close();
      assert.ok(xml.replaced);
      assert.match(readFileSync(path, 'utf8'), /<b>a\ufffdb<\/b>/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('records as trees', () => {
  it('are read with attributes, texts and lines, and flattened by path', () => {
    const node = readNode(
      started('<r ID="7">\n<Grid><North>1</North><East> 2 </East></Grid><Empty/><n:x xmlns:n="u" a="b">t</n:x></r>'),
    );
    assert.equal(textAt(node, 'Grid', 'East'), '2');
    assert.equal(textAt(node, 'Grid', 'Up'), '');
    assert.equal(node.children[0]?.line, 2);
    assert.deepEqual(flatten(node), [
      '@ID',
      '7',
      'Grid/North',
      '1',
      'Grid/East',
      '2',
      'x/@xmlns:n',
      'u',
      'x/@a',
      'b',
      'x',
      't',
    ]);
  });

  it('are refused if one of them is as large as a file', () => {
    assert.throws(
      () => readNode(started(`<r>${'<a/>'.repeat(100_001)}</r>`)),
      (error) => error instanceof LimitError && error.limit === 'recordNodes',
    );
    assert.throws(
      () => readNode(started('<r><a></r>')),
      (error) => error instanceof FormatError,
    );
  });
});
