import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError } from '../../core/failure.ts';
import { XmlError } from './failure.ts';
import { readTuple } from './number-list.ts';
import { LeafRun } from './repeat.ts';
import { DONE, START, TEXT, XmlScanner } from './scanner.ts';
import { attributesOf, faultOf } from './testing/events.ts';

/** Size of the first window. The tests move a document across its end by the white space before it. */
const WINDOW = 256 * 1024;

/**
 * The document after so much white space that the first window ends before its byte `at`; `head` precedes the white
 * space.
 */
function behind(document: Uint8Array, at: number, head: string): MemorySource {
  const bytes = Buffer.alloc(WINDOW - at + document.length, 0x20);
  bytes.write(head, 'latin1');
  bytes.set(document, WINDOW - at);
  return new MemorySource(bytes);
}

/** Each event with the line where it ends. */
function eventsOf(source: MemorySource): string[] {
  const scanner = new XmlScanner(source);
  const events: string[] = [];
  let text = '';
  for (let event = scanner.next(); event !== DONE; event = scanner.next()) {
    if (event === TEXT) text += scanner.text();
    else {
      events.push(`${text}|${event} ${scanner.name.text} line ${scanner.line} ${attributesOf(scanner).join()}`);
      text = '';
    }
  }
  return events;
}

describe('a window that ends anywhere', () => {
  const everything =
    '<!DOCTYPE root ><?go "on"?>\n<!-- é - - -->\n<root xmlns:p="urn:p"\n k = \'a"b\' p:k="&amp;&#x1F600;\t\r\n">' +
    'Zoë 漢 😀 ] ]] &lt;\r\n<p:leaf/>\n<empty ></empty\n><![CDATA[ ]] <x>&amp; ]]>\r<p:leaf a=""/></root >\n<!--e--> ';
  const heads = {
    'UTF-8': '<?xml version="1.0"?>',
    'ISO-8859-15': '<?xml version="1.0" encoding="ISO-8859-15"?>',
  };

  describe('changes no event, text, attribute or line', () => {
    for (const [encoding, head] of Object.entries(heads))
      it(encoding, () => {
        const plain = encoding === 'UTF-8';
        const document = Buffer.from(plain ? everything : everything.replace('漢 😀', 'ß'), plain ? 'utf8' : 'latin1');
        const whole = eventsOf(behind(document, 0, head));
        assert.equal(whole.length, 8, 'root, leaf, empty and leaf again');
        // 13 lines: one per line feed, two of which belong to a pair of return and feed.
        assert.match(whole[0]!, /^\|1 root line 5 /);
        for (let at = 1; at <= document.length; at++)
          assert.deepEqual(eventsOf(behind(document, at, head)), whole, `${encoding} at ${at}`);
      });
  });

  it('changes no fault and no line of a fault', () => {
    const faults: readonly (readonly [document: string, fault: string])[] = [
      ['<a>\n<b></a>', 'xml-not-well-formed@2'],
      ['<a>\n<b>\n</bb></a>', 'xml-not-well-formed@3'],
      ['<a>\n<bcd></bce></a>', 'xml-not-well-formed@2'],
      ['<a>\n]]></a>', 'xml-not-well-formed@2'],
      ['<a>\n&nbsp;</a>', 'xml-entity@2'],
      ['<a>\n&#xD800;</a>', 'xml-entity@2'],
      ['<a b="1"\nb="2"/>', 'xml-not-well-formed@2'],
      ['<a b="1"c="2"/>', 'xml-not-well-formed@1'],
      ['<a\nb/>', 'xml-not-well-formed@2'],
      ['<a>\n<!-- -- --></a>', 'xml-not-well-formed@2'],
      ['<a>\n\u0001</a>', 'xml-not-well-formed@2'],
      ['<a>\n\uffff</a>', 'xml-not-well-formed@2'],
      ['<a>\n<?xml version="1.0"?></a>', 'xml-not-well-formed@2'],
      ['<a>\n<!DOCTYPE a></a>', 'xml-not-well-formed@2'],
      ['<a>\n<![CDATE[x]]></a>', 'xml-not-well-formed@2'],
      ['<a/>\n<b/>', 'xml-not-well-formed@2'],
      ['<a/>\nb', 'xml-not-well-formed@2'],
      ['<!DOCTYPE a\n[]><a/>', 'xml-doctype@2'],
      ['<!DOCTYPE a\nSYSTEM "a"><a/>', 'xml-doctype@2'],
      ['<!DOCTYPE 1a><a/>', 'xml-not-well-formed@1'],
      ['<p:a\n/>', 'xml-not-well-formed@1'],
    ];
    for (const [document, fault] of faults) {
      const bytes = Buffer.from(document);
      for (let at = 0; at <= bytes.length; at++)
        assert.equal(
          faultOf(() => eventsOf(behind(bytes, at, ''))),
          fault,
          `${document} at ${at}`,
        );
    }
  });
});

