import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { faultOf, scanText } from './testing/events.ts';

type Case = readonly [document: string, expected: string];

/** Contents of `<a>…</a>` and whole documents, with the production of XML 1.0 (fifth edition) that each violates. */
const REFUSED: readonly Case[] = [
  // 2 Char
  ['<a>\u0000</a>', 'xml-not-well-formed@1'],
  ['<a>\n\u000b</a>', 'xml-not-well-formed@2'],
  ['<a b="\n\u001f"/>', 'xml-not-well-formed@2'],
  ['<a>\ufffe</a>', 'xml-not-well-formed@1'],
  ['<!--\u0001--><a/>', 'xml-not-well-formed@1'],
  ['<?go \uffff?><a/>', 'xml-not-well-formed@1'],
  ['<a><![CDATA[\u0008]]></a>', 'xml-not-well-formed@1'],
  // 10 AttValue, 41 Attribute
  ['<a b=c/>', 'xml-not-well-formed@1'],
  ['<a b="<"/>', 'xml-not-well-formed@1'],
  ['<a b/>', 'xml-not-well-formed@1'],
  ['<a b=""c=""/>', 'xml-not-well-formed@1'],
  ['<a 1="" />', 'xml-not-well-formed@1'],
  ['<a =""/>', 'xml-not-well-formed@1'],
  ['<a\nb="&amp"/>', 'xml-entity@2'],
  // 14 CharData
  ['<a>]]></a>', 'xml-not-well-formed@1'],
  // 15 Comment
  ['<a><!-- a -- b --></a>', 'xml-not-well-formed@1'],
  ['<a><!-- a ---></a>', 'xml-not-well-formed@1'],
  ['<!-><abcdefgh/>', 'xml-not-well-formed@1'],
  // 16, 17 PI
  ['<a><? x?></a>', 'xml-not-well-formed@1'],
  ['<a><?1?></a>', 'xml-not-well-formed@1'],
  ['<a><?x:y?></a>', 'xml-not-well-formed@1'],
  ['<a><?XML a?></a>', 'xml-not-well-formed@1'],
  // 22, 23 XMLDecl
  [' <?xml version="1.0"?><a/>', 'xml-not-well-formed@1'],
  ['<?xml?><a/>', 'xml-not-well-formed@1'],
  ['<?xml encoding="UTF-8"?><a/>', 'xml-not-well-formed@1'],
  ['<?xml version="1.0" standalone="maybe"?><a/>', 'xml-not-well-formed@1'],
  ['<?xml version="2.0"?><a/>', 'xml-not-well-formed@1'],
  [`<?xml version="1.0'?><a/>`, 'xml-not-well-formed@1'],
  ['<?xml version="1.0"?><?xml version="1.0"?><a/>', 'xml-not-well-formed@1'],
  // 28 doctypedecl
  ['<!DOCTYPE><a/>', 'xml-not-well-formed@1'],
  ['<!DOCTYPE -><a/>', 'xml-not-well-formed@1'],
  ['<!DOCTYPE a><!DOCTYPE a><a/>', 'xml-not-well-formed@1'],
  ['<a/><!DOCTYPE a>', 'xml-not-well-formed@1'],
  ['<!doctype a><a/>', 'xml-not-well-formed@1'],
  ['<!ENTITY a "b"><a/>', 'xml-not-well-formed@1'],
  // 39 element, 40 STag, 42 ETag, 44 EmptyElemTag
  ['<a></b>', 'xml-not-well-formed@1'],
  ['<a></A>', 'xml-not-well-formed@1'],
  ['<a><b></a></b>', 'xml-not-well-formed@1'],
  ['<a></a b="">', 'xml-not-well-formed@1'],
  ['<a>< /a>', 'xml-not-well-formed@1'],
  ['< a/>', 'xml-not-well-formed@1'],
  ['<a / >', 'xml-not-well-formed@1'],
  ['<a><></></a>', 'xml-not-well-formed@1'],
  ['</a>', 'xml-not-well-formed@1'],
  ['<a b="" b=""/>', 'xml-not-well-formed@1'],
  // 1 document
  ['', 'xml-cut-off@1'],
  ['\n\n', 'xml-cut-off@3'],
  ['<!-- only -->', 'xml-cut-off@1'],
  ['<a/><a/>', 'xml-not-well-formed@1'],
  ['<a/>a', 'xml-not-well-formed@1'],
  ['a<a/>', 'xml-not-well-formed@1'],
  ['<a/>&amp;', 'xml-not-well-formed@1'],
  ['<a/><![CDATA[]]>', 'xml-not-well-formed@1'],
  // 66 CharRef, 68 EntityRef
  ['<a>&</a>', 'xml-entity@1'],
  ['<a>& </a>', 'xml-entity@1'],
  ['<a>&amp </a>', 'xml-entity@1'],
  ['<a>&AMP;</a>', 'xml-entity@1'],
  ['<a>&#;</a>', 'xml-entity@1'],
  ['<a>&#x;</a>', 'xml-entity@1'],
  ['<a>&#X41;</a>', 'xml-entity@1'],
  ['<a>&#-65;</a>', 'xml-entity@1'],
  ['<a>&#1114112;</a>', 'xml-entity@1'],
  ['<a>&#x8;</a>', 'xml-entity@1'],
  ['<a>&constructor;</a>', 'xml-entity@1'],
  ['<a>&toString;</a>', 'xml-entity@1'],
];

