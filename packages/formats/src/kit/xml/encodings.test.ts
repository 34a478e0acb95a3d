import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MemorySource } from '../../core/byte-source.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { readXml } from './document.ts';
import { escapeForbidden, escapeText, escapeValue, unescapeForbidden } from './escape.ts';
import { DONE, XmlScanner } from './scanner.ts';
import { sniffXml } from './sniff.ts';
import { faultOf, scanText } from './testing/events.ts';

const bytesOf = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const declared = (encoding: string, ...parts: readonly (string | readonly number[])[]): Buffer =>
  bytesOf(`<?xml version="1.0" encoding="${encoding}"?><a>`, ...parts, '</a>');
/** The text of the root element. */
const textOf = (bytes: Buffer): unknown => scanText(bytes)[2];
const big = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
const little = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** Reads a document to its end; returns the issues as code, severity and line. */
async function issuesOf(bytes: Buffer): Promise<string[]> {
  const issues = new IssueLog();
  const context = { report: issues.report, tally: new SourceTally(), limits: DEFAULT_LIMITS, options: {} };
  const rest = { signal: new AbortController().signal, progress: () => undefined, workFolder: '' };
  await readXml(new MemorySource(bytes), { ...context, ...rest }, async (document) => {
    document.root();
    document.text();
  });
  return issues.places().map(({ code, severity, line }) => `${code} ${severity} ${line}`);
}

describe('encodings of a document', () => {
  it('are those of the WHATWG standard, by the name in the declaration', () => {
    // The bytes by the code charts of each encoding (encoding.spec.whatwg.org, indexes).
    const cases: readonly (readonly [encoding: string, bytes: readonly number[], text: string])[] = [
      ['iso-8859-1', [0xe9, 0xdf], 'éß'],
      ['ISO-8859-15', [0xa4], '€'],
      ['iso-8859-2', [0xb1, 0xea], 'ąę'],
      ['ISO-8859-7', [0xc1, 0xd9], 'ΑΩ'],
      ['windows-1250', [0xb3, 0x9c], 'łś'],
      ['windows-1251', [0xc6, 0xff], 'Жя'],
      ['windows-1252', [0x80, 0x96], '€–'],
      ['KOI8-R', [0xc1], 'а'],
      ['IBM866', [0x80], 'А'],
      ['macintosh', [0x8e], 'é'],
      ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b, 0xb1], '日本ｱ'],
      ['EUC-JP', [0xc6, 0xfc], '日'],
      ['GB2312', [0xc4, 0xe3], '你'],
      ['gb18030', [0x81, 0x30, 0x84, 0x36], '¥'],
      ['Big5', [0xa7, 0x41], '你'],
      ['EUC-KR', [0xb0, 0xa1], '가'],
      ['UTF-8', [0xe2, 0x82, 0xac], '€'],
      ['us-ascii', [0x41], 'A'],
    ];
    for (const [encoding, bytes, text] of cases) assert.equal(textOf(declared(encoding, bytes)), `"${text}`, encoding);
  });

  describe('are recognised by a byte order mark or the first characters; the mark overrides the declaration', () => {
    const document = '<?xml version="1.0" encoding="NAME"?>\n<a k="é">日本 😀</a>';
    const named = (name: string): string => document.replace('NAME', name);
    const expected = scanText('<a k="é">日本 😀</a>');
    for (const [what, bytes] of [
      ['UTF-16, little-endian with a mark', little(`\ufeff${named('UTF-16')}`)],
      ['UTF-16, big-endian with a mark', big(`\ufeff${named('UTF-16')}`)],
      ['UTF-16, little-endian without', little(named('UTF-16LE'))],
      ['UTF-16, big-endian without', big(named('utf-16be'))],
      ['UTF-16 with a mark and no declaration', little('\ufeff<a k="é">日本 😀</a>')],
      ['UTF-8 with a mark', Buffer.from(`\ufeff${named('utf-8')}`)],
      // Windows programs that save "Unicode" keep the old declaration: the mark counts (RFC 7303, 3.3).
      ['UTF-16 that says UTF-8', little(`\ufeff${named('UTF-8')}`)],
      ['UTF-8 with a mark that says Latin-1', Buffer.from(`\ufeff${named('iso-8859-1')}`)],
    ] as const)
      it(JSON.stringify(what), () => {
        assert.deepEqual(scanText(bytes), expected, what);
      });
  });

  it('that are unknown or contradict the bytes are refused', () => {
    for (const name of [
      'klingon',
      'UTF-7',
      'UTF-16',
      'utf-16le',
      'UCS-2',
      'ISO-10646-UCS-2',
      'UTF-32',
      'x',
      'EBCDIC-CP-US',
    ])
      assert.equal(
        faultOf(() => scanText(declared(name))),
        'xml-encoding@1',
        name,
      );
    assert.match(faultOf(() => scanText(declared('k'.repeat(80)))) ?? '', /^xml-encoding/);
    // UTF-32 looks like UTF-16 with NUL characters, which XML forbids.
    assert.match(faultOf(() => scanText(bytesOf([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]))) ?? '', /^xml-not-well-formed/);
  });

  it('count line feeds as characters, not as bytes', () => {
    const document = `<a>\n${'<b>é</b>\n'.repeat(40_000)}<c></a>`;
    for (const bytes of [
      little(`\ufeff${document}`),
      big(`\ufeff${document}`),
      Buffer.from(document),
      declared('ISO-8859-1', document.slice(3)),
    ])
      assert.equal(
        faultOf(() => scanText(bytes)),
        'xml-not-well-formed@40002',
      );
  });

  it('give the same text as UTF-8', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'é', '日', '😀', ' ', '\n', '\ud7ff', '\ue000', '\u2028'),
      maxLength: 40,
    });
    fc.assert(
      fc.property(text, (content) => {
        const document = `<a k="${content.replaceAll('\n', '')}">${content}</a>`;
        const plain = scanText(document);
        assert.deepEqual(scanText(little(`\ufeff${document}`)), plain);
        assert.deepEqual(scanText(big(`\ufeff${document}`)), plain);
      }),
      { numRuns: 100 },
    );
  });
});

