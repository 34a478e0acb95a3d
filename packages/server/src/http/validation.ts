import type { ProblemDetailError } from '@fieldbridge/contract';
import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { nearest } from './nearest.ts';
import { ProblemError } from './problem.ts';

/** Faults that one answer lists; the rest is counted. */
const FAULTS_SHOWN = 50;
const COMMON: Options = { removeAdditional: false, useDefaults: true, allErrors: true, verbose: true, strict: false };

/** Bodies are taken as they are: "3" is no number. */
const bodies = withFormats(new Ajv({ ...COMMON, coerceTypes: false }));
/** Query and path are text by nature, so numbers and booleans are read from text there. */
const texts = withFormats(new Ajv({ ...COMMON, coerceTypes: true }));

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv);
  return ajv;
}

/** Compiles the schemas of routes: bodies strictly, the rest from text. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) =>
  (httpPart === 'body' ? bodies : texts).compile(schema);

/** Compiles a schema for use outside a route, under the same rules as a body. */
export function compileBody(schema: object): ValidateFunction {
  return bodies.compile(schema);
}

/**
 * Faults of Ajv in the form of a problem: where, what, and the nearest known name for an unknown field.
 * @param base JSON pointer of the value that was checked, for instance `/3` inside a batch
 */
export function describeFaults(errors: readonly ErrorObject[], base = ''): ProblemDetailError[] {
  const shown: ProblemDetailError[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    // `anyOf` and `if` only say that the faults beside them matter.
    if (errors.length > 1 && ['anyOf', 'oneOf', 'if'].includes(error.keyword)) continue;
    // "Or null" is no help where a value was sent.
    if (errors.length > 1 && error.keyword === 'type' && error.params['type'] === 'null') continue;
    const fault = describeFault(error, base);
    const key = `${fault.pointer} ${fault.detail}`;
    if (seen.has(key)) continue;
    seen.add(key);
    shown.push(fault);
    if (shown.length === FAULTS_SHOWN) break;
  }
  return shown;
}

function describeFault(error: ErrorObject, base: string): ProblemDetailError {
  const at = `#${base}${error.instancePath}`;
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = String(params['additionalProperty']);
      const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
      const close = nearest(name, known);
      return {
        pointer: `${at}/${escapePointer(name.slice(0, 100))}`,
        detail: `There is no field ${JSON.stringify(name.slice(0, 100))}.${close === undefined ? ` Known are ${known.join(', ')}.` : ` Did you mean ${JSON.stringify(close)}?`}`,
        ...(close === undefined ? {} : { nearest: close }),
      };
    }
    case 'required':
      return { pointer: `${at}/${escapePointer(String(params['missingProperty']))}`, detail: 'The field is required.' };
    case 'enum':
      return {
        pointer: at,
        detail: `Must be one of ${(params['allowedValues'] as unknown[]).map((v) => JSON.stringify(v)).join(', ')}.`,
      };
    case 'const':
      return { pointer: at, detail: `Must be ${JSON.stringify(params['allowedValue'])}.` };
    default:
      return { pointer: at, detail: `The value ${error.message ?? 'is not allowed'}.` };
  }
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
  const faults = describeFaults(errors as readonly ErrorObject[]);
  const more = errors.length > FAULTS_SHOWN ? ` (and ${errors.length - FAULTS_SHOWN} more)` : '';
  if (part === 'body') {
    if (bodyMissing) return new ProblemError('missing-body', 'The operation needs a JSON body.');
    return new ProblemError(
      'validation-failed',
      `The body has ${count(faults.length)}${more}: ${faults[0]?.pointer} – ${faults[0]?.detail}`,
      { errors: faults },
    );
  }
  if (part === 'params') return new ProblemError('not-found', 'The address holds an identifier that cannot exist.');
  const named = faults.map(({ pointer, detail, ...rest }) => ({
    parameter: (pointer ?? '').replace(/^#\/?/, ''),
    detail: detail.replace('field', 'parameter'),
    ...rest,
  }));
  return new ProblemError('invalid-parameter', `${named[0]?.parameter}: ${named[0]?.detail}`, { errors: named });
}

function count(n: number): string {
  return n === 1 ? 'a fault' : `${n} faults`;
}
