import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { readNumbers, readTuple } from './number-list.ts';
import { START } from './scanner.ts';
import { scanText, started } from './testing/events.ts';
import {
  finiteDouble,
  formatColour,
  formatDouble,
  formatTime,
  parseBoolean,
  parseColour,
  parseDouble,
  parseInteger,
  parseTime,
} from './values.ts';
import { writeXml, XmlWriter } from './writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'xml-writer-'));
after(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.xml');

/** The output of some calls, without the declaration and the final line end. */
function written(write: (xml: XmlWriter) => void, forbidden: 'escape' | 'replace' = 'replace'): string {
  const xml = new XmlWriter(path, forbidden);
  write(xml);
  xml.close();
  const text = readFileSync(path, 'utf8');
  assert.ok(text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n') && text.endsWith('>\n'));
  return text.slice(text.indexOf('\n') + 1, -1);
}

describe('a document that is written', () => {
  it('is indented by two spaces, one element per line', () => {
    const text = written((xml) => {
      xml.start('a', { b: 1, c: 'x "y"', d: undefined, e: true, f: '' });
      xml.leaf('g', 'text <&>');
      xml.leaf('h', '', { i: Number.NaN });
      xml.start('j');
      xml.leaf('k', -0);
      xml.empty('l', { m: false });
      xml.end();
      xml.end();
    });
    assert.equal(
      text,
      '<a b="1" c="x &quot;y&quot;" e="true" f="">\n  <g>text &lt;&amp;&gt;</g>\n  <h i="NaN"/>\n  <j>\n    <k>-0</k>\n    <l m="false"/>\n  </j>\n</a>',
    );
  });

  it('has triples at the current depth, with and without an id', () => {
    const text = written((xml) => {
      xml.start('a');
      xml.triple('P', 7, 1.5, -2, 1e21);
      xml.triple('P', undefined, 0.1, 1e-7, 3);
      xml.start('b');
      xml.triple('P', 8, 1, 2, 3);
      xml.end();
      xml.triple('F', undefined, 1, 2, 3);
      xml.end();
    });
    assert.equal(
      text,
      '<a>\n  <P id="7">1.5 -2 1e+21</P>\n  <P>0.1 1e-7 3</P>\n  <b>\n    <P id="8">1 2 3</P>\n  </b>\n  <F>1 2 3</F>\n</a>',
    );
  });

  it('has lists with a given number of values per line, and special values as in XML Schema', () => {
    const text = written((xml) => {
      xml.list('a', Float64Array.of(1, Number.NaN, -Infinity, -0, 0.5), 2, { k: 1 });
      xml.list('b', Int32Array.of(1, -2, 3), 3);
      xml.list('c', new Float64Array(0), 3, { k: 2 });
    });
    assert.equal(text, '<a k="1">\n1 NaN\n-INF -0\n0.5\n</a>\n<b>\n1 -2 3\n</b>\n<c k="2"/>');
  });

  it('is read back by the scanner, whatever its texts and numbers are', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '<', '>', '&', '"', "'", '\n', '\t', ']]>', 'é', '😀', ' '),
      maxLength: 9,
    });
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.double(), { maxLength: 7 }),
        fc.integer({ min: 1, max: 3 }),
        (value, content, list, perLine) => {
          const document = written((xml) => {
            xml.start('a', { k: value });
            xml.leaf('b', content);
            xml.list('c', Float64Array.from(list), perLine);
            xml.end();
          });
          const flat = scanText(document);
          assert.deepEqual(flat[1], [`k=${value}`]);
          const at = flat.indexOf('<{}b@2') + 2;
          assert.equal(content === '' ? '"' : flat[at], `"${content}`);
          const scanner = started(document);
          while (!(scanner.next() === START && scanner.name.text === 'c'));
          const { numbers, bad } = readNumbers(scanner, 100);
          assert.equal(bad, undefined);
          assert.ok(numbers.length === list.length && list.every((one, i) => Object.is(one, numbers[i])));
        },
      ),
      { numRuns: 60 },
    );
  });

  it('has triples that are read back bit for bit', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(finite, finite, finite, (...numbers) => {
        const into = new Float64Array(3);
        assert.equal(readTuple(started(written((xml) => xml.triple('P', undefined, ...numbers))), into), 3);
        // A zero in a triple has no sign.
        for (const [i, value] of numbers.entries()) assert.ok(into[i] === value, String(value));
      }),
      { numRuns: 60 },
    );
  });

  it('shows whether characters were replaced', () => {
    const replaced = (text: string, forbidden: 'escape' | 'replace'): boolean => {
      const xml = new XmlWriter(path, forbidden);
      xml.leaf('a', text, { b: text });
      xml.close();
      return xml.replaced;
    };
    assert.equal(replaced('a\u0000', 'replace'), true);
    assert.equal(replaced('a\ud800', 'replace'), true);
    assert.equal(replaced('a\u0000', 'escape'), false);
    assert.equal(replaced('a\ufffd\t\n😀', 'replace'), false, 'an existing U+FFFD');
  });

  it('is completed by writeXml, which passes errors on and closes the file', async () => {
    const xml = await writeXml(path, 'replace', (document) => document.leaf('a', 'b'));
    assert.equal(xml.replaced, false);
    assert.equal(readFileSync(path, 'utf8'), '<?xml version="1.0" encoding="UTF-8"?>\n<a>b</a>\n');
    const broken = join(folder, 'broken.xml');
    await assert.rejects(
      writeXml(broken, 'replace', async (document) => {
        document.start('a');
        throw new Error('out of points');
      }),
      /out of points/,
    );
    rmSync(broken);
    assert.ok(!existsSync(broken));
    await assert.rejects(
      writeXml(join(folder, 'no', 'where.xml'), 'replace', () => undefined),
      /ENOENT/,
    );
  });
});

