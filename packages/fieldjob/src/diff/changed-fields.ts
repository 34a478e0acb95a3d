import type { FieldChange } from './difference.ts';

/** Most fields listed for one thing. */
const MOST_FIELDS = 100;
/** Angles in radians and degrees, slopes and scales: no lengths, so they are compared by themselves. */
const RATIOS = /(?:azimuth|slope|rotation|latitude|longitude|scale|values?)$/i;
const RATIO_TOLERANCE = 1e-9;
/** Its import is not a property of the thing. */
const SKIPPED = new Set(['source', 'scene', 'read', 'neighbours']);
const MOST_DEPTH = 8;

/** Whether two numbers are the same within a tolerance; NaN (not known) equals NaN. */
export function sameNumber(a: number, b: number, tolerance: number): boolean {
  return a === b || Math.abs(a - b) <= tolerance || (Number.isNaN(a) && Number.isNaN(b));
}

/**
 * The fields in which two records differ, nested ones by their path.
 * @param tolerance of lengths; angles and slopes have one of 1e-9
 */
export function changedFields(a: object, b: object, tolerance: number): FieldChange[] {
  const changes: FieldChange[] = [];
  compare(a, b, '', { tolerance, changes, depth: 0 });
  return changes;
}

interface Comparison {
  readonly tolerance: number;
  readonly changes: FieldChange[];
  readonly depth: number;
}

function compare(a: unknown, b: unknown, field: string, into: Comparison): void {
  if (into.changes.length >= MOST_FIELDS || into.depth > MOST_DEPTH) return;
  if (typeof a === 'number' && typeof b === 'number') {
    if (!sameNumber(a, b, RATIOS.test(field) ? RATIO_TOLERANCE : into.tolerance)) push(a, b, field, into);
  } else if (isHolder(a) && isHolder(b)) {
    const isList = isArray(a);
    const inside = { ...into, depth: into.depth + 1 };
    if (isList && a.length !== (b as ArrayLike<unknown>).length)
      into.changes.push({ field: `${field}.length`, a: a.length, b: (b as ArrayLike<unknown>).length });
    else if (isList) compareItems(a, b as ArrayLike<unknown>, field, inside);
    else
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const [one, other] = [fieldOf(a, key), fieldOf(b, key)];
        // A layer is an index here; names are compared by the caller.
        if (!SKIPPED.has(key) && !(key === 'layer' && typeof one === 'number'))
          compare(one, other, field === '' ? key : `${field}.${key}`, inside);
      }
  } else if (a !== b) push(a, b, field, into);
}

function compareItems(a: ArrayLike<unknown>, b: ArrayLike<unknown>, field: string, into: Comparison): void {
  for (let i = 0; i < a.length && into.changes.length < MOST_FIELDS; i++)
    if (a[i] !== b[i]) compare(a[i], b[i], `${field}[${i}]`, into);
}

function push(a: unknown, b: unknown, field: string, { changes }: Comparison): void {
  changes.push({ field, a: plain(a), b: plain(b) });
}

function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isArray(value: object): value is ArrayLike<unknown> & object {
  return Array.isArray(value) || ArrayBuffer.isView(value);
}

const fieldOf = (holder: object, key: string): unknown => (holder as Readonly<Record<string, unknown>>)[key];

function plain(value: unknown): FieldChange['a'] {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return value === undefined || value === null ? null : JSON.stringify(value);
}
