import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import type { NameClaims, NameSets, OwnedName } from './name-sets.ts';

/** Sets to test, and their end. */
export interface ContractSets {
  readonly sets: NameSets;
  close(): Promise<void>;
}

/** The tests of every `NameSets`. @param make opens sets without any key */
export function nameSetsContract(make: () => Promise<ContractSets>): void {
  let made: ContractSets;
  let sets: NameSets;
  before(async () => {
    made = await make();
    ({ sets } = made);
  });
  after(() => made.close());
  let last = 0;
  const newKey = (): string => `key-${++last}`;
  /** Claims something, and keeps it or not. */
  const claim = async <T>(
    key: string,
    owner: string,
    known: readonly string[],
    work: (claims: NameClaims) => Promise<T>,
    keep = true,
  ): Promise<T> => {
    const claims = await sets.open(key, owner, known);
    try {
      const result = await work(claims);
      if (keep) await claims.keep();
      return result;
    } finally {
      await claims.close();
    }
  };

  test('a name has one owner; its owner may claim it again', async () => {
    const key = newKey();
    assert.deepEqual(await claim(key, 'a', [], (set) => set.claim(['A', 'B', 'A'])), []);
    assert.deepEqual(await claim(key, 'b', ['a'], (set) => set.claim(['B', 'C', 'A'])), [0, 2]);
    assert.deepEqual(await claim(key, 'a', ['a', 'b'], (set) => set.claim(['A', 'C'])), [1]);
    assert.deepEqual(await claim(newKey(), 'c', [], (set) => set.claim(['A'])), [], 'another set');
  });

  test('what is not kept is free again, also the first claims of a set', async () => {
    const key = newKey();
    await claim(key, 'a', [], (set) => set.claim(['A']), false);
    assert.deepEqual(await claim(key, 'b', [], (set) => set.claim(['A', 'B'])), []);
    await claim(key, 'c', ['b'], (set) => set.claim(['C']), false);
    assert.deepEqual(await claim(key, 'd', ['b'], (set) => set.claim(['C', 'B'])), [1]);
  });

  test('names of owners that are not known any more are released', async () => {
    const key = newKey();
    await claim(key, 'a', [], (set) => set.claim(['A']));
    await claim(key, 'b', ['a'], (set) => set.claim(['B', 'B-2']));
    assert.deepEqual(await claim(key, 'c', ['a'], (set) => set.claim(['A', 'B', 'B-2'])), [0]);
  });

  test('a free name is free, whatever was taken before, and then taken itself', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 2, max: 40 })), async (taken) => {
        const key = newKey();
        await claim(key, 'old', [], (set) => set.claim(['P', ...taken.map((n) => `P-${n}`)]));
        const free = await claim(key, 'new', ['old'], (set) => set.claimFree(Array(10).fill('P')));
        assert.equal(new Set(free).size, 10);
        assert.ok(free.every((name) => !taken.includes(Number(name.slice(2)))));
        assert.deepEqual(await claim(key, 'old', ['old', 'new'], (set) => set.claim(free)), [...free.keys()]);
      }),
      { numRuns: 15 },
    );
  });

  test('a dropped set is gone, also while claims are open; those are refused from then on', async () => {
    const key = newKey();
    await claim(key, 'a', [], (set) => set.claim(['A']));
    assert.ok((await sets.keys()).includes(key));
    const open = await sets.open(key, 'b', ['a']);
    await open.claim(['B']);
    await sets.drop(key);
    assert.ok(!(await sets.keys()).includes(key));
    await assert.rejects(open.claim(['C']));
    await assert.rejects(open.keep());
    await open.close();
    assert.ok(!(await sets.keys()).includes(key), 'the late end of the claims brings nothing back');
    await sets.drop(key);
    assert.deepEqual(await claim(key, 'c', [], (set) => set.claim(['A', 'B'])), []);
  });

  test('is read in pages in the order of bytes, and filled as a whole instead of what was there', async () => {
    const [from, to] = [newKey(), newKey()];
    await claim(from, 'a', [], (set) => set.claim(['B', 'ä', 'a', '𝄞', '｡']));
    await claim(from, 'b', ['a'], (set) => set.claim(['A', 'C']));
    await claim(to, 'x', [], (set) => set.claim(['Z']));
    const read = async (key: string, most: number): Promise<OwnedName[]> => {
      const names: OwnedName[] = [];
      for (
        let page = await sets.page(key, '', most);
        page.length > 0;
        page = await sets.page(key, names.at(-1)!.name, most)
      )
        names.push(...page);
      return names;
    };
    const names = await read(from, 2);
    assert.deepEqual(
      names.map(({ name, owner }) => `${name} ${owner}`),
      ['A b', 'B a', 'C b', 'a a', 'ä a', '｡ a', '𝄞 a'],
    );
    const pages = async function* () {
      yield names.slice(0, 3);
      yield names.slice(3);
    };
    await sets.fill(to, pages());
    assert.deepEqual(await read(to, 100), names);
    assert.deepEqual(await claim(to, 'b', ['a'], (set) => set.claim(['A', 'B', 'Z'])), [1]);
    const broken = async function* () {
      yield names;
      throw new Error('cut off');
    };
    const key = newKey();
    await assert.rejects(sets.fill(key, broken()), /cut off/);
    assert.ok(!(await sets.keys()).includes(key));
    assert.deepEqual(await sets.page(newKey(), '', 1), []);
  });

  test('a key that is not a plain word is refused', async () => {
    for (const key of ['', '..', 'a/b', 'a.b', 'a b'])
      await assert.rejects(sets.open(key, 'a', []), RangeError, JSON.stringify(key));
  });
}
