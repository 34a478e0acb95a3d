import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inOrder, type LayerEntry, layerTree } from './layer-tree.ts';

/** A tree as text: groups with what is in them in brackets. */
const textOf = (entries: readonly LayerEntry[]): string =>
  entries
    .map(({ label, entries, layers }) =>
      entries.length === 0 ? label : `${label}(${layers.length})[${textOf(entries)}]`,
    )
    .join(' ');
const treeOf = (names: readonly string[], language = 'en') =>
  layerTree(
    inOrder(
      names.map((name) => ({ name, visible: true, opacity: 1 })),
      language,
    ),
  );

const TREES: readonly (readonly [what: string, names: readonly string[], tree: string])[] = [
  ['no layer', [], ''],
  ['names without parts, numbers as numbers', ['Layer 10', 'Fence', 'Layer 9'], 'Fence Layer 9 Layer 10'],
  [
    'names of the AIA, with parts that only one layer has',
    ['A-ROOF-DRNS', 'A-ROOF', 'A-WALL-FULL-EXST', 'A-WALL-FULL', 'C-ROAD'],
    'A(4)[ROOF(2)[ROOF DRNS] WALL-FULL(2)[FULL EXST]] C-ROAD',
  ],
  ['layers of references', ['road|edge', 'road|axis', 'road$0$old', '0'], '0 road(3)[axis edge old]'],
  ['names whose case differs', ['Kerb_in', 'KERB_out'], 'Kerb(2)[in out]'],
  ['layers of a drawing in the background', ['plan - Images', 'plan - Texts'], 'plan(2)[Images Texts]'],
  ['decimal numbers', ['1.5 m', '1.2 m', 'a.b', 'a.c'], '1.2 m 1.5 m a(2)[b c]'],
  ['separators at the beginning and in a row', ['-a', '-b', '--', 'x--y', 'x--z'], '-- -a -b x(2)[-y -z]'],
  ['no name, and only a separator', ['', '-', '|'], ' - |'],
  ['names that differ by a separator at their end', ['a', 'a-', 'b'], 'a(2)[a a-] b'],
  ['more parts than a name is divided into', ['a-b-c-d-e-f-g', 'a-b-c-d-e-f-h'], 'a-b-c-d-e(2)[f-g f-h]'],
];

describe('layers by the parts of their names', () => {
  for (const [what, names, tree] of TREES) it(what, () => assert.equal(textOf(treeOf(names)), tree));

  it('state whole names, and hold the layers themselves', () => {
    const [group] = treeOf(['N-WE-KANT', 'N-WE-AS']);
    assert.deepEqual([group!.name, group!.entries.map(({ name }) => name)], ['N-WE', ['N-WE-AS', 'N-WE-KANT']]);
    assert.equal(group!.entries[0]!.layers[0], group!.layers[0]);
  });

  it('each appear once, whatever their names', () => {
    const names = Array.from({ length: 5000 }, (_, i) => `${i % 7}-${i % 31}_${i}|${'-'.repeat(i % 5)}`);
    const leaves: string[] = [];
    const walk = ({ entries, name }: LayerEntry): void =>
      void (entries.length === 0 ? leaves.push(name) : entries.forEach(walk));
    for (const entry of treeOf(names)) walk(entry);
    assert.deepEqual(leaves.sort(), names.sort());
  });
});
