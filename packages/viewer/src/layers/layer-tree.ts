import type { LayerState } from '../palette.ts';

/** A group of layers whose names begin alike, or (without entries) one layer. */
export interface LayerEntry {
  /** Its name without the prefix of its group. */
  readonly label: string;
  /** The whole name, or the prefix that the whole group shares. */
  readonly name: string;
  /** The layers in it. */
  readonly layers: readonly LayerState[];
  readonly entries: readonly LayerEntry[];
}

/**
 * The end of a part of a name: `A-ROOF-DRNS`, `road|edge` (of a reference), `site$0$edge` (of a bound one),
 * `plan - road` (of a background drawing). A point between digits belongs to a number.
 */
const SEPARATORS = String.raw`\$\d+\$| [-–] |[-_|/\\:>]`;
const SEPARATOR = new RegExp(String.raw`${SEPARATORS}|(?<!\d)\.|\.(?!\d)`, 'g');
const LAST_SEPARATOR = new RegExp(String.raw`(?:${SEPARATORS}|\.)$`);

/** Most parts that a name is divided into; the last one is the rest. */
const MOST_PARTS = 6;

interface Named {
  readonly layer: LayerState;
  /** Where its parts end, each with its separator but the last. */
  readonly ends: readonly number[];
  /** Its parts in lower case. */
  readonly keys: readonly string[];
}

/** Layers in alphabetical order. @param language whose alphabet it is */
export function inOrder(layers: Iterable<LayerState>, language: string): readonly LayerState[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...layers].sort((a, b) => compare(a.name, b.name));
}

/** The layers by the parts of their names, in the order given. Parts that only one layer has do not form a group. */
export function layerTree(layers: readonly LayerState[]): readonly LayerEntry[] {
  return grouped(
    layers.map((layer) => ({ layer, ...partsOf(layer.name) })),
    0,
  );
}

/** @param depth number of parts in the prefix of their group */
function grouped(named: readonly Named[], depth: number): readonly LayerEntry[] {
  const leaf = ({ layer, ends }: Named): LayerEntry => {
    const isWhole = ends.length <= depth;
    // A layer whose name is the prefix of the others is shown by its last part, the others by their next one.
    const label = layer.name.slice(ends[isWhole ? ends.length - 2 : depth - 1] ?? 0);
    return { label, name: layer.name, layers: [layer], entries: [] };
  };
  const starts = Map.groupBy(named, ({ keys }) => keys[depth] ?? '');
  // Names that end here, and layers without a name, come first.
  const whole = starts.get('') ?? [];
  starts.delete('');
  const groups = Array.from(starts.values(), (alike): LayerEntry => {
    const [first] = alike as [Named, ...Named[]];
    if (alike.length === 1) return leaf(first);
    const { layer, ends, keys } = first;
    let common = depth + 1;
    while (common < ends.length && alike.every((one) => one.keys[common] === keys[common])) common++;
    const name = withoutSeparator(layer.name.slice(0, ends[common - 1]));
    const label = name.slice(ends[depth - 1] ?? 0);
    return { label, name, layers: alike.map((one) => one.layer), entries: grouped(alike, common) };
  });
  return [...whole.map(leaf), ...groups];
}

const withoutSeparator = (text: string): string => text.replace(LAST_SEPARATOR, '');

function partsOf(name: string): Pick<Named, 'ends' | 'keys'> {
  const [ends, keys]: [number[], string[]] = [[], []];
  const lower = name.toLowerCase();
  let from = 0;
  for (const { index, 0: separator } of name.matchAll(SEPARATOR)) {
    if (ends.length === MOST_PARTS - 1) break;
    // A separator without a part before it belongs to the next part: `-1`, `__x`.
    if (index <= from) continue;
    keys.push(lower.slice(from, index));
    from = index + separator.length;
    ends.push(from);
  }
  if (from === name.length) return { ends, keys };
  return { ends: [...ends, name.length], keys: [...keys, lower.slice(from)] };
}
