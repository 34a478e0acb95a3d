import type { Area } from './proj/operation.ts';
import { projDatabase } from './proj-database.ts';

/** A system of the registry, as a list to choose from shows it. */
export interface ListedSystem {
  readonly code: number;
  readonly name: string;
  /** `projected`, `geographic 2D` or `compound`. */
  readonly kind: string;
  readonly deprecated: boolean;
  /** Where it is meant to be used; null if the registry does not say. */
  readonly area: (Area & { readonly name: string }) | null;
}

interface Entry {
  readonly system: ListedSystem;
  /** Names, area of use and everything that is searched, in the form in which they are compared. */
  readonly name: string;
  readonly place: string;
  readonly text: string;
  /** Square degrees of its area. */
  readonly size: number;
}

const SYSTEMS = `SELECT s.code, s.name, s.type AS kind, s.deprecated, e.description AS place, e.west_lon AS west,
    e.south_lat AS south, e.east_lon AS east, e.north_lat AS north
  FROM crs_view s
  LEFT JOIN usage u ON u.object_table_name = s.table_name AND u.object_auth_name = 'EPSG' AND u.object_code = s.code
  LEFT JOIN extent e ON e.auth_name = u.extent_auth_name AND e.code = u.extent_code
  WHERE s.auth_name = 'EPSG' AND s.type IN ('projected', 'geographic 2D', 'compound')`;
const ALIASES = `SELECT code, alt_name AS alias FROM alias_name
  WHERE auth_name = 'EPSG' AND table_name IN ('projected_crs', 'geodetic_crs', 'compound_crs')`;
/** Plan coordinates of a survey are those of a projection, mostly. */
const KINDS = ['projected', 'compound', 'geographic 2D'];

let entries: Entry[] | undefined;

/**
 * The systems of the registry that have every word of a text, or words that begin so, in their code, names or area of
 * use: that of the code first, then those that are called so. Deprecated ones come only by their code.
 * @param most systems returned
 */
export function searchSystems(text: string, most: number): ListedSystem[] {
  const words = comparable(text)
    .replace(/^epsg (?=\d)/, '')
    .split(' ')
    .filter(Boolean);
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const rank = ({ system, name, place }: Entry): number => {
    if (String(system.code) === whole) return 0;
    if (name === whole) return 1;
    if (hasWords(name, words)) return 2;
    return place.startsWith(words[0]!) ? 3 : 4;
  };
  return all()
    .filter(({ system, text: own }) => (system.deprecated ? String(system.code) === whole : hasWords(own, words)))
    .map((entry) => ({ entry, rank: rank(entry) }))
    .sort((a, b) => a.rank - b.rank || byLikelihood(a.entry, b.entry))
    .slice(0, most)
    .map(({ entry }) => entry.system);
}

function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => ` ${text}`.includes(` ${word}`));
}

/** Systems of a country are likelier than those of a city. */
function byLikelihood(a: Entry, b: Entry): number {
  const kinds = KINDS.indexOf(a.system.kind) - KINDS.indexOf(b.system.kind);
  return kinds || b.size - a.size || a.name.length - b.name.length || a.system.code - b.system.code;
}

function all(): readonly Entry[] {
  if (entries !== undefined) return entries;
  const database = projDatabase();
  const aliases = new Map<number, string>();
  for (const { code, alias } of database.prepare(ALIASES).iterate())
    aliases.set(Number(code), `${aliases.get(Number(code)) ?? ''} ${alias}`);
  const made = new Map<number, Entry>();
  for (const row of database.prepare(SYSTEMS).iterate()) {
    const code = Number(row['code']);
    // One with several areas is listed by the first.
    if (!made.has(code)) made.set(code, entryOf(code, row, aliases.get(code) ?? ''));
  }
  entries = [...made.values()];
  return entries;
}

function entryOf(code: number, row: Record<string, unknown>, aliases: string): Entry {
  const [name, place] = [String(row['name']), String(row['place'] ?? '')];
  const [west, south, east, north] = [row['west'], row['south'], row['east'], row['north']].map(Number) as Sides;
  const area = row['west'] === null ? null : { west, south, east, north, name: place };
  const width = east - west + (east < west ? 360 : 0);
  return {
    system: { code, name, kind: String(row['kind']), deprecated: row['deprecated'] === 1, area },
    ...{ name: comparable(name), place: comparable(place) },
    text: `${code} ${comparable(`${name} ${aliases} ${place}`)}`,
    size: area === null ? 0 : width * (north - south),
  };
}

type Sides = [west: number, south: number, east: number, north: number];

/** A text without case, accents and marks; its words are separated by one space. */
function comparable(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, (marks) => (/^\p{M}+$/u.test(marks) ? '' : ' '))
    .trim();
}
