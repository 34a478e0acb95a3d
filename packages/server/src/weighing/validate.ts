import { type Field, leafFields, type ProblemDetailError, SERVICE_FIELDS, TICKET_FIELDS } from '@fieldbridge/contract';
import { nearest } from '../http/nearest.ts';
import { isUuid } from '../uuid.ts';
import { parseDecimal } from './decimal.ts';
import type { JsonNode, JsonObject } from './json/node.ts';
import { member, raw } from './json/node.ts';
import { parseTime, type TimeFault } from './time.ts';

/** Faults listed for one ticket; a body of nothing but faults is not answered with a longer one. */
const MOST_FAULTS = 50;
/** Of a found value this much is quoted. */
const QUOTE = 60;

/** Where each field name stands in a ticket, to say that `licensePlate` belongs into `vehicle`. */
const PLACES: ReadonlyMap<string, string> = new Map(
  leafFields(TICKET_FIELDS).map(({ path }) => [path.at(-1)!, path.join('.')]),
);

const PLACE_NAMES = [...PLACES.keys()];

interface Table {
  readonly byName: ReadonlyMap<string, Field>;
  readonly required: readonly Field[];
}
const TABLES = new Map<readonly Field[], Table>();

/** The fields of an object by their names; made once for each of the few lists of fields. */
function tableOf(fields: readonly Field[]): Table {
  let table = TABLES.get(fields);
  if (table === undefined) {
    table = {
      byName: new Map(fields.map((field) => [field.name, field])),
      required: fields.filter((field) => field.required),
    };
    TABLES.set(fields, table);
  }
  return table;
}

/**
 * Checks a ticket against the table of fields. Only what cannot be a ticket is a fault; the doubtful is a finding.
 * @param text the text the node was read from
 * @param at JSON pointer of the ticket in the body: empty, or `/3` in a batch
 * @returns the faults, none for a good ticket
 */
export function validateTicket(text: string, node: JsonNode, at = ''): ProblemDetailError[] {
  const faults = new Faults(text);
  if (node.kind !== 'object') faults.add(at, `A ticket must be an object, this is ${describe(text, node)}.`);
  else faults.object(node, TICKET_FIELDS, at, SERVICE_FIELDS);
  return faults.list;
}

class Faults {
  readonly list: ProblemDetailError[] = [];
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  add(pointer: string, detail: string, extra: Record<string, unknown> = {}): void {
    if (this.list.length < MOST_FAULTS) this.list.push({ pointer: `#${pointer}`, detail, ...extra });
  }

  object(node: JsonObject, fields: readonly Field[], at: string, ignored: readonly string[] = []): void {
    const { byName, required } = tableOf(fields);
    let present = 0;
    for (const { name, value } of node.members) {
      const field = byName.get(name);
      if (field === undefined) {
        if (!ignored.includes(name)) this.unknown(name, fields, at);
      } else if (value.kind !== 'null') {
        if (field.required) present++;
        this.value(value, field, at);
      }
    }
    if (present < required.length) this.missing(node, required, at);
  }

  missing(node: JsonObject, required: readonly Field[], at: string): void {
    for (const { name } of required) {
      const found = member(node, name)?.value;
      if (found === undefined || found.kind === 'null')
        this.add(`${at}/${name}`, `The field is required${found ? ' and must not be null' : ''}.`);
    }
  }

  /** @param within pointer of the object that the field stands in: a good field, as nearly all are, needs none of its own */
  value(node: JsonNode, field: Field, within: string): void {
    const { name, type } = field;
    if (type === 'object') {
      if (node.kind === 'object') this.object(node, field.fields!, `${within}/${name}`);
      else this.wrong(node, `${within}/${name}`, 'an object');
    } else if (type === 'number' || type === 'integer') this.number(node, field, within);
    else if (node.kind === 'string') this.string(node.value, field, within);
    else this.wrong(node, `${within}/${name}`, 'a string');
  }

  number(node: JsonNode, { name, type }: Field, within: string): void {
    if (node.kind !== 'number') {
      this.wrong(node, `${within}/${name}`, type === 'integer' ? 'a whole number' : 'a number');
      return;
    }
    const spelling = raw(this.#text, node);
    const decimal = parseDecimal(spelling);
    if (!decimal || !Number.isFinite(Number(spelling)))
      this.add(
        `${within}/${name}`,
        `The number ${quote(spelling)} is out of range: at most 400 characters, and no larger than 1.8e308.`,
      );
    else if (type === 'integer' && decimal.scale > 0 && decimal.digits % 10n ** BigInt(decimal.scale) !== 0n)
      this.add(`${within}/${name}`, `Must be a whole number, this is ${quote(spelling)}.`);
  }

  string(value: string, field: Field, within: string): void {
    const fault = stringFault(value, field);
    if (fault !== undefined) this.add(`${within}/${field.name}`, fault);
  }

  wrong(node: JsonNode, at: string, expected: string): void {
    this.add(at, `Must be ${expected}, this is ${describe(this.#text, node)}.`);
  }

  unknown(name: string, fields: readonly Field[], at: string): void {
    // Looking for the nearest name is the dearest part: a body of nothing but unknown names must not hold up the others.
    if (this.list.length >= MOST_FAULTS) return;
    const shown = name.slice(0, QUOTE);
    const here = fields.map((field) => field.name);
    const close = nearest(name, here) ?? placeOf(name);
    const hint = close ? `Did you mean ${JSON.stringify(close)}?` : `Known are ${here.join(', ')}.`;
    this.add(
      `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`,
      `There is no field ${JSON.stringify(shown)}. ${hint}`,
      close ? { nearest: close } : {},
    );
  }
}

/** A name known elsewhere in the ticket, as its way from the root. */
function placeOf(name: string): string | undefined {
  const close = nearest(name, PLACE_NAMES);
  return close && PLACES.get(close);
}

/** What is wrong with a field's text; undefined for nothing. */
function stringFault(
  value: string,
  { type, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Field,
): string | undefined {
  // Code points are counted only where UTF-16 units could be too many.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (length < minLength) return 'Must not be empty.';
  if (length > maxLength) return `Must have at most ${maxLength} characters, this has ${length}.`;
  if (value.includes('\0')) return 'Must not contain the character U+0000.';
  if (type === 'uuid' && !isUuid(value)) return `Must be a UUID, this is ${quote(JSON.stringify(value))}.`;
  if (type === 'countryCode' && value !== '' && !/^[A-Za-z]{2}$/.test(value))
    return `Must be a country code of two letters, this is ${quote(JSON.stringify(value))}.`;
  if (type !== 'datetime' || value === '') return undefined;
  const time = parseTime(value);
  return typeof time === 'string' ? `${TIME_FAULTS[time]}, this is ${quote(JSON.stringify(value))}.` : undefined;
}

const TIME_FAULTS: Record<TimeFault, string> = {
  form: 'Must be an ISO 8601 date and time such as 2026-05-04T08:15:30.000Z',
  zone: 'Must say its zone, as in 2026-05-04T08:15:30Z or +02:00 at the end',
  date: 'Must be a day that exists',
  clock: 'Must be a time of day that exists',
};

function describe(text: string, node: JsonNode): string {
  if (node.kind === 'object' || node.kind === 'array') return `an ${node.kind}`;
  return `${node.kind === 'string' || node.kind === 'number' ? `the ${node.kind} ` : ''}${quote(raw(text, node))}`;
}

function quote(text: string): string {
  return text.length > QUOTE ? `${text.slice(0, QUOTE)}…` : text;
}
