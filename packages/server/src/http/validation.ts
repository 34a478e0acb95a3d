import { LINE_PATTERN, PLAIN_PATTERN } from '@fieldbridge/contract';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { type Detail, detailOf, type Fault } from '../core/detail.ts';
import { nearest } from '../core/nearest.ts';
import { ProblemError } from '../core/problem.ts';
import { atFirstUse } from './first-use.ts';
import { textReader } from './query-text.ts';

/** Of texts that need a visible character. */
const VISIBLE_PATTERN = '\\S';
const ONE_LINE = detailOf('Must be one line with a visible character, without control characters or reversed writing.');
/** Faults that one answer lists; the rest is counted. */
const FAULTS_SHOWN = 50;
/** Faults that are counted: for 200 000 unknown fields the answer says that there are more than these. */
const FAULTS_COUNTED = 1000;
/**
 * If a value holds more values than this, only its first fault is searched. All two million faults of a body of 4 MB
 * took six seconds, in which nobody else was answered, and 600 MB.
 */
const SEARCHED_VALUES_MAX = 20_000;
/** Values are not coerced: "3" is not a number. */
const OPTIONS: Options = {
  removeAdditional: false,
  useDefaults: true,
  verbose: true,
  strict: false,
  coerceTypes: false,
};

function makeAjv(allErrors: boolean): Ajv {
  return addFormats.default(new Ajv({ ...OPTIONS, allErrors }));
}

/** Stops at the first fault: decides whether any value is valid, at a limited cost. */
const judge = atFirstUse(() => makeAjv(false));
/** Finds every fault. */
const searcher = atFirstUse(() => makeAjv(true));

/** Checks whether a value follows a schema; `errors` are those of the last invalid value. */
export interface Check {
  (value: unknown): boolean;
  errors?: ErrorObject[] | undefined;
}

/** A check that is compiled with the first value, also for use outside a route. */
export function compileBody(schema: object): Check {
  const judging = atFirstUse(() => judge().compile(schema));
  let searching: ValidateFunction | undefined;
  const check: Check = (value) => {
    check.errors = faultsFoundBy(judging(), value);
    if (check.errors === undefined) return true;
    if (holdsAtMost(value, SEARCHED_VALUES_MAX))
      check.errors = faultsFoundBy((searching ??= searcher().compile(schema)), value);
    return false;
  };
  return check;
}

/** The faults found by one run over a value, undefined if it is valid. */
function faultsFoundBy(validate: ValidateFunction, value: unknown): ErrorObject[] | undefined {
  if (validate(value)) return undefined;
  const found = validate.errors!.slice(0, FAULTS_COUNTED);
  // Released at once: Ajv holds what it found until its next value, and Fastify writes a sentence for each.
  validate.errors = null;
  return found;
}

/** Whether a JSON value holds at most that many values, counting itself and nested ones. */
function holdsAtMost(value: unknown, most: number): boolean {
  const open = [value];
  for (let seen = 0; open.length > 0; ) {
    const next = open.pop();
    if (++seen + open.length > most) return false;
    if (typeof next !== 'object' || next === null) continue;
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (seen + open.length + members.length > most) return false;
    for (const member of members) open.push(member);
  }
  return true;
}

/** The same for parameters: numbers and booleans are parsed from their text first. */
function compileTexts(schema: object): Check {
  const [read, compiled] = [textReader(schema), compileBody(schema)];
  const check: Check = (value) => {
    read(value);
    const valid = compiled(value);
    check.errors = compiled.errors;
    return valid;
  };
  return check;
}

/** Compiles the schemas of routes, each on first use. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? compileBody(schema) : compileTexts(schema)) as ReturnType<FastifySchemaCompiler<object>>;

/**
 * Faults of Ajv in the form of a problem: where, what, and the nearest known name for an unknown field.
 * @param base JSON pointer of the value that was checked, for instance `/3` inside a batch
 * @param isField whether its members are fields of a body, and not parameters
 */
export function describeFaults(errors: readonly ErrorObject[], base = '', isField = true): Fault[] {
  const shown: Fault[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    // `anyOf` and `if` only say that the faults beside them matter.
    if (errors.length > 1 && ['anyOf', 'oneOf', 'if'].includes(error.keyword)) continue;
    // "Or null" is no help if a value was sent.
    if (errors.length > 1 && error.keyword === 'type' && error.params['type'] === 'null') continue;
    const fault = describeFault(error, base, isField);
    const key = `${fault.pointer} ${fault.detail('en')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    shown.push(fault);
    if (shown.length === FAULTS_SHOWN) break;
  }
  return shown;
}

function describeFault(error: ErrorObject, base: string, isField: boolean): Fault {
  const at = `#${base}${error.instancePath}`;
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const close = nearest(name, known);
      return {
        pointer: `${at}/${escapePointer(name.slice(0, 100))}`,
        detail: unknownMember(JSON.stringify(name.slice(0, 100)), known, close, isField),
        ...(close === undefined ? {} : { nearest: close }),
      };
    }
    case 'required':
      return {
        pointer: `${at}/${escapePointer(String(params['missingProperty']))}`,
        detail: isField ? detailOf('The field is required.') : detailOf('The parameter is required.'),
      };
    case 'enum':
      return {
        pointer: at,
        detail: detailOf('Must be one of {values}.', {
          values: (params['allowedValues'] as unknown[]).map((v) => JSON.stringify(v)).join(', '),
        }),
      };
    case 'pattern':
      if (params['pattern'] === VISIBLE_PATTERN) return { pointer: at, detail: detailOf('Must not be empty.') };
      if (params['pattern'] !== LINE_PATTERN && params['pattern'] !== PLAIN_PATTERN) break;
      return { pointer: at, detail: ONE_LINE };
    case 'const':
      return { pointer: at, detail: detailOf('Must be {value}.', { value: JSON.stringify(params['allowedValue']) }) };
  }
  return { pointer: at, detail: brokenRule(error) };
}

