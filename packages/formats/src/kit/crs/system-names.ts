import { LetterPairs } from '../text/letter-pairs.ts';
import { projDatabase } from './proj-database.ts';

/** A system that a name may mean. */
export interface NamedSystem {
  readonly code: number;
  readonly name: string;
  readonly kind: string;
}

interface Entry extends NamedSystem {
  readonly deprecated: boolean;
  /** The names of the registry and of ESRI, the registry's own first, in the form in which they are compared. */
  readonly keys: readonly string[];
}

/** What a name is to be of: a system with plan coordinates, or one of heights alone. */
export type Sought = 'plan' | 'heights';

/** Of systems of one name, the first kind is meant: "WGS 84" is that of latitudes and longitudes. */
const KINDS: Readonly<Record<Sought, readonly string[]>> = {
  plan: ['projected', 'geographic 2D', 'compound', 'geographic 3D'],
  heights: ['vertical'],
};
/** Former names are left out: some are of systems that the registry has since taken apart. */
const NAMES = `SELECT s.code, s.name, s.type AS kind, s.deprecated, a.alt_name AS alias FROM crs_view s
  LEFT JOIN alias_name a ON a.table_name = s.table_name AND a.auth_name = s.auth_name AND a.code = s.code
    AND a.source IN ('EPSG', 'ESRI', 'PROJ')
  WHERE s.auth_name = 'EPSG' AND s.type IN ('projected', 'geographic 2D', 'geographic 3D', 'compound', 'vertical')`;

type NameRow = readonly [code: number, name: string, kind: string, deprecated: number, alias: string | null];

let entries: Entry[] | undefined;

/**
 * The systems that a name means, as the registry or ESRI spells it; upper and lower case, spaces and marks do not
 * matter, nor do the words "zone" and "height". Where no whole name fits, the part behind the slash counts ("RD New").
 * @returns [] for none, several where it is ambiguous
 */
export function systemsNamed(name: string, sought: Sought): NamedSystem[] {
  const whole = systemsCalled(name, sought);
  return whole.length > 0 ? whole : matching(name, sought, [isLastPart]);
}

/** The same by whole names only. */
export function systemsCalled(name: string, sought: Sought): NamedSystem[] {
  const exact = name.trim().toLowerCase();
  return matching(name, sought, [
    (_keys, _key, own) => own.name.toLowerCase() === exact,
    (keys, key) => keys[0] === key,
    (keys, key) => keys.includes(key),
  ]);
}

type Test = (keys: readonly string[], key: string, own: Entry) => boolean;
/** Of compound systems the last part is that of the heights. */
const isLastPart: Test = (keys, key, { kind }) => kind !== 'compound' && keys.some((one) => lastPart(one) === key);

function matching(name: string, sought: Sought, tests: readonly Test[]): NamedSystem[] {
  const key = keyOf(name);
  if (key === '') return [];
  const candidates = all().filter(({ kind }) => KINDS[sought].includes(kind));
  for (const test of tests) {
    const found = candidates.filter((entry) => test(entry.keys, key, entry));
    const current = found.filter(({ deprecated }) => !deprecated);
    const best = current.length > 0 ? current : found;
    const kind = KINDS[sought].find((one) => best.some((entry) => entry.kind === one));
    // Short names are of systems of many countries: the likeliest ones come first.
    if (kind !== undefined) return best.filter((entry) => entry.kind === kind).sort(byLength);
  }
  return [];
}

/** The code of the one system that the registry or ESRI calls so; undefined for none and for several. */
export function registeredUnder(name: string, sought: Sought): number | undefined {
  const found = systemsCalled(name, sought);
  return found.length === 1 ? found[0]!.code : undefined;
}

const byLength = (a: NamedSystem, b: NamedSystem): number => a.name.length - b.name.length || a.code - b.code;

const MOST_NEAREST = 4;
/** Share of pairs of letters below which two names have nothing in common. */
const LEAST_ALIKE = 0.4;

/** The systems whose names are most like a name, the nearest first. */
export function nearestNames(name: string, sought: Sought): NamedSystem[] {
  spellings ??= spellingsOf(all().filter(({ deprecated }) => !deprecated));
  const { pairs, owners } = spellings;
  const alike = new Map<Entry, number>();
  for (const [number, share] of pairs.likeness(letters(keyOf(name))).entries()) {
    if (share < LEAST_ALIKE) continue;
    const entry = owners[number]!;
    if (KINDS[sought].includes(entry.kind)) alike.set(entry, Math.max(share, alike.get(entry) ?? 0));
  }
  return [...alike]
    .sort(([a, share], [b, other]) => other - share || a.code - b.code)
    .slice(0, MOST_NEAREST)
    .map(([entry]) => entry);
}

/** Names and last parts of names, with the system that each is of. */
interface Spellings {
  readonly pairs: LetterPairs;
  readonly owners: readonly Entry[];
}

let spellings: Spellings | undefined;

function spellingsOf(systems: readonly Entry[]): Spellings {
  const pairs = new LetterPairs();
  const owners: Entry[] = [];
  for (const entry of systems)
    for (const key of entry.keys)
      for (const part of new Set([key, lastPart(key)])) {
        pairs.add(letters(part));
        owners.push(entry);
      }
  return { pairs, owners };
}

function all(): readonly Entry[] {
  if (entries !== undefined) return entries;
  const byCode = new Map<number, Entry & { readonly keys: string[] }>();
  const statement = projDatabase().prepare(NAMES);
  // 15 000 rows: as objects they take twice the time, in which a server answers nobody.
  statement.setReturnArrays(true);
  for (const [code, name, kind, deprecated, alias] of statement.all() as unknown as NameRow[]) {
    let entry = byCode.get(code);
    if (entry === undefined) {
      entry = { code, name, kind, deprecated: deprecated === 1, keys: [keyOf(name)] };
      byCode.set(code, entry);
    }
    if (alias !== null) entry.keys.push(keyOf(alias));
  }
  entries = [...byCode.values()];
  return entries;
}

/** A name as it is compared; the slash between a datum and its map projection stays. */
function keyOf(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\b(?:zone|height)\b|_(?:zone|height)(?=_|$)/g, '')
    .replace(/[^\p{L}\p{N}/+]/gu, '')
    .replace(/^\/+|\/+$/g, '');
}

function lastPart(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}

function letters(key: string): string {
  return key.replaceAll('/', '');
}
