import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formCircles, type OperatorList } from './form-circles.ts';

const NAMES = [
  ...['paintFormXObjectBegin', 'paintFormXObjectEnd', 'save', 'restore', 'beginMarkedContent'],
  ...['beginMarkedContentProps', 'endMarkedContent', 'beginAnnotation', 'endAnnotation', 'constructPath'],
];
const operators: Readonly<Record<string, number>> = Object.fromEntries(NAMES.map((name, i) => [name, i + 1]));
const number = (name: string): number => operators[name]!;

/**
 * Content of a form: a path; content within saved states, marks or a form; or a circular form. Optionally with its own
 * layer.
 */
type Piece =
  | { readonly kind: 'path' }
  | { readonly kind: 'forgotten' }
  | { readonly kind: 'saved'; readonly inside: readonly Piece[] }
  | { readonly kind: 'marked'; readonly inside: readonly Piece[] }
  | { readonly kind: 'form'; readonly hasLayer: boolean; readonly inside: readonly Piece[] }
  | { readonly kind: 'circle'; readonly hasLayer: boolean };

const { content } = fc.letrec<{ content: Piece[]; piece: Piece }>((tie) => ({
  content: fc.array(tie('piece'), { maxLength: 5 }),
  piece: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<Piece>({ kind: 'path' }, { kind: 'forgotten' }),
    fc.record({ kind: fc.constant<'circle'>('circle'), hasLayer: fc.boolean() }),
    fc.record({
      kind: fc.constantFrom<'saved' | 'marked'>('saved', 'marked'),
      inside: tie('content') as fc.Arbitrary<Piece[]>,
    }),
    fc.record({
      kind: fc.constant<'form'>('form'),
      hasLayer: fc.boolean(),
      inside: tie('content') as fc.Arbitrary<Piece[]>,
    }),
  ),
}));

/** Writes operator lists like pdf.js, and records which entries belong to circular forms. */
class Writer {
  readonly fnArray: number[] = [];
  readonly argsArray: unknown[] = [];
  readonly passed = new Set<number>();
  circles = 0;

  add(name: string, args: unknown = null): number {
    this.argsArray.push(args);
    return this.fnArray.push(number(name)) - 1;
  }

  /** A form within a form of the page, or the page. */
  body(pieces: readonly Piece[], isPage = false): void {
    const own = { states: 0, circles: 0 };
    this.#pieces(pieces, own, isPage);
    const closed = Array.from({ length: own.states }, () => this.add('restore', []));
    for (const at of own.circles === 0 ? [] : closed.slice(-own.circles)) this.passed.add(at);
    this.circles += own.circles;
  }

  #pieces(pieces: readonly Piece[], own: { states: number; circles: number }, isPage: boolean): void {
    for (const piece of pieces) {
      if (piece.kind === 'path') this.add('constructPath');
      else if (piece.kind === 'forgotten') {
        this.add('save');
        own.states++;
      } else if (piece.kind === 'saved' || piece.kind === 'marked') {
        this.add(piece.kind === 'saved' ? 'save' : 'beginMarkedContent', null);
        this.#pieces(piece.inside, own, isPage);
        this.add(piece.kind === 'saved' ? 'restore' : 'endMarkedContent');
      } else if ('inside' in piece) {
        if (piece.hasLayer) this.add('beginMarkedContentProps', ['OC']);
        this.add('paintFormXObjectBegin', [null, null]);
        this.body(piece.inside);
        this.add('paintFormXObjectEnd', []);
        if (piece.hasLayer) this.add('endMarkedContent', []);
      } else if (piece.kind === 'circle' && !isPage) {
        // A page is not a form, so nothing on it can contain it.
        if (piece.hasLayer) this.passed.add(this.add('beginMarkedContentProps', ['OC']));
        this.passed.add(this.add('paintFormXObjectBegin', [null, null]));
        own.states++;
        own.circles++;
      }
    }
  }
}

test('in any nested forms exactly the entries of circular forms are found', () => {
  fc.assert(
    fc.property(content, (pieces) => {
      const writer = new Writer();
      writer.body(pieces, true);
      const { count, passed } = formCircles(writer, operators);
      assert.equal(count, writer.circles);
      assert.deepEqual(
        [...passed].sort((a, b) => a - b),
        [...writer.passed].sort((a, b) => a - b),
      );
    }),
    { numRuns: 500 },
  );
});

test('the rest of a list has an end for each beginning', () => {
  fc.assert(
    fc.property(content, (pieces) => {
      const writer = new Writer();
      writer.body(pieces, true);
      const { passed } = formCircles(writer, operators);
      const left = (name: string): number =>
        writer.fnArray.filter((operator, i) => operator === number(name) && !passed.has(i)).length;
      assert.equal(left('paintFormXObjectBegin'), left('paintFormXObjectEnd'));
      assert.equal(left('save'), left('restore'));
      assert.equal(left('beginMarkedContentProps') + left('beginMarkedContent'), left('endMarkedContent'));
    }),
    { numRuns: 200 },
  );
});

test('a list of arbitrary operators gives places within it, without an error', () => {
  const entry = fc.tuple(fc.constantFrom(...NAMES, 'unknown'), fc.constantFrom<unknown>(null, [], [null, null]));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const list: OperatorList = {
        fnArray: entries.map(([name]) => operators[name] ?? 99),
        argsArray: entries.map(([, args]) => args),
      };
      const { passed, count } = formCircles(list, operators);
      for (const at of passed) assert.ok(Number.isInteger(at) && at >= 0 && at < entries.length, `${at}`);
      assert.ok(count <= entries.length && count <= passed.size);
    }),
    { numRuns: 300 },
  );
});

test('a hundred thousand circular forms, in a row or nested, are found in bounded time', () => {
  const row: Piece[] = Array.from({ length: 100_000 }, () => ({ kind: 'circle', hasLayer: false }));
  const writer = new Writer();
  writer.body([{ kind: 'form', hasLayer: false, inside: row }], true);
  const { count, passed } = formCircles(writer, operators);
  assert.deepEqual([count, passed.size], [100_000, 200_000]);
});