/** An unknown name. @param close the nearest known one, if any */
function unknownMember(name: string, names: readonly string[], close: string | undefined, isField: boolean): Detail {
  if (close === undefined) {
    const known = names.join(', ');
    return isField
      ? detailOf('There is no field {name}. Known: {known}.', { name, known })
      : detailOf('There is no parameter {name}. Known: {known}.', { name, known });
  }
  const quoted = { name, close: JSON.stringify(close) };
  return isField
    ? detailOf('There is no field {name}. Did you mean {close}?', quoted)
    : detailOf('There is no parameter {name}. Did you mean {close}?', quoted);
}

/** The forms that schemas of ours ask for. */
const FORMS: ReadonlyMap<string, Detail> = new Map([
  ['date', detailOf('Must be a date, such as 2026-05-31.')],
  ['date-time', detailOf('Must be a time with its zone, such as 2026-05-31T08:15:30Z.')],
  ['email', detailOf('Must be an email address, such as name@example.org.')],
  ['uuid', detailOf('Must be a UUID, such as 01980f2c-7a3b-7c4d-8e5f-60718293a4b5.')],
]);

/** A rule of a schema that a value breaks; rules that no schema of ours has are said in the words of Ajv. */
function brokenRule({ keyword, params, message = 'is not allowed' }: ErrorObject): Detail {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'type':
      return detailOf('Must be of type {type}.', { type: String(params['type']) });
    case 'minLength':
      return limit === 1
        ? detailOf('Must not be empty.')
        : detailOf('Must have at least {limit} characters.', { limit });
    case 'maxLength':
      return detailOf('Must have at most {limit} characters.', { limit });
    case 'minimum':
      return detailOf('Must be at least {limit}.', { limit });
    case 'maximum':
      return detailOf('Must be at most {limit}.', { limit });
    case 'minItems':
      return detailOf('Must have at least {limit entry|entries}.', { limit });
    case 'maxItems':
      return detailOf('Must have at most {limit entry|entries}.', { limit });
    case 'uniqueItems':
      return detailOf('Must not contain the same entry twice.');
    case 'repeated':
      return detailOf('The value is given {count} times; give it once.', { count: Number(params['count']) });
    case 'format':
      return FORMS.get(String(params['format'])) ?? detailOf('The value {rule}.', { rule: message });
    case 'pattern':
      return detailOf('Must match the pattern {pattern}.', { pattern: String(params['pattern']) });
  }
  return detailOf('The value {rule}.', { rule: message });
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/**
 * The problem of a request that its route's schema refused.
 * @param part what was checked: body, querystring, params or headers
 * @param bodyMissing whether there was no body at all
 */
export function validationProblem(
  errors: readonly FastifySchemaValidationError[],
  part: string,
  bodyMissing: boolean,
): ProblemError {
  const found = errors as ErrorObject[];
  const faults = part === 'body' ? describeFaults(found) : describeFaults(found.map(repeated), '', false);
  const [{ pointer = '#', detail }] = faults as [Fault];
  if (part === 'body') {
    if (bodyMissing) return new ProblemError('missing-body', detailOf('The operation needs a JSON body.'));
    const first = { count: faults.length, pointer, detail };
    const sentence =
      errors.length <= FAULTS_SHOWN
        ? faults.length === 1
          ? detailOf('The body has a fault: {pointer} – {detail}', { pointer, detail })
          : detailOf('The body has {count} faults: {pointer} – {detail}', first)
        : errors.length < FAULTS_COUNTED
          ? detailOf('The body has {count} faults (and {more} more): {pointer} – {detail}', {
              ...{ ...first, more: errors.length - FAULTS_SHOWN },
            })
          : detailOf('The body has {count} faults (and at least {more} more): {pointer} – {detail}', {
              ...{ ...first, more: FAULTS_COUNTED - FAULTS_SHOWN },
            });
    return new ProblemError('validation-failed', sentence, { errors: faults });
  }
  if (part === 'params') return new ProblemError('not-found', detailOf('The address contains an invalid identifier.'));
  const named = faults.map(({ pointer: at = '#', ...rest }) => ({ parameter: at.replace(/^#\/?/, ''), ...rest }));
  const sentence = detailOf('{parameter}: {detail}', { parameter: named[0]!.parameter, detail });
  return new ProblemError('invalid-parameter', sentence, { errors: named });
}

/** A parameter given several times is a list, whatever its schema says about one value: that is the fault to report. */
function repeated(error: ErrorObject): ErrorObject {
  const { data, parentSchema } = error;
  if (!Array.isArray(data) || error.keyword === 'additionalProperties') return error;
  if ((parentSchema as { type?: unknown } | undefined)?.type === 'array') return error;
  return { ...error, keyword: 'repeated', params: { count: data.length } };
}
