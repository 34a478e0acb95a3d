import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { JobBuilder } from '@fieldbridge/fieldjob';
import { MemorySource } from '../../core/byte-source.ts';
import { FormatError, LimitError } from '../../core/failure.ts';
import type { ReadContext } from '../../core/format.ts';
import { IssueLog } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { DEFAULT_LIMITS } from '../../core/limits.ts';
import { SourceTally } from '../../core/tally.ts';
import { readXml, XmlDocument } from './document.ts';
import { FeatureScope } from './feature-scope.ts';
import { childOf, flatten, readNode, textAt } from './node.ts';
import { END } from './scanner.ts';
import { started } from './testing/events.ts';

interface Reading {
  readonly issues: IssueLog;
  readonly tally: SourceTally;
  readonly context: ReadContext;
  readonly progress: number[];
  readonly abort: AbortController;
}

function reading(limits: Partial<typeof DEFAULT_LIMITS> = {}): Reading {
  const issues = new IssueLog();
  const tally = new SourceTally();
  const progress: number[] = [];
  const abort = new AbortController();
  const context: ReadContext = {
    options: {},
    signal: abort.signal,
    limits: { ...DEFAULT_LIMITS, ...limits },
    progress: (done) => progress.push(done),
    report: issues.report,
    tally,
    workFolder: '',
  };
  return { issues, tally, context, progress, abort };
}

const source = (text: string): MemorySource => new MemorySource(Buffer.from(text));
/** A document whose root element is the current one. */
function opened(text: string, limits: Partial<typeof DEFAULT_LIMITS> = {}): Reading & { document: XmlDocument } {
  const given = reading(limits);
  const document = new XmlDocument(source(text), given.context);
  document.root();
  return { ...given, document };
}