describe('bytes that are invalid in the encoding', () => {
  it('are read as Windows-1252 in a UTF-8 file, and the lines are reported', async () => {
    const bytes = bytesOf('<a>\nM\xfcnchen\n</a>');
    assert.equal(textOf(bytes), '"\nMünchen\n');
    assert.deepEqual(await issuesOf(bytes), ['encoding-repaired warning 1']);
    assert.deepEqual(await issuesOf(Buffer.from('<a>München \ufffd</a>')), [], 'U+FFFD in UTF-8 is a valid character');
    // Truncated, overlong, beyond Unicode, half a pair: all invalid UTF-8.
    for (const wrong of [[0xc3], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80], [0xff], [0xe2, 0x82]])
      assert.deepEqual(await issuesOf(bytesOf('<a>', wrong, '</a>')), ['encoding-repaired warning 1'], String(wrong));
  });

  it('become U+FFFD in all others, and the lines are reported', async () => {
    assert.deepEqual(await issuesOf(declared('Shift_JIS', [0x93])), ['encoding-repaired warning 1']);
    assert.deepEqual(await issuesOf(little('\ufeff<a>\ud800</a>')), ['encoding-repaired warning 1']);
    assert.deepEqual(await issuesOf(declared('Shift_JIS', [0x93, 0xfa])), []);
    assert.equal(textOf(declared('EUC-KR', [0xb0, 0x20])), '"\ufffd ');
  });

  it('are repaired in names and attributes too, so that one name stays one name', async () => {
    const bytes = bytesOf('<Gel\xe4nde h\xf6he="\xb2"><Gel\xe4nde/></Gel\xe4nde>');
    assert.deepEqual(scanText(bytes), ['<{}Gelände@1', ['höhe=²'], '<{}Gelände@2', [], '>{}Gelände@2', '>{}Gelände@1']);
    const scanner = new XmlScanner(new MemorySource(bytes));
    while (scanner.next() !== DONE);
    assert.deepEqual(scanner.repairedLines, [1, 1], 'each name once, however often it occurs');
  });

  it('are recorded at most a thousand times', () => {
    const bytes = bytesOf('<a>', '<b>\xe9</b>\n'.repeat(1500), '</a>');
    const scanner = new XmlScanner(new MemorySource(bytes));
    let texts = 0;
    while (scanner.next() !== DONE) texts += scanner.event === 3 && scanner.text() === 'é' ? 1 : 0;
    assert.equal(texts, 1500);
    assert.deepEqual([scanner.repairedLines.length, scanner.repairedLines[999]], [1000, 1000]);
  });
});

