import type { NameSets, OwnedName } from '../port/name-sets.ts';

const PAGE = 10_000;

/** Both sides of a space. */
export interface NameSides {
  /** For messages. */
  readonly space: string;
  readonly from: NameSets;
  readonly to: NameSets;
  readonly signal: AbortSignal;
}

/**
 * Copies the sets that are missing or differ, and compares them afterwards.
 * @returns sentences, none if they are the same
 */
export async function moveNames({ space, from, to, signal }: NameSides): Promise<{ sets: number; faults: string[] }> {
  const faults: string[] = [];
  const keys = await from.keys();
  for (const key of keys) {
    if (await isSame(from, to, key, signal)) continue;
    await to.fill(key, pages(from, key, signal));
    if (!(await isSame(from, to, key, signal))) faults.push(`${space}: the point names of the job ${key} are others.`);
  }
  return { sets: keys.length, faults };
}

async function* pages(sets: NameSets, key: string, signal: AbortSignal): AsyncGenerator<OwnedName[]> {
  let after = '';
  while (true) {
    signal.throwIfAborted();
    const page = await sets.page(key, after, PAGE);
    if (page.length === 0) return;
    yield page;
    after = page.at(-1)!.name;
  }
}

async function isSame(from: NameSets, to: NameSets, key: string, signal: AbortSignal): Promise<boolean> {
  if (!(await to.keys()).includes(key)) return false;
  const theirs = pages(to, key, signal);
  for await (const page of pages(from, key, signal)) {
    const other = (await theirs.next()).value as OwnedName[] | undefined;
    if (other?.length !== page.length) return false;
    if (page.some(({ name, owner }, i) => name !== other[i]!.name || owner !== other[i]!.owner)) return false;
  }
  return (await theirs.next()).done === true;
}