/** The children of a root as tuples of numbers, read one by one or in runs of siblings. */
function tuplesOf(source: MemorySource, inRuns: boolean): string[] {
  const scanner = new XmlScanner(source);
  const into = new Float64Array(3);
  const run = new LeafRun(3);
  const found: string[] = [];
  const words = (numbers: Float64Array, count: number): string[] =>
    Array.from(numbers.subarray(0, Math.min(count, 3)), (value) => (Object.is(value, -0) ? '-0' : String(value)));
  try {
    scanner.skipBlank = true;
    for (let event = scanner.next(); event !== DONE; event = scanner.next()) {
      if (event !== START || scanner.depth === 1) continue;
      const { name, attributes } = scanner;
      const at = attributes.find('id');
      const id = at < 0 ? Number.NaN : attributes.number(at, scanner.bytes);
      const count = readTuple(scanner, into);
      found.push([name.text, id, count, ...(count < 0 ? [] : words(into, count))].join(' '));
      for (let read = inRuns ? scanner.repeated(run) : 0; read > 0; read = scanner.repeated(run))
        for (let i = 0; i < read; i++)
          found.push(
            [name.text, run.ids[i], run.counts[i], ...words(run.numbers.subarray(3 * i), run.counts[i]!)].join(' '),
          );
    }
    return found;
  } catch (error) {
    assert.ok(error instanceof FormatError, String(error));
    return [...found, error instanceof XmlError ? `${error.code}@${error.line}` : error.code];
  }
}

describe('numbers of many elements', () => {
  it('are the same in runs and one by one, whatever is between and in them', () => {
    const word = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('1', '-2.5', '+0.125', '1e3', '-0', '4503599627370497.5', '.5', '7.') },
      {
        weight: 1,
        arbitrary: fc.constantFrom('x', '1\u0001', '&#49;', '1,5', '<![CDATA[2]]>', '<b/>', 'NaN', '2<!-- -->'),
      },
    );
    const content = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    const attribute = fc.constantFrom('', '', ' id="1"', ' id="20"', " id='3'", ' id="x"', ' id="4" b=""', '  id="5"');
    const gap = fc.constantFrom('', '', '\n', ' ', '<!-- -->', '\u0002', 'text');
    const element = fc
      .tuple(gap, fc.constantFrom('P', 'P', 'P', 'Pn', 'F'), attribute, content)
      .map(([before, name, id, text]) => `${before}<${name}${id}>${text}</${name}>`);
    fc.assert(
      fc.property(fc.array(element, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (elements, times) => {
        const bytes = Buffer.from(`<r>${elements.join('').repeat(times)}</r>`);
        assert.deepEqual(tuplesOf(new MemorySource(bytes), true), tuplesOf(new MemorySource(bytes), false));
      }),
      { numRuns: 400 },
    );
  });

  it('are the same wherever a window ends', () => {
    const bytes = Buffer.from(
      '<r><P id="7">1.5 -2 3</P>\n<P id="8">4 5e2 6</P><P id="9">-0 .25</P>\n<P>1</P><P id="10"/><P id="11">0.1 0.2 0.3 0.4</P></r>',
    );
    // -0 keeps its sign; the last element has more numbers than fit, and its count is one more than fit.
    const expected = ['P 7 3 1.5 -2 3', 'P 8 3 4 500 6', 'P 9 2 -0 0.25', 'P NaN 1 1', 'P 10 0', 'P 11 4 0.1 0.2 0.3'];
    for (let at = 0; at <= bytes.length; at++)
      for (const inRuns of [false, true])
        assert.deepEqual(tuplesOf(behind(bytes, at, ''), inRuns), expected, `${at} ${inRuns}`);
  });

  it('must have only white space between them', () => {
    for (const byte of [0x01, 0x08, 0x0b, 0x0c, 0x1f])
      for (const document of [
        `<r><P>1${String.fromCharCode(byte)}2</P></r>`,
        `<r><P>1 2</P><P>1${String.fromCharCode(byte)}2</P></r>`,
      ])
        assert.equal(
          tuplesOf(new MemorySource(Buffer.from(document)), true).at(-1),
          'xml-not-well-formed@1',
          `the byte ${byte} is not allowed in XML`,
        );
    assert.deepEqual(tuplesOf(new MemorySource(Buffer.from('<r><P>1\t2\r\n3 </P><P>\r4\n5\t</P></r>')), true), [
      'P NaN 3 1 2 3',
      'P NaN 2 4 5',
    ]);
  });
});
