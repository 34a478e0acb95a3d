import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MemorySource } from '../../core/byte-source.ts';
import { LimitError } from '../../core/failure.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { isXmlCharacter, isXmlName } from './characters.ts';
import { resolveReference } from './references.ts';
import { faultOf, scan, scanText, started } from './testing/events.ts';

describe('characters and names', () => {
  it('follow productions 2, 4 and 4a of XML 1.0, at every limit of a range', () => {
    const characters = [0x9, 0xa, 0xd, 0x20, 0xd7ff, 0xe000, 0xfffd, 0x10000, 0x10ffff];
    const others = [0x0, 0x8, 0xb, 0xc, 0xe, 0x1f, 0xd800, 0xdfff, 0xfffe, 0xffff, 0x110000, Number.NaN];
    for (const code of characters) assert.ok(isXmlCharacter(code), code.toString(16));
    for (const code of others) assert.ok(!isXmlCharacter(code), code.toString(16));
    const starts = ['C0', 'D6', 'D8', 'F6', 'F8', '2FF', '370', '37D', '37F', '1FFF', '200C', '200D', '2070', '218F'];
    const further = [
      '2C00',
      '2FEF',
      '3001',
      'D7FF',
      'F900',
      'FDCF',
      'FDF0',
      'FFFD',
      '10000',
      'EFFFF',
      '41',
      '5A',
      '5F',
      '3A',
    ];
    const within = ['B7', '300', '36F', '203F', '2040', '2D', '2E', '30', '39'];
    const never = [
      'D7',
      'F7',
      '37E',
      '200B',
      '2000',
      '206F',
      '2190',
      '2BFF',
      '2FF0',
      '3000',
      'F0000',
      '20',
      '40',
      '2F',
    ];
    const character = (hex: string): string => String.fromCodePoint(Number.parseInt(hex, 16));
    for (const hex of [...starts, ...further]) {
      assert.ok(isXmlName(character(hex)), `${hex} starts a name`);
      assert.ok(isXmlName(`a${character(hex)}`), `${hex} continues a name`);
    }
    for (const hex of within) {
      assert.ok(!isXmlName(character(hex)), `${hex} does not start a name`);
      assert.ok(isXmlName(`a${character(hex)}`), `${hex} continues a name`);
    }
    for (const hex of never) assert.ok(!isXmlName(`a${character(hex)}`), `${hex} is not allowed in a name`);
    assert.ok(!isXmlName(''));
  });

  it('replace references: five entities and numeric characters', () => {
    const five = ['amp', 'lt', 'gt', 'quot', 'apos'].map(resolveReference).join('');
    assert.equal(five, '&<>"\'');
    assert.deepEqual(['#9', '#x9', '#x1f600', '#128512', '#x1F600'].map(resolveReference), [
      '\t',
      '\t',
      '😀',
      '😀',
      '😀',
    ]);
    for (const body of ['', '#', '#x', '#xg', '#1a', '# 9', '#1e1', '#0x9', 'nbsp', 'Lt', '__proto__', 'valueOf'])
      assert.equal(resolveReference(body), undefined, body);
  });

  it('of elements are compared by all of their bytes', () => {
    // One name is the start of the other; the second tag starts like the first.
    const flat = scanText('<Pnt><Pnts a="1" ab="2"/><Pn ab="3" a="4"/><Pnt a="5"/><Pntſ/></Pnt>');
    const names = flat.filter((entry) => typeof entry === 'string' && entry.startsWith('<'));
    assert.deepEqual(names, ['<{}Pnt@1', '<{}Pnts@2', '<{}Pn@2', '<{}Pnt@2', '<{}Pntſ@2']);
    assert.deepEqual(
      flat.filter((entry) => typeof entry !== 'string'),
      [[], ['a=1', 'ab=2'], ['ab=3', 'a=4'], ['a=5'], []],
    );
  });
});

describe('limits of the scanner', () => {
  const limited = (limit: string) => (error: unknown) => error instanceof LimitError && error.limit === limit;
  const within = (document: string, limits: Partial<typeof DEFAULT_LIMITS>): unknown =>
    scan(new MemorySource(Buffer.from(document)), { ...DEFAULT_LIMITS, ...limits });

  it('apply to the depth of elements, exactly', () => {
    const nested = (depth: number): string => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    assert.equal((within(nested(5), { depth: 5 }) as unknown[]).length, 15);
    assert.throws(() => within(nested(6), { depth: 5 }), limited('depth'));
    assert.throws(() => within(`${'<a>'.repeat(4)}<b/><b><c><d/></c></b>`, { depth: 6 }), limited('depth'));
    // Siblings do not count as depth.
    assert.equal((within(`<a>${'<b/>'.repeat(1000)}</a>`, { depth: 2 }) as unknown[]).length, 3003);
  });

  it('apply to the bytes of one tag, one text without blanks, one comment', () => {
    const long = 'x'.repeat(1 << 20);
    for (const document of [
      `<a b="${long}"/>`,
      `<a>${long}</a>`,
      `<a><!--${long}--></a>`,
      `<a><![CDATA[${long}]]></a>`,
      `<${long}/>`,
    ]) {
      assert.throws(() => within(document, { recordBytes: 500_000 }), limited('recordBytes'), document.slice(0, 9));
      assert.ok((within(document, { recordBytes: 2 << 20 }) as unknown[]).length >= 3);
    }
    // Many small ones together may be larger than a record.
    assert.ok(within(`<a>${'<b>some text</b>'.repeat(100_000)}</a>`, { recordBytes: 500_000 }));
  });

  it('apply to attributes of one tag, names of a document and namespaces in scope', () => {
    const attributes = (count: number): string =>
      `<a ${Array.from({ length: count }, (_, i) => `a${i}=""`).join(' ')}/>`;
    assert.equal(started(attributes(1024)).attributes.length, 1024);
    assert.equal(
      faultOf(() => started(attributes(1025))),
      'xml-too-complex@1',
    );
    const spaces = (count: number): string =>
      `<a>${Array.from({ length: count / 10 }, (_, i) => `<a ${Array.from({ length: 10 }, (_, k) => `xmlns:p${i}_${k}="u"`).join(' ')}>`).join('\n')}`;
    assert.equal(
      faultOf(() => scanText(spaces(500))),
      'xml-cut-off@50',
      'only the end tags are missing',
    );
    assert.equal(
      faultOf(() => scanText(spaces(520))),
      'xml-too-complex@52',
    );
    // Declarations that are out of scope do not count.
    assert.equal(scanText(`<a>${'<b xmlns:p="u"/>'.repeat(2000)}</a>`).length, 3 + 3 * 2000);
  });

  it('stop any kind of bomb in bounded time: nothing in it is expanded or fetched', () => {
    const entities = Array.from({ length: 30 }, (_, i) => `<!ENTITY e${i + 1} "&e${i};&e${i};">`).join('');
    for (const document of [
      `<!DOCTYPE a [<!ENTITY e0 "ha">${entities}]><a>&e30;</a>`,
      '<!DOCTYPE a [<!ENTITY % p SYSTEM "http://127.0.0.1/p.dtd">%p;]><a/>',
      '<!DOCTYPE a [<!ATTLIST a b CDATA "c">]><a/>',
      '<!DOCTYPE a [',
      '<!DOCTYPE a SYSTEM',
    ])
      assert.equal(
        faultOf(() => scanText(document)),
        'xml-doctype@1',
        document.slice(0, 60),
      );
  });
});
