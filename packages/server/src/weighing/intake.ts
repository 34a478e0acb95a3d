import { MAX_BATCH } from '@fieldbridge/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { after } from '../core/after.ts';
import { asWritten, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';
import type { Principal } from '../directory/credential.ts';
import type { Awaitable } from '../storage/port/space-store.ts';
import { type Environment, requireBridge } from './environment.ts';
import { JsonFault } from './json/fault.ts';
import type { JsonNode } from './json/node.ts';
import { type ScannedJson, scanJson } from './json/scan.ts';
import { readTicket } from './ticket.ts';
import type { IncomingTicket } from './ticket-store.ts';
import { validateTicket, validationProblem } from './validate.ts';

const TYPES = ['application/json', 'application/merge-patch+json'];

/**
 * Makes a scope parse JSON strictly and keep its text: `request.body` is a `ScannedJson`, or undefined without a body.
 */
export function acceptTickets(app: FastifyInstance): void {
  app.removeContentTypeParser(TYPES);
  app.addContentTypeParser(TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function readBody(request: FastifyRequest, body: Buffer): ScannedJson | undefined {
  if (body.length === 0) return undefined;
  const scanned = readJson(body);
  request.rawBody = scanned.text;
  return scanned;
}

/** @throws ProblemError malformed-json with the kind of fault, line and column */
function readJson(body: Buffer): ScannedJson {
  try {
    return scanJson(body);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    // Offsets are counted after the byte order mark.
    const before = body
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .slice(0, error.offset)
      .split('\n');
    // The message of a byte that is not UTF-8 has its line; byte offsets do not apply to the text.
    const place =
      error.code === 'json-encoding'
        ? asWritten('')
        : detailOf(' (line {line}, column {column})', {
            ...{ line: before.length, column: before.at(-1)!.length + 1 },
          });
    throw new ProblemError(
      'malformed-json',
      detailOf('The body is not valid JSON: {message}{place}.', { message: error.message, place }),
      {
        extra: { fault: error.code },
      },
    );
  }
}

/** @throws ProblemError missing-body */
export function requireBody(body: unknown): ScannedJson {
  if (body === undefined || body === null)
    throw new ProblemError('missing-body', detailOf('The operation needs a JSON body.'));
  return body as ScannedJson;
}

/** The tickets of a body: one, or those of an array. @throws ProblemError batch-size */
export function itemsOf({ root }: ScannedJson): { nodes: readonly JsonNode[]; batch: boolean } {
  if (root.kind !== 'array') return { nodes: [root], batch: false };
  if (root.items.length === 0 || root.items.length > MAX_BATCH)
    throw new ProblemError(
      'batch-size',
      detailOf('The batch has {length} tickets; send 1 to {most}.', { length: root.items.length, most: MAX_BATCH }),
    );
  return { nodes: root.items, batch: true };
}

/**
 * Checks a ticket against the table of fields and the caller's weigh bridges; at once if its weigh bridge is cached.
 * @throws ProblemError validation-failed, location-not-yours
 */
export function takeIn(
  environment: Environment,
  by: Principal,
  text: string,
  node: JsonNode,
): Awaitable<IncomingTicket> {
  const { faults, reader } = validateTicket(text, node);
  if (reader === undefined) throw validationProblem(faults);
  const ticket = readTicket(reader);
  const bridge = requireBridge(environment, by, ticket.locationId, { pointer: '#/locationId' });
  return after(bridge, () => ({ ticket, reader }));
}
