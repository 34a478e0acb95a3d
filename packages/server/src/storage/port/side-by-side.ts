/**
 * Sorts things that are done at once, because they touch nothing in common, into groups that follow each other: each is
 * in the first group after everything before it that touches the same.
 * @param touchesOf names of what a thing depends on; undefined for everything
 */
export function sideBySide<T>(things: readonly T[], touchesOf: (one: T) => readonly string[] | undefined): T[][] {
  const groups: T[][] = [];
  const touched = new Map<string, number>();
  let first = 0;
  for (const one of things) {
    const touches = touchesOf(one);
    if (touches === undefined) {
      first = groups.push([one]);
      continue;
    }
    let at = first;
    for (const name of touches) at = Math.max(at, (touched.get(name) ?? -1) + 1);
    for (const name of touches) touched.set(name, at);
    const group = groups[at];
    if (group === undefined) groups[at] = [one];
    else group.push(one);
  }
  return groups;
}
