import { type Field, MAX_TICKET_CHARACTERS, SERVICE_FIELDS } from '@fieldbridge/contract';
import { asWritten, type Detail, detailOf, type Fault } from '../core/detail.ts';
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
  | { readonly faults: readonly Fault[]; readonly reader?: undefined }
  | { readonly faults?: undefined; readonly reader: TicketReader };

/**
 * Checks a ticket against the table of fields. Only what makes it invalid is a fault; doubts are findings.
 * @param text the text from which the node was read
 * @returns the faults, or the reader of a valid ticket
 */
export function validateTicket(text: string, node: JsonNode): Checked {
  if (node.kind !== 'object')
    return {
      faults: [
        {
          pointer: '#',
          detail: detailOf('A ticket must be an object, this is {found}.', { found: describe(text, node) }),
        },
      ],
    };
  const length = node.end - node.start;
  if (length > MAX_TICKET_CHARACTERS) {
    const detail = detailOf(
      'A ticket may have {most} characters, this one has {length}: send it without white space between its fields.',
      { most: MAX_TICKET_CHARACTERS, length },
    );
    return { faults: [{ pointer: '#', detail }] };
  }
  const reader = new TicketReader(text, node);
  const faults = new Faults(reader);
  faults.object(node, TICKET_SHAPE, '', SERVICE_FIELDS);
  return faults.list.length > 0 ? { faults: faults.list } : { reader };
}

/** The refusal of a ticket for its faults, of which there is at least one. */
export function validationProblem(errors: readonly Fault[]): ProblemError {
  const { pointer = '#', detail } = errors[0]!;
  const sentence =
    errors.length > 1
      ? detailOf('{pointer}: {detail} (and {count} more)', { pointer, detail, count: errors.length - 1 })
      : detailOf('{pointer}: {detail}', { pointer, detail });
  return new ProblemError('validation-failed', sentence, { errors });
}

class Faults {
  readonly list: Fault[] = [];
  readonly #reader: TicketReader;
  readonly #text: string;

  /** @param reader notes where each field is */
  constructor(reader: TicketReader) {
    this.#reader = reader;
    this.#text = reader.text;
  }

  add(pointer: string, detail: Detail): void {
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
        this.add(
          `${at}/${name}`,
          found ? detailOf('The field is required and must not be null.') : detailOf('The field is required.'),
        );
    }
  }

  /**
   * @param within pointer of the object that contains the field; a valid field, the usual case, needs none of its own
   */
  value(node: JsonNode, { field, shape, place }: Slot, within: string): void {
    const { name, type } = field;
    if (shape !== undefined) {
      if (node.kind === 'object') this.object(node, shape, `${within}/${name}`);
      else this.wrong(node, `${within}/${name}`, detailOf('an object'));
    } else if (type === 'number' || type === 'integer') this.number(node, field, place, within);
    else if (node.kind === 'string') this.string(node, field, place, within);
    else this.wrong(node, `${within}/${name}`, detailOf('a string'));
  }

  number(node: JsonNode, { name, type }: Field, place: number, within: string): void {
    if (node.kind !== 'number') {
      this.wrong(node, `${within}/${name}`, type === 'integer' ? detailOf('a whole number') : detailOf('a number'));
      return;
    }
    this.#reader.note(place, node);
    if (isShortWhole(this.#text, node)) return;
    const spelling = raw(this.#text, node);
    const decimal = parseDecimal(spelling);
    if (!decimal || !Number.isFinite(Number(spelling)))
      this.add(
        `${within}/${name}`,
        detailOf(
          'The number {number} is out of range: at most 400 characters, no exponent beyond 400 or -400, and no larger than 1.8e308.',
          { number: quote(spelling) },
        ),
      );
    else if (type === 'integer' && decimal.scale > 0 && decimal.digits % 10n ** BigInt(decimal.scale) !== 0n)
      this.add(
        `${within}/${name}`,
        detailOf('Must be {expected}, this is {found}.', {
          expected: detailOf('a whole number'),
          found: quote(spelling),
        }),
      );
  }

  string(node: JsonString, field: Field, place: number, within: string): void {
    const time = field.type === 'datetime' && node.value !== '' ? parseTime(node.value) : undefined;
    const fault = stringFault(node, field, time);
    if (fault !== undefined) this.add(`${within}/${field.name}`, fault);
    else this.#reader.note(place, node, typeof time === 'number' ? time : undefined);
  }

  wrong(node: JsonNode, at: string, expected: Detail): void {
    this.add(at, detailOf('Must be {expected}, this is {found}.', { expected, found: describe(this.#text, node) }));
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
function stringFault(node: JsonString, field: Field, time: number | TimeFault | undefined): Detail | undefined {
  const { value } = node;
  const { type, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = field;
  // Code points are only counted if there are enough UTF-16 units to exceed the limit.
  const length = value.length > maxLength ? [...value].length : value.length;
  if (type === 'countryCode' && value !== '' && !/^[A-Za-z]{2}$/.test(value))
    return detailOf('Must be {expected}, this is {found}.', {
      ...{ expected: detailOf('a country code of two letters'), found: quote(JSON.stringify(value)) },
    });
  if (length < minLength) return detailOf('Must not be empty.');
  if (length > maxLength)
    return detailOf('Must have at most {maxLength} characters, this has {length}.', { maxLength, length });
  // The character can only be written as an escape, which is longer than the character.
  if (value.length < node.end - node.start - QUOTES && value.includes('\0'))
    return detailOf('Must not contain the character U+0000.');
  if (type === 'uuid' && !isUuid(value))
    return detailOf('Must be {expected}, this is {found}.', {
      ...{ expected: detailOf('a UUID'), found: quote(JSON.stringify(value)) },
    });
  return typeof time === 'string'
    ? detailOf('{fault}, this is {found}.', { fault: TIME_FAULTS[time], found: quote(JSON.stringify(value)) })
    : undefined;
}

/** Characters of the quotes around a string. */
const QUOTES = 2;

const TIME_FAULTS: Record<TimeFault, Detail> = {
  form: detailOf('Must be an ISO 8601 date and time such as 2026-05-04T08:15:30.000Z'),
  zone: detailOf('Must state its zone, as in 2026-05-04T08:15:30Z or +02:00 at the end'),
  date: detailOf('Must be an existing day'),
  clock: detailOf('Must be an existing time of day'),
};

/** A value in a refusal: `an object`, `the string "x"`, `true`; shortened if it is long. */
export function describe(text: string, node: JsonNode): Detail {
  if (node.kind === 'object') return detailOf('an object');
  if (node.kind === 'array') return detailOf('an array');
  const value = quote(raw(text, node));
  if (node.kind === 'string') return detailOf('the string {value}', { value });
  return node.kind === 'number' ? detailOf('the number {value}', { value }) : asWritten(value);
}

function quote(text: string): string {
  return text.length > QUOTE ? `${text.slice(0, QUOTE)}…` : text;
}