describe('children of an element', () => {
  const TREE = '<r>x<a>1<b>2</b>3</a><!-- --><c/>y<d><e/></d></r>';

  it('are passed by name, and skipped to the end however much of each was read', async () => {
    const readers: readonly ((document: XmlDocument) => void)[] = [
      () => undefined,
      (document) => document.text(),
      (document) => document.scanner.next(),
      (document) => readNode(document.scanner),
      (document) => document.eachChild(() => undefined),
      (document) => document.leave(document.scanner.depth),
    ];
    for (const [number, read] of readers.entries()) {
      for (const way of ['children', 'eachChild'] as const) {
        const { document } = opened(TREE);
        const names: string[] = [];
        await document[way]((name) => {
          names.push(name);
          read(document);
        });
        assert.deepEqual(names, ['a', 'c', 'd'], `${way}, reader ${number}`);
        assert.deepEqual([document.scanner.event, document.scanner.depth], [END, 1]);
      }
    }
  });

  it('are awaited one after another', async () => {
    const { document } = opened(TREE);
    const order: string[] = [];
    await document.children(async (name) => {
      order.push(`${name} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(`${name} ends`);
    });
    assert.deepEqual(order, ['a begins', 'a ends', 'c begins', 'c ends', 'd begins', 'd ends']);
  });

  it('do not exist in an empty element, and its text is empty', () => {
    for (const text of ['<r/>', '<r></r>', '<r> <!-- --> </r>']) {
      const { document } = opened(text);
      document.eachChild(() => assert.fail('no child'));
      assert.equal(document.toChild(1), false, 'it stays at the end');
    }
    assert.equal(opened('<r/>').document.text(), '');
  });

  it('do not add their texts to that of the element', () => {
    assert.equal(opened(TREE).document.text(), 'xy');
    assert.equal(opened('<r>1<![CDATA[ 2]]>&#51;<a>no</a> 4</r>').document.text(), '1 23 4');
  });

  it('are passed by local name, whatever their prefix', () => {
    const { document } = opened('<p:r xmlns:p="u"><p:a/><q:b xmlns:q="v"/></p:r>');
    const names: string[] = [];
    document.eachChild((name) => names.push(`${name} in ${document.scanner.namespace}`));
    assert.deepEqual(names, ['a in u', 'b in v']);
  });
});

describe('reading a document for an import', () => {
  it('yields once per megabyte, reports progress and stops when aborted', async () => {
    const text = `<r>${'<a>some text that is passed over</a>'.repeat(100_000)}</r>`;
    const whole = reading();
    let turns = 0;
    const ticking = setInterval(() => turns++, 0);
    await readXml(source(text), whole.context, (document) => {
      document.root();
      return document.children(() => undefined);
    });
    clearInterval(ticking);
    assert.ok(whole.progress.length >= 2, `${whole.progress.length} times for ${text.length} bytes`);
    for (const [i, done] of whole.progress.entries())
      assert.ok(done > (whole.progress[i - 1] ?? 0) && done <= text.length);
    const stopped = reading();
    let seen = 0;
    await assert.rejects(
      readXml(source(text), stopped.context, (document) => {
        document.root();
        return document.children(() => {
          if (++seen === 50) stopped.abort.abort(new Error('called off'));
        });
      }),
      /called off/,
    );
    assert.ok(seen < 60_000, `${seen} children after the call`);
  });

  it('keeps everything before damage, and throws if that is nothing', async () => {
    const names: string[] = [];
    const damaged = async (text: string): Promise<string[]> => {
      names.length = 0;
      const { context, issues } = reading();
      await readXml(source(text), context, (document) => {
        document.root();
        return document.children((name) => void names.push(name));
      });
      return issues
        .places()
        .map(
          ({ code, severity, line, parameters }) =>
            `${code} ${severity} ${line} ${/was read$/.test(`${parameters?.['found']}`)}`,
        );
    };
    assert.deepEqual(await damaged('<r>\n<a/>\n<b></r>'), ['xml-not-well-formed error 3 true']);
    assert.deepEqual(names, ['a', 'b'], 'the damaged one was reached');
    assert.deepEqual(await damaged('<r><a/>'), ['xml-cut-off error 1 true']);
    assert.deepEqual(
      await damaged('<r><a/></r>\n<s/>'),
      ['xml-not-well-formed error 2 true'],
      'after the root as well',
    );
    assert.deepEqual(await damaged('<r>&nbsp;</r>'), ['xml-entity error 1 true']);
    for (const text of ['', 'r', '<r', '<!DOCTYPE r []><r/>', '<p:r/>'])
      await assert.rejects(damaged(text), (error) => error instanceof FormatError, text);
  });

  it('does not treat limits and errors of a reader as damage', async () => {
    const { context } = reading({ depth: 3 });
    const all = (document: XmlDocument): Promise<void> => {
      document.root();
      return document.children(() => undefined);
    };
    await assert.rejects(readXml(source('<r><a><b><c/></b></a></r>'), context, all), LimitError);
    const wrong = new FormatError('not-dxf');
    await assert.rejects(
      readXml(source('<r/>'), context, () => Promise.reject(wrong)),
      wrong,
    );
  });

  it('reports the current line and the subject', () => {
    const { document, issues } = opened('<r>\n<a/>\n\n<b/></r>');
    document.eachChild((name) => {
      document.about = name === 'b' ? { kind: 'point' } : undefined;
      document.unknown(name);
    });
    document.context.report(issueOf('points-missing', {}, { about: { kind: 'line' } }));
    assert.deepEqual(
      issues.places().map(({ line, parameters, about }) => [line, parameters?.['element'], about?.kind]),
      [
        [2, 'a', undefined],
        [4, 'b', 'point'],
        [undefined, undefined, 'line'],
      ],
    );
  });
});

describe('features of a document', () => {
  it('are counted by native type: found is read and skipped', () => {
    const { document, tally, issues } = opened('<r>\n<a/></r>');
    document.scanner.next();
    const scope = new FeatureScope(document, new JobBuilder());
    for (const type of ['Point', 'Point', 'Line']) scope.found(type);
    scope.skipped('Point', issueOf('coordinates-missing', { kind: 'point', name: '1' }));
    assert.deepEqual(
      tally.rows().map(({ type, found, read, skipped }) => [type, found, read, skipped]),
      [
        ['Point', 2, 1, 1],
        ['Line', 1, 1, 0],
      ],
    );
    assert.deepEqual(
      issues.places().map(({ code, severity, line }) => [code, severity, line]),
      [['coordinates-missing', 'warning', 2]],
    );
  });

  it('are refused beyond the limit, all types together', () => {
    const { document } = opened('<r/>', { features: 3 });
    const scope = new FeatureScope(document, new JobBuilder());
    for (const type of ['a', 'b', 'a']) scope.found(type);
    assert.throws(
      () => scope.found('b'),
      (error) => error instanceof LimitError && error.limit === 'features' && error.value === 3,
    );
  });
});

describe('a record as a tree', () => {
  it('returns the text at a path of names, the first of each', () => {
    const node = readNode(started('<r><a>\n 1 <b>x</b></a><a><b>y</b><c>z</c></a><d/></r>'));
    assert.deepEqual(
      [
        textAt(node, 'a'),
        textAt(node, 'a', 'b'),
        textAt(node, 'a', 'c'),
        textAt(node, 'd'),
        textAt(node, 'e', 'f'),
        textAt(node),
      ],
      ['1', 'x', '', '', '', ''],
    );
    assert.equal(childOf(node, 'a')?.children.length, 1);
    assert.equal(childOf(node, 'x'), undefined);
  });

  it('is consumed: its sibling comes next', () => {
    const scanner = started('<r><a><b/>t</a><c/></r>');
    scanner.next();
    assert.equal(readNode(scanner).text, 't');
    assert.deepEqual([scanner.event, scanner.name.text, scanner.depth], [END, 'a', 2]);
    scanner.next();
    assert.equal(scanner.name.text, 'c');
  });

  it('is flat pairs in the order of the document, without blanks and empty elements', () => {
    const node = readNode(started('<r> text of the root <a k="1" l=""> <b>2</b> 3 </a><b/><a>4</a></r>'));
    assert.deepEqual(flatten(node), ['a/@k', '1', 'a/@l', '', 'a', '3', 'a/b', '2', 'a', '4']);
  });

  it('counts elements and attributes together against its limit', () => {
    const wide = (elements: number): string => `<r>${'<a b="" c=""/>'.repeat(elements)}</r>`;
    assert.equal(readNode(started(wide(33_333))).children.length, 33_333, '1 + 3 · 33 333 are 100 000');
    assert.throws(() => readNode(started(wide(33_334))), LimitError);
  });
});