describe('values by the rules of XML Schema', () => {
  it('booleans are four words, with surrounding white space', () => {
    assert.deepEqual(['true', '1', ' false\n', '0'].map(parseBoolean), [true, true, false, false]);
  });
  for (const word of ['', 'TRUE', 'yes', '01', 'true false', 'on'])
    it(`${JSON.stringify(word)} is no boolean`, () => assert.equal(parseBoolean(word), undefined));

  it('whole numbers are digits that a double holds exactly', () => {
    assert.deepEqual(
      ['7', '-7', '+7', ' 007 ', '999999999999999'].map(parseInteger),
      [7, -7, 7, 7, 999_999_999_999_999],
    );
    for (const word of ['', '1.0', '1e3', '0x1', '1 2', '9999999999999999', '--1', '٣'])
      assert.equal(parseInteger(word), undefined, word);
  });

  it('doubles are decimals, exponents, INF and NaN', () => {
    assert.deepEqual(['1', '+1.', '.5', '-1E-2', ' INF ', '+INF', '-INF'].map(parseDouble), [
      1,
      1,
      0.5,
      -0.01,
      Infinity,
      Infinity,
      -Infinity,
    ]);
    assert.ok(Object.is(parseDouble('-0'), -0) && Number.isNaN(parseDouble('NaN')));
    assert.deepEqual([0.1, -0, Infinity, -Infinity, Number.NaN, 1e21].map(formatDouble), [
      '0.1',
      '-0',
      'INF',
      '-INF',
      'NaN',
      '1e+21',
    ]);
    assert.deepEqual(
      ['1e999', '', 'NaN', '-INF', 'x'].map((word) => Number.isNaN(finiteDouble(word))),
      [true, true, true, true, true],
    );
    assert.equal(finiteDouble(' 12.25 '), 12.25);
  });

  it('times are existing dates, with a zone or a given one', () => {
    const noon = Date.UTC(2024, 1, 29, 12);
    for (const [text, offset] of [
      ['2024-02-29T12:00:00Z', 0],
      ['2024-02-29T12:00:00', 0],
      ['2024-02-29T13:30:00+01:30', 5],
      ['2024-02-29T07:00:00-05:00', 5],
      ['2024-02-29T10:00:00', 2],
      ['2024-02-29T12:00:00.000000Z', 0],
      [' 2024-02-29T12:00:00Z\n', 0],
    ] as const)
      assert.equal(parseTime(text, offset), noon, text);
    assert.equal(parseTime('2024-02-29T12:00:00.125Z') - noon, 125);
    for (const text of [
      '2023-02-29T12:00:00Z',
      '2024-04-31T00:00:00',
      '2024-00-01T00:00:00',
      '2024-02-29',
      '2024-02-29 12:00:00',
      '2024-2-29T12:00:00Z',
      '2024-02-29T25:00:00Z',
      '2024-02-29T12:60:00Z',
      '2024-02-29T12:00Z',
      '2024-02-29T12:00:00z',
      '',
    ])
      assert.ok(Number.isNaN(parseTime(text)), text);
    assert.equal(formatTime(noon), '2024-02-29T12:00:00.000Z');
    assert.equal(formatTime(Date.UTC(9999, 11, 31, 23, 59, 59, 999)), '9999-12-31T23:59:59.999Z');
    assert.equal(formatTime(Date.UTC(9999, 11, 31, 23, 59, 59, 999) + 1), undefined);
    assert.equal(formatTime(-62_135_596_800_000), '0001-01-01T00:00:00.000Z');
    assert.equal(formatTime(-62_135_596_800_001), undefined);
  });

  it('colours are #RRGGBB, or a number if there is no colour', () => {
    assert.deepEqual(
      ['#ff8000', ' #FF8000 ', '-1', '255', '#000000'].map(parseColour),
      [0xff8000, 0xff8000, -1, 255, 0],
    );
    for (const text of ['red', '#fff', '#gggggg', '#ff80000', '', '1.5'])
      assert.equal(parseColour(text), undefined, text);
    assert.deepEqual([0xff8000, 0, 0xffffff, -1, 0x1000000].map(formatColour), [
      '#FF8000',
      '#000000',
      '#FFFFFF',
      '-1',
      '16777216',
    ]);
  });
});
