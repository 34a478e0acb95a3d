/** A weight as it was sent: its digits are not changed. */
export interface Weight {
  readonly quantity?: string | null;
  readonly unit?: string | null;
  readonly datetime?: string | null;
}

/**
 * A ticket whose numbers are the texts that were sent, because a ticket stands for money: `25.40` is not shown as
 * `25.4`.
 */
export interface Ticket {
  readonly uuid: string;
  readonly locationId: string;
  readonly externalId: string;
  readonly type?: string | null;
  readonly tripNumber?: string | null;
  readonly nettWeight: Weight;
  readonly grossWeight?: Weight | null;
  readonly tareWeight?: Weight | null;
  readonly cumulativeWeight?: Weight | null;
  readonly customer?: { readonly name?: string | null; readonly reference?: string | null } | null;
  readonly product?: { readonly name?: string | null; readonly identifier?: string | null } | null;
  readonly project?: { readonly identifier?: string | null; readonly description?: string | null } | null;
  readonly vehicle?: { readonly licenseplate?: string | null; readonly countryCode?: string | null } | null;
  readonly createdAt: string;
  readonly modifiedAt: string;
}

interface Source {
  readonly source?: string;
}

/** Reads JSON and keeps the digits of its numbers: they become texts. Versions, counts and limits stay numbers. */
export function parseExact<T>(text: string): T {
  const keep = function (this: unknown, key: string, value: unknown, context?: Source): unknown {
    const isCount = key === 'version' || key === 'count';
    return typeof value === 'number' && !isCount ? (context?.source ?? String(value)) : value;
  };
  return JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]) as T;
}

/** When it was weighed; when it was stored if it does not state that. */
export function weighedAt({ nettWeight, createdAt }: Ticket): string {
  return nettWeight.datetime ?? createdAt;
}

export function weightText(weight: Weight | null | undefined): string {
  return weight?.quantity == null ? '–' : `${weight.quantity} ${weight.unit ?? ''}`.trim();
}

/** How many decimals a weight's text has. */
export function decimalsOf(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** The first text that is not empty. */
export function firstOf(...texts: readonly (string | null | undefined)[]): string {
  return texts.find((text) => text != null && text !== '') ?? '';
}

/** The fields of a ticket that a person may correct, by their path. */
export const CORRECTABLE = [
  'externalId',
  'nettWeight.quantity',
  'nettWeight.unit',
  'grossWeight.quantity',
  'tareWeight.quantity',
  'vehicle.licenseplate',
  'product.identifier',
  'product.name',
  'customer.reference',
  'customer.name',
  'project.identifier',
  'project.description',
] as const;
export type Correctable = (typeof CORRECTABLE)[number];

/** The fields of an object as texts, by their path. */
export function flat(value: unknown, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  if (value === null || value === undefined) return found;
  if (typeof value !== 'object') return found.set(path, String(value));
  for (const [name, inner] of Object.entries(value))
    for (const [below, text] of flat(inner, path === '' ? name : `${path}.${name}`)) found.set(below, text);
  return found;
}

/** What differs between two versions: path, before, after. */
export function differences(before: unknown, after: unknown): [path: string, before: string, after: string][] {
  const [old, now] = [flat(before), flat(after)];
  const paths = [...new Set([...old.keys(), ...now.keys()])].filter(
    (path) => !/^(?:modifiedAt|createdAt|uuid)$/.test(path),
  );
  return paths.flatMap((path) => {
    const [one, other] = [old.get(path) ?? '', now.get(path) ?? ''];
    return one === other ? [] : [[path, one, other] as [string, string, string]];
  });
}

/**
 * The merge patch for a correction, as JSON text: numbers are written as they were typed.
 * @param entered texts by path; only those that differ from the ticket are sent, an empty one removes the field
 * @returns undefined if nothing changes
 */
export function patchOf(ticket: Ticket, entered: Readonly<Partial<Record<Correctable, string>>>): string | undefined {
  const known = flat(ticket);
  const objects = new Map<string, string[]>();
  for (const path of CORRECTABLE) {
    const text = entered[path]?.trim();
    if (text === undefined || text === (known.get(path) ?? '')) continue;
    const [group, name] = path.includes('.') ? (path.split('.') as [string, string]) : ['', path];
    const isNumber = name === 'quantity';
    const value =
      text === '' ? 'null' : isNumber && /^-?\d+(?:\.\d+)?$/.test(text) ? canonical(text) : JSON.stringify(text);
    objects.set(group, [...(objects.get(group) ?? []), `${JSON.stringify(name)}:${value}`]);
  }
  if (objects.size === 0) return undefined;
  const parts = Array.from(objects, ([group, fields]) =>
    group === '' ? fields.join(',') : `${JSON.stringify(group)}:{${fields.join(',')}}`,
  );
  return `{${parts.join(',')}}`;
}

/** JSON allows no leading zeros. */
function canonical(digits: string): string {
  return digits.replace(/^(-?)0+(?=\d)/, '$1');
}