describe('the root element as detection sees it', () => {
  const judged: string[] = [];
  const look = (bytes: Uint8Array | string) =>
    sniffXml(Buffer.from(bytes as Uint8Array), ['Job', 'Plan'], ({ name, namespace, attributes }) => {
      judged.push(`{${namespace}}${name} ${[...attributes].map((pair) => pair.join('=')).join()}`);
      return { confidence: 1, version: attributes.get('version') ?? '' };
    });

  it('is found after byte order marks, blanks, comments and instructions, in any encoding', () => {
    judged.length = 0;
    const root = '<!-- x --><?y?>\n<n:Job xmlns:n="u" version="1&#46;2"/>';
    for (const bytes of [
      root,
      `\ufeff${root}`,
      `\n\t ${root}`,
      little(`\ufeff${root}`),
      big(root),
      bytesOf(`<?xml version="1.0" encoding="Shift_JIS"?>${root}`),
    ])
      assert.deepEqual(look(bytes), { confidence: 1, version: '1.2' });
    assert.deepEqual(judged, Array(6).fill('{u}Job xmlns:n=u,version=1.2'));
  });

  it('may be at the very end of the head: whatever follows it is ignored', () => {
    assert.equal(look('<Job a="1">').confidence, 1);
    assert.equal(look('<Job><Points><Poi').confidence, 1);
    assert.equal(look('<Job><a></b>').confidence, 1);
    assert.equal(look('<Job a="1"').confidence, 0);
    for (const none of ['', '   ', 'Job', '{"Job":1}', '<', '<!--', '<Job a=1>', '\u0000<Job/>'])
      assert.equal(look(none).confidence, 0, JSON.stringify(none));
  });

  it('is searched by name if the document is refused before it, so that the reason is reported', () => {
    for (const [document, code] of [
      ['<!DOCTYPE Job [<!ENTITY a "b">]><Job>', 'xml-doctype'],
      ['<!DOCTYPE x SYSTEM "y"><n:Plan >', 'xml-doctype'],
      ['<?xml version="1.0" encoding="klingon"?><Job/>', 'xml-encoding'],
    ] as const) {
      const { confidence, refusal } = look(document);
      assert.equal(confidence, 0.9);
      assert.equal(refusal?.code, code);
    }
    for (const other of ['<!DOCTYPE Jobs SYSTEM "x"><Jobs/>', '<!DOCTYPE html SYSTEM "about:legacy-compat"><html>'])
      assert.deepEqual(look(other), { confidence: 0, version: '' });
  });
});

describe('escapes', () => {
  it('are those required in values and texts (examples worked out by hand)', () => {
    const text = `<a> & "b" 'c'\t\r\n]]>`;
    assert.equal(escapeValue(text, 'escape'), "&lt;a&gt; &amp; &quot;b&quot; 'c'&#9;&#13;&#10;]]&gt;");
    assert.equal(escapeText(text, 'escape'), '&lt;a&gt; &amp; "b" \'c\'\t&#13;\n]]&gt;');
    assert.equal(escapeText('a\u0001b\ud800c\uffffd', 'replace'), 'a\ufffdb\ufffdc\ufffdd');
    assert.equal(escapeText('a\u0001b\ud800c\uffff😀', 'escape'), 'a_x0001_b_xD800_c_xFFFF_😀');
    // ECMA-376-1, 22.9.2.19: an underscore that looks like the start of an escape is escaped itself.
    assert.equal(escapeForbidden('_x0041_ _x41_ _X0041_ _x_x0041'), '_x005F_x0041_ _x41_ _X0041_ _x_x005F_x0041');
    assert.equal(unescapeForbidden('_x005F_x0041_'), '_x0041_');
    assert.equal(unescapeForbidden('_x0041_x0042_'), 'Ax0042_', 'an escape ends with its underscore');
    assert.equal(unescapeForbidden('_x00e9__xD83D__xDE00_'), 'é😀');
  });
});