/** Rules of Namespaces in XML 1.0 (third edition). */
const NAMESPACES_REFUSED: readonly string[] = [
  // 4 NCName, 7 QName
  '<:a/>',
  '<p:/>',
  '<a xmlns:p="u"><p:1/></a>',
  '<a xmlns:p="u" p::b=""/>',
  // Prefix declared, reserved prefixes and namespace names
  '<a><b xmlns:p="u"/><p:c/></a>',
  '<a><b xmlns:p="u"><c xmlns:q="v"/></b><p:d/></a>',
  '<a xmlns:xml="urn:other"/>',
  '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
  '<a xmlns="http://www.w3.org/XML/1998/namespace"/>',
  '<a xmlns:p="http://www.w3.org/2000/xmlns/"/>',
  '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
  // Attributes unique
  '<a xmlns:p="u" xmlns:q="u"><b q:c="" d="" p:c=""/></a>',
];

/** Documents and their events, worked out by hand. */
const ACCEPTED: readonly (readonly [document: string, found: readonly (string | readonly string[])[]])[] = [
  ['<a/>', ['<{}a@1', [], '>{}a@1']],
  ['<?xml version="1.9" standalone=\'no\'?>\r\n<a></a >', ['<{}a@1', [], '>{}a@1']],
  ['<!DOCTYPE  a\n><a/>', ['<{}a@1', [], '>{}a@1']],
  ['<a><!----><?x?><?x y?z??></a><!-- - --><?y?>', ['<{}a@1', [], '>{}a@1']],
  ['<a b=\'"\' c="\'"/>', ['<{}a@1', ['b="', "c='"], '>{}a@1']],
  // 3.3.3: white space becomes spaces, except from references; a return and a feed are one line end.
  ['<a b="1\r\n2\t3\n4\r5&#10;&#9;&#xd;6"/>', ['<{}a@1', ['b=1 2 3 4 5\n\t\r6'], '>{}a@1']],
  // 2.11: line ends
  ['<a>1\r\n2\r3\n\r4&#13;5</a>', ['<{}a@1', [], '"1\n2\n3\n\n4\r5', '>{}a@1']],
  ['<a><![CDATA[1\r\n&lt;]]]]><![CDATA[>]]></a>', ['<{}a@1', [], '"1\n&lt;]]>', '>{}a@1']],
  ['<a>] ]] ]>&gt;&quot;&apos;&lt;&amp;amp;</a>', ['<{}a@1', [], '"] ]] ]>>"\'<&amp;', '>{}a@1']],
  ['<a>&#65;&#x000041;&#x10FFFF;&#xE9;</a>', ['<{}a@1', [], '"AA\u{10ffff}é', '>{}a@1']],
  // Namespaces: the default one applies to elements only, and an empty one undeclares it; the nearest declaration
  // counts.
  [
    '<a xmlns="u" xmlns:p="v" p:b="1" b="2"><p:c xmlns:p="w"><p:d/></p:c><p:e/><f xmlns=""><g/></f><h/></a>',
    [
      '<{u}a@1',
      ['xmlns=u', 'xmlns:p=v', 'p:b=1', 'b=2'],
      '<{w}c@2',
      ['xmlns:p=w'],
      '<{w}d@3',
      [],
      '>{w}d@3',
      '>{w}c@2',
      '<{v}e@2',
      [],
      '>{v}e@2',
      '<{}f@2',
      ['xmlns='],
      '<{}g@3',
      [],
      '>{}g@3',
      '>{}f@2',
      '<{u}h@2',
      [],
      '>{u}h@2',
      '>{u}a@1',
    ],
  ],
  [
    '<xml:a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:space="preserve"/>',
    [
      '<{http://www.w3.org/XML/1998/namespace}a@1',
      ['xmlns:xml=http://www.w3.org/XML/1998/namespace', 'xml:space=preserve'],
      '>{http://www.w3.org/XML/1998/namespace}a@1',
    ],
  ],
  // A prefix used before it is declared, in the same tag.
  ['<p:a p:b="" xmlns:p="u"/>', ['<{u}a@1', ['p:b=', 'xmlns:p=u'], '>{u}a@1']],
];

describe('well-formedness', () => {
  describe('follows XML 1.0; otherwise the line is reported', () => {
    for (const [document, fault] of REFUSED)
      it(JSON.stringify(document), () => {
        assert.equal(
          faultOf(() => scanText(document)),
          fault,
          document,
        );
      });
  });

  describe('follows Namespaces in XML', () => {
    for (const document of NAMESPACES_REFUSED)
      it(JSON.stringify(document), () => {
        assert.equal(
          faultOf(() => scanText(document)),
          'xml-not-well-formed@1',
          document,
        );
      });
  });

  describe('passes elements, attributes and texts on unchanged', () => {
    for (const [document, found] of ACCEPTED)
      it(document, () => {
        assert.deepEqual(scanText(document), found, document);
      });
  });

  it('is also checked in comments, instructions and white space after the root', () => {
    assert.equal(scanText('<a/>\n<!-- b -->\n<?c?>\n').length, 3);
    assert.equal(
      faultOf(() => scanText('<a/>\n<!-- b --\n>')),
      'xml-not-well-formed@2',
    );
    assert.equal(
      faultOf(() => scanText('<a/>\n<!-- b')),
      'xml-cut-off@2',
    );
    assert.equal(
      faultOf(() => scanText('<a/>\n\u0000')),
      'xml-not-well-formed@2',
    );
  });
});
