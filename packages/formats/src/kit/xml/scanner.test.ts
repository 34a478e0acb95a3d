import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { MemorySource } from '../../core/byte-source.ts';
import { LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { XmlError } from './failure.ts';
import { DONE, START, TEXT, XmlScanner } from './scanner.ts';
import { errorCode, type Flat, scan, scanText } from './testing/events.ts';

const NUM_RUNS = 300;

/** A source that returns few bytes at a time, so that every token is split by a window at some point. */
class DrippingSource extends MemorySource {
  readonly #step: number;
  constructor(bytes: Uint8Array, step: number) {
    super(bytes);
    this.#step = step;
  }
  override readInto(target: Uint8Array, at: number, length: number, position: number): number {
    return super.readInto(target, at, Math.min(length, this.#step), position);
  }
}

/** The same list, made by saxes. */
function scanBySaxes(document: string): Flat {
  const parser = new SaxesParser({ xmlns: true });
  const flat: (string | string[])[] = [];
  let depth = 0;
  let text = '';
  const flush = (): void => {
    if (text !== '' && depth > 0) flat.push(`"${text}`);
    text = '';
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    flush();
    flat.push(`<{${tag.uri}}${tag.local}@${++depth}`);
    flat.push(Object.values(tag.attributes).map((attribute) => `${attribute.name}=${attribute.value}`));
  });
  parser.on('closetag', (tag) => {
    flush();
    flat.push(`>{${tag.uri}}${tag.local}@${depth--}`);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('cdata', (part) => {
    text += part;
  });
  parser.write(document).close();
  return flat;
}

const nameOf = fc.constantFrom('a', 'P', 'CgPoint', 'héllo', '_x', 'a-b.c', 'p:q', 'q:r', 'Ünï');
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const plainText = fc
  .array(
    fc.constantFrom('a', ' ', '\n', '\t', 'é', '漢', '😀', '&', '<', '>', ']', '"', "'", '1.5', '\ud7ff', '\ufffd'),
  )
  .map((parts) => parts.join(''));
const written = fc.oneof(
  plainText.map(escapeText),
  plainText.map((text) => `<![CDATA[${text.replaceAll(']]', '] ]')}]]>`),
  fc.constantFrom(
    '\r\n',
    '\r',
    '&#10;',
    '&#xD;',
    '&#x1F600;',
    '<!-- a -->',
    '<?go on?>',
    '&apos;&quot;',
    '<!---->',
    '<?x?>',
  ),
);
const attribute = fc
  .tuple(
    fc.constantFrom('a', 'b', 'id', 'p:a', 'q:b', 'xml:lang'),
    plainText,
    fc.constantFrom('"', "'"),
    fc.constantFrom('', ' '),
  )
  .map(([name, value, quote, gap]) => {
    const escaped = escapeText(value).replaceAll(quote, quote === '"' ? '&quot;' : '&apos;');
    return `${name}${gap}=${gap}${quote}${escaped}${quote}`;
  });
const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
  content: fc
    .array(fc.oneof({ weight: 2, arbitrary: written }, tie('element')), { maxLength: 4 })
    .map((parts) => parts.join('')),
  element: fc
    .tuple(
      nameOf,
      fc.uniqueArray(attribute, { maxLength: 3, selector: (text) => text.split(/[ =]/)[0] }),
      tie('content'),
    )
    .map(([name, attributes, content]) => {
      const head = [name, ...attributes].join('\n ');
      return content === '' ? `<${head}/>` : `<${head}>${content}</${name} >`;
    }),
}));
const declared = fc
  .tuple(
    fc.constantFrom('', '<?xml version="1.0"?>', "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\r\n"),
    element,
  )
  .map(
    ([head, body]) =>
      `${head}<root xmlns:p="urn:p" xmlns:q='urn:q' xmlns="urn:default">${body}<x xmlns=""><y/></x></root>\n<!-- e -->`,
  );

describe('XML scanner against saxes', () => {
  it('finds the same elements, attributes and texts in any well-formed document', () => {
    fc.assert(
      fc.property(declared, (document) => {
        assert.deepEqual(scanText(document), scanBySaxes(document));
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('finds the same wherever the windows split, and in UTF-16', () => {
    fc.assert(
      fc.property(declared, fc.integer({ min: 1, max: 40 }), (document, step) => {
        const whole = scanText(document);
        assert.deepEqual(scan(new DrippingSource(Buffer.from(document), step)), whole);
        const wide = document.replace(/encoding='UTF-8'/, "encoding='UTF-16'");
        assert.deepEqual(scan(new DrippingSource(Buffer.from(`\ufeff${wide}`, 'utf16le'), step)), whole);
      }),
      { numRuns: 100 },
    );
  });

  it('accepts and refuses the same damaged documents', () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.constantFrom(
        '<',
        '>',
        '&',
        '"',
        '/',
        '=',
        ' ',
        ']]>',
        'xmlns:p=""',
        '\u0001',
        '--',
        '?>',
        ':',
        ';',
        '\ufffe',
        'a',
      ),
    );
    fc.assert(
      fc.property(declared, damage, fc.boolean(), (document, [place, piece], replace) => {
        const at = place % document.length;
        const damaged = document.slice(0, at) + piece + document.slice(replace ? at + 1 : at);
        // Half a surrogate pair cannot be written as UTF-8.
        fc.pre(damaged.isWellFormed());
        // saxes allows any name character after a colon; Namespaces in XML (production 4) does not.
        fc.pre(!/:[-.0-9]/.test(damaged));
        // It also accepts "<?x??>", whose target is followed by neither a space nor the end (XML 1.0, production 16).
        fc.pre(!/<\?x\?[^>]/.test(damaged));
        let theirs: Flat | string;
        try {
          theirs = scanBySaxes(damaged);
        } catch (error) {
          theirs = `refused: ${String(error)}`;
        }
        const code = errorCode(() => scanText(damaged));
        // saxes gets characters and ignores the name of the encoding.
        fc.pre(code !== 'xml-encoding');
        if (code === undefined) assert.deepEqual(scanText(damaged), theirs);
        else assert.ok(typeof theirs === 'string', `refused here with ${code}, accepted by saxes: ${damaged}`);
      }),
      { numRuns: Number(process.env.XML_RUNS ?? 2 * NUM_RUNS) },
    );
  });
});

describe('XML scanner on damaged and hostile documents', () => {
  const sample =
    '<?xml version="1.0"?><!DOCTYPE a><a xmlns:n="urn:n" k="v&amp;"><!--c--><n:b>é&#10;</n:b><![CDATA[x]]><c/></a>';

  it('reports a document truncated at any byte as cut off, and nothing else', () => {
    const bytes = Buffer.from(sample);
    assert.equal(
      errorCode(() => scan(new MemorySource(bytes))),
      undefined,
    );
    for (let length = 0; length < bytes.length; length++) {
      assert.equal(
        errorCode(() => scan(new MemorySource(bytes.subarray(0, length)))),
        'xml-cut-off',
        `${length} bytes`,
      );
    }
  });

  it('refuses random bytes with a code', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        assert.match(errorCode(() => scan(new MemorySource(bytes))) ?? 'none', /^xml-/);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  it('refuses entity bombs and external entities by name, without reading further', () => {
    const bomb = `<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>`;
    assert.equal(
      errorCode(() => scanText(bomb)),
      'xml-doctype',
    );
    assert.equal(
      errorCode(() => scanText('<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>')),
      'xml-doctype',
    );
    assert.equal(
      errorCode(() => scanText('<!DOCTYPE r PUBLIC "a" "http://127.0.0.1/"><r/>')),
      'xml-doctype',
    );
    assert.equal(
      errorCode(() => scanText('<r>&file;</r>')),
      'xml-entity',
    );
    assert.equal(
      errorCode(() => scanText('<r a="&b;"/>')),
      'xml-entity',
    );
    assert.equal(
      errorCode(() => scanText('<r>&#0;</r>')),
      'xml-entity',
    );
    assert.equal(
      errorCode(() => scanText('<r>&#xFFFE;</r>')),
      'xml-entity',
    );
    assert.deepEqual(scanText('<!DOCTYPE r><r/>').length, 3);
  });

  it('refuses nesting and tokens beyond the limits, naming them', () => {
    const deep = '<a>'.repeat(65);
    assert.throws(
      () => scanText(deep),
      (error) => error instanceof LimitError && error.limit === 'depth',
    );
    const limits = { ...DEFAULT_LIMITS, recordBytes: 300_000 };
    const long = Buffer.from(`<a b="${'x'.repeat(3_000_000)}"/>`);
    assert.throws(
      () => scan(new MemorySource(long), limits),
      (error) => error instanceof LimitError && error.limit === 'recordBytes',
    );
  });

  it('passes a million comments without nesting calls, and refuses too many names', () => {
    assert.equal(scanText(`<a>${'<!---->'.repeat(1_000_000)}</a>`).length, 3);
    let names = '<a>';
    for (let i = 0; i < 20_001; i++) names += `<n${i}/>`;
    assert.equal(
      errorCode(() => scanText(`${names}</a>`)),
      'xml-too-complex',
    );
    const attributes = Array.from({ length: 1025 }, (_, i) => `a${i}=""`).join(' ');
    assert.equal(
      errorCode(() => scanText(`<a ${attributes}/>`)),
      'xml-too-complex',
    );
  });

  it('states the line of a fault, wherever the windows split', () => {
    const lines = `<a>\n${'<b>text of a line</b>\r\n'.repeat(50_000)}<c></a>`;
    assert.throws(
      () => scanText(lines),
      (error) => error instanceof XmlError && error.line === 50_002,
    );
  });

  it('refuses everything that Namespaces in XML forbids', () => {
    for (const text of [
      '<p:a/>',
      '<a p:b=""/>',
      '<a xmlns:p=""/>',
      '<a xmlns:xmlns="u"/>',
      '<a:b:c xmlns:a="u"/>',
      '<xmlns:a/>',
    ]) {
      assert.equal(
        errorCode(() => scanText(text)),
        'xml-not-well-formed',
        text,
      );
    }
    assert.equal(
      errorCode(() => scanText('<a xmlns:p="u" xmlns:q="u" p:x="" q:x=""/>')),
      'xml-not-well-formed',
    );
  });
});

describe('XML scanner on encodings and long texts', () => {
  it('reads the declared one-byte encodings and refuses unknown or contradicting ones', () => {
    const declare = (name: string, text: string): Buffer =>
      Buffer.from(`<?xml version="1.0" encoding="${name}"?><a>${text}</a>`, 'latin1');
    assert.equal(scan(new MemorySource(declare('ISO-8859-1', 'Stra\xdfe')))[2], '"Straße');
    assert.equal(scan(new MemorySource(declare('windows-1250', '\xb9')))[2], '"ą');
    assert.equal(
      errorCode(() => scan(new MemorySource(declare('klingon-1', '')))),
      'xml-encoding',
    );
    assert.equal(
      errorCode(() => scan(new MemorySource(declare('UTF-16', '')))),
      'xml-encoding',
    );
    assert.equal(scan(new MemorySource(Buffer.from('\ufeff<a>é</a>')))[2], '"é');
    const big = Buffer.from('\ufeff<a>é</a>', 'utf16le').swap16();
    assert.equal(scan(new MemorySource(big))[2], '"é');
  });

  it('reads bytes that are not UTF-8 as Windows-1252 and records the line', () => {
    const scanner = new XmlScanner(new MemorySource(Buffer.from('<a>\nStra\xdfe</a>', 'latin1')));
    assert.equal(scanner.next(), START);
    assert.equal(scanner.next(), TEXT);
    assert.equal(scanner.text(), '\nStraße');
    assert.equal(scanner.repairedLines.length, 1);
  });

  it('delivers a long text in pieces and never splits a word', () => {
    const words = Array.from({ length: 400_000 }, (_, i) => `${i}.25`).join(' \r\n');
    const scanner = new XmlScanner(new MemorySource(Buffer.from(`<a>${words}</a>`)));
    const pieces: string[] = [];
    for (let event = scanner.next(); event !== DONE; event = scanner.next())
      if (event === TEXT) pieces.push(scanner.text());
    assert.ok(pieces.length > 3, `${pieces.length} pieces`);
    assert.equal(pieces.join(''), words.replaceAll('\r', ''));
    for (const piece of pieces.slice(0, -1)) assert.match(piece.slice(-1), /\s/);
  });
});
