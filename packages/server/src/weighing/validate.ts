import { type Field, MAX_TICKET_CHARACTERS, type ProblemDetailError, SERVICE_FIELDS } from '@fieldbridge/contract';
import { ProblemError } from '../core/problem.ts';
import { isUuid } from '../core/uuid.ts';
import { parseDecimal } from './decimal.ts';
import type { JsonNode, JsonObject, JsonString } from './json/node.ts';
import { member, raw } from './json/node.ts';
import { type Shape, type Slot, TICKET_SHAPE } from './leaves.ts';
import { TicketReader } from './ticket-reader.ts';
import { parseTime, type TimeFault } from './time.ts';
import { unknownName } from './unknown-name.ts';

/** Most faults listed for one ticket, so that the answer does not become longer than the body. */
export const MOST_FAULTS = 50;
/** Characters of a value that are quoted. */
const QUOTE = 60;

/** Result of checking a ticket: faults, or a reader of its fields. */
export type Checked =
  | { readonly faults: readonly ProblemDetailError[]; readonly reader?: undefined }
  | { readonly faults?: undefined; readonly reader: TicketReader };

/**
 * Checks a ticket against the table of fields. Only what makes it invalid is a fault; doubts are findings.
 * @param text the text from which the node was read
 * @returns the faults, or the reader of a valid ticket
 */
export function validateTicket(text: string, node: JsonNode): Checked {
  if (node.kind !== 'object')
    return { faults: [{ pointer: '#', detail: `A ticket must be an object, this is ${describe(text, node)}.` }] };
  const length = node.end - node.start;
  if (length > MAX_TICKET_CHARACTERS) {
    const detail = `A ticket may have ${MAX_TICKET_CHARACTERS} characters, this one has ${length}: send it without white space between its fields.`;
    return { faults: [{ pointer: '#', detail }] };
  }
  const reader = new TicketReader(text, node);
  const faults = new Faults(reader);
  faults.object(node, TICKET_SHAPE, '', SERVICE_FIELDS);
  return faults.list.length > 0 ? { faults: faults.list } : { reader };
}

/** The refusal of a ticket for its faults, of which there is at least one. */
export function validationProblem(errors: readonly ProblemDetailError[]): ProblemError {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return new ProblemError('validation-failed', `${errors[0]!.pointer}: ${errors[0]!.detail}${more}`, { errors });
}

class Faults {
  readonly list: ProblemDetailError[] = [];
  readonly #reader: TicketReader;
  readonly #text: string;

  /** @param reader notes where each field is */
  constructor(reader: TicketReader) {
    this.#reader = reader;
    this.#text = reader.text;
  }

  add(pointer: string, detail: string): void {
    if (this.list.length < MOST_FAULTS) this.list.push({ pointer: `#${pointer}`, detail });
  }

  object(node: JsonObject, shape: Shape, at: string, ignored: readonly string[] = []): void {
    let present = 0;
    for (const { name, value } of node.members) {
      const slot = shape.slots.get(name);
      if (slot === undefined) {
        if (!ignored.includes(name) && this.list.length < MOST_FAULTS) this.list.push(unknownName(name, shape, at));
      } else if (value.kind !== 'null') {
        if (slot.field.required) present++;
        this.value(value, slot, at);
      }
    }
    if (present < shape.required.length) this.missing(node, shape.required, at);
  }

  missing(node: JsonObject, required: readonly Field[], at: string): void {
    for (const { name } of required) {
      const found = member(node, name)?.value;
      if (found === undefined || found.kind === 'null')
        this.add(`${at}/${name}`, `The field is required${found ? ' and must not be null' : ''}.`);
    }
  }

