import type { ReadContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { objectStreamAt } from './object-streams.ts';

/** Bytes before a key in which the head of its object is searched for. */
const DICTIONARY = 4096;
/** Most places of one key that are examined. */
const MOST_KEYS = 200_000;
const KIDS = /^\/Kids\s{0,4}\[([\s\dR]*)\]/;
const PAGES = /\/Pages\s{1,4}(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R/;
const REFERENCE = /(\d{1,9})\s{1,4}\d{1,5}\s{1,4}R/g;

/** Properties of a file's page tree, as far as its bytes show them. */
export interface PageTree {
  /** Objects that are among their own descendants. */
  readonly loops: readonly number[];
  /** Pages that the tree lists. */
  readonly pages: number;
}

/**
 * Examines the page tree in the bytes of a file. pdf.js relies on the count that the tree states: it never reaches
 * anything beyond that, including circular references, and does not report it. The result is a hint for a report, never
 * a reason to refuse a file.
 */
export function pageTreeOf(file: Uint8Array): PageTree {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const kids = new Map<number, number[]>();
  const roots = new Set<number>();
  let behind = 0;
  for (const { at, key } of keysIn(bytes)) {
    // Content of an unpacked object stream belongs to that stream's objects.
    if (at < behind) continue;
    if (key === '/ObjStm') behind = takePacked(bytes, at, kids, roots);
    else if (key === '/Pages') takeRoot(bytes.toString('latin1', at, at + 40), roots);
    else {
      // A list of references ends before the next name, at any length.
      const next = bytes.indexOf(0x2f, at + key.length);
      const number = objectAt(bytes, at);
      if (number !== undefined) takeKids(number, bytes.toString('latin1', at, next < 0 ? bytes.length : next), kids);
    }
  }
  return walk(roots, kids);
}

/** Positions of the relevant keys in file order: the later of two objects with the same number counts. */
function keysIn(bytes: Buffer): { readonly at: number; readonly key: string }[] {
  const found = ['/Kids', '/Pages', '/ObjStm'].flatMap((key) => {
    const places: { at: number; key: string }[] = [];
    for (let at = bytes.indexOf(key); at >= 0 && places.length < MOST_KEYS; at = bytes.indexOf(key, at + 1))
      places.push({ at, key });
    return places;
  });
  return found.sort((a, b) => a.at - b.at);
}

/** Number of the object that the key at `at` belongs to. */
function objectAt(bytes: Buffer, at: number): number | undefined {
  const from = Math.max(0, at - DICTIONARY);
  const head = from + bytes.subarray(from, at).lastIndexOf(' obj');
  const number =
    head < from ? null : /(\d{1,9})\s\d{1,5}$/.exec(bytes.toString('latin1', Math.max(from, head - 20), head));
  return number === null ? undefined : Number(number[1]);
}

function takeKids(number: number, text: string, kids: Map<number, number[]>): void {
  const list = KIDS.exec(text)?.[1];
  if (list !== undefined)
    kids.set(
      number,
      Array.from(list.matchAll(REFERENCE), ([, kid]) => Number(kid)),
    );
}

function takeRoot(text: string, roots: Set<number>): void {
  const root = PAGES.exec(text)?.[1];
  if (root !== undefined) roots.add(Number(root));
}

/** Takes the content of an object stream. @returns its end */
function takePacked(bytes: Buffer, at: number, kids: Map<number, number[]>, roots: Set<number>): number {
  const { objects, end } = objectStreamAt(bytes, at);
  for (const { number, text } of objects) {
    takeKids(number, text.slice(Math.max(0, text.indexOf('/Kids'))), kids);
    takeRoot(text, roots);
  }
  return end;
}

/** Visits the trees below `roots`, each node once. */
function walk(roots: ReadonlySet<number>, kids: ReadonlyMap<number, readonly number[]>): PageTree {
  const loops = new Set<number>();
  const done = new Set<number>();
  const open = new Set<number>();
  let pages = 0;
  for (const root of roots) {
    const path: { readonly number: number; readonly list: readonly number[]; next: number }[] = [];
    const enter = (number: number): void => {
      const list = kids.get(number);
      if (list === undefined) pages++;
      else if (open.has(number)) loops.add(number);
      else if (!done.has(number)) {
        open.add(number);
        path.push({ number, list, next: 0 });
      }
    };
    // A root that is not a node belongs to a tree that is packed in an unsupported way.
    if (kids.has(root)) enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) {
      if (node.next < node.list.length) enter(node.list[node.next++]!);
      else {
        path.pop();
        open.delete(node.number);
        done.add(node.number);
      }
    }
    open.clear();
  }
  return { loops: [...loops], pages };
}

/** Reports which part of the page tree cannot be reached; pdf.js does not. */
export function reportTree(count: number, { loops, pages }: PageTree, { report }: ReadContext): void {
  if (loops.length > 0) report(issueOf('pdf-page-tree-circular', { object: loops[0]! }));
  else if (pages > count) report(issueOf('pdf-page-tree-count', { listed: pages, stated: count }));
  if (count === 0) report(issueOf('pdf-no-page', { page: 1, pages: 0 }));
}