  /**
   * @param within pointer of the object that contains the field; a valid field, the usual case, needs none of its own
   */
  value(node: JsonNode, { field, shape, place }: Slot, within: string): void {
    const { name, type } = field;
    if (shape !== undefined) {
      if (node.kind === 'object') this.object(node, shape, `${within}/${name}`);
      else this.wrong(node, `${within}/${name}`, 'an object');
    } else if (type === 'number' || type === 'integer') this.number(node, field, place, within);
    else if (node.kind === 'string') this.string(node, field, place, within);
    else this.wrong(node, `${within}/${name}`, 'a string');
  }

  number(node: JsonNode, { name, type }: Field, place: number, within: string): void {
    if (node.kind !== 'number') {
      this.wrong(node, `${within}/${name}`, type === 'integer' ? 'a whole number' : 'a number');
      return;
    }
    this.#reader.note(place, node);
    if (isShortWhole(this.#text, node)) return;
    const spelling = raw(this.#text, node);
    const decimal = parseDecimal(spelling);
    if (!decimal || !Number.isFinite(Number(spelling)))
      this.add(
        `${within}/${name}`,
        `The number ${quote(spelling)} is out of range: at most 400 characters, no exponent beyond 400 or -400, and no larger than 1.8e308.`,
      );
    else if (type === 'integer' && decimal.scale > 0 && decimal.digits % 10n ** BigInt(decimal.scale) !== 0n)
      this.add(`${within}/${name}`, `Must be a whole number, this is ${quote(spelling)}.`);
  }

  string(node: JsonString, field: Field, place: number, within: string): void {
    const time = field.type === 'datetime' && node.value !== '' ? parseTime(node.value) : undefined;
    const fault = stringFault(node, field, time);
    if (fault !== undefined) this.add(`${within}/${field.name}`, fault);
    else this.#reader.note(place, node, typeof time === 'number' ? time : undefined);
  }

  wrong(node: JsonNode, at: string, expected: string): void {
    this.add(at, `Must be ${expected}, this is ${describe(this.#text, node)}.`);
  }
}

/** Digits of a whole number that is valid without exact parsing. */
const SHORT = 15;

function isShortWhole(text: string, { start, end }: JsonNode): boolean {
  if (end - start > SHORT) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

/** The fault of a field's text, if any. @param time the text as a time, if it must be one */
function stringFault(node: JsonString, field: Field, time: number | TimeFault | undefined): string | undefined {
  const { value } = node;
  const { type, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  // Code points are only counted if there are enough UTF-16 units to exceed the limit.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (type === 'countryCode' && value !== '' && !/^[A-Za-z]{2}$/.test(value))
    return `Must be a country code of two letters, this is ${quote(JSON.stringify(value))}.`;
  if (length < minLength) return 'Must not be empty.';
  if (length > maxLength) return `Must have at most ${maxLength} characters, this has ${length}.`;
  // The character can only be written as an escape, which is longer than the character.
  if (value.length < node.end - node.start - QUOTES && value.includes('\0'))
    return 'Must not contain the character U+0000.';
  if (type === 'uuid' && !isUuid(value)) return `Must be a UUID, this is ${quote(JSON.stringify(value))}.`;
  return typeof time === 'string' ? `${TIME_FAULTS[time]}, this is ${quote(JSON.stringify(value))}.` : undefined;
}

/** Characters of the quotes around a string. */
const QUOTES = 2;

const TIME_FAULTS: Record<TimeFault, string> = {
  form: 'Must be an ISO 8601 date and time such as 2026-05-04T08:15:30.000Z',
  zone: 'Must state its zone, as in 2026-05-04T08:15:30Z or +02:00 at the end',
  date: 'Must be an existing day',
  clock: 'Must be an existing time of day',
};

/** A value in a refusal: `an object`, `the string "x"`, `true`; shortened if it is long. */
export function describe(text: string, node: JsonNode): string {
  if (node.kind === 'object' || node.kind === 'array') return `an ${node.kind}`;
  return `${node.kind === 'string' || node.kind === 'number' ? `the ${node.kind} ` : ''}${quote(raw(text, node))}`;
}

function quote(text: string): string {
  return text.length > QUOTE ? `${text.slice(0, QUOTE)}…` : text;
}
