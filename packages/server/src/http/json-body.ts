import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Detail, detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it arrived, without a byte order mark; undefined for other bodies. */
    rawBody?: string;
  }

  interface FastifyContextConfig {
    /** Most keys of a JSON body, counted by its colons before it is parsed: reading it holds up everybody. */
    mostKeys?: number;
  }
}

const COLON = 0x3a;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Makes a scope read JSON: UTF-8 is checked, a byte order mark skipped, an empty body counts as no body (documented
 * clients send `Content-Type: application/json` with GET and DELETE), and the text is kept in `request.rawBody`.
 * @param types media types, `application/json` by default
 */
export function acceptJson(
  app: FastifyInstance,
  types: readonly string[] = ['application/json', 'application/merge-patch+json'],
): void {
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (request, body, done) => {
    try {
      done(null, readJson(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function readJson(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (!isUtf8(body)) throw new ProblemError('malformed-json', detailOf('The body is not valid UTF-8.'));
  const { mostKeys = Number.POSITIVE_INFINITY } = request.routeOptions.config;
  if (body.length > mostKeys && count(body, COLON) > mostKeys)
    throw new ProblemError(
      'body-too-large',
      detailOf('The body has more than {mostKeys} keys, which is the maximum here.', { mostKeys }),
    );
  const text = body.toString('utf8');
  request.rawBody = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  return parseJson(request.rawBody);
}

function count(bytes: Buffer, sought: number): number {
  let found = 0;
  for (let at = bytes.indexOf(sought); at >= 0; at = bytes.indexOf(sought, at + 1)) found++;
  return found;
}

/**
 * @throws ProblemError malformed-json with the position; also for the key __proto__, which none of our documents has
 */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProblemError(
      'malformed-json',
      detailOf('The body is not JSON: {place}.', { place: place(text, error as Error) }),
    );
  }
  if (text.includes('__proto__')) refuseProto(value);
  return value;
}

/** V8's message quotes the body, which may hold a secret, so only the position or the one wrong character is kept. */
function place(text: string, { message }: Error): Detail {
  const position = /at position (\d+)/.exec(message)?.[1];
  const token = /^Unexpected token '(.)'/su.exec(message)?.[1];
  if (position !== undefined && Number(position) < text.length) {
    const before = text.slice(0, Number(position)).split('\n');
    return detailOf('unexpected {found} in line {line}, column {column}', {
      ...{ found: JSON.stringify(text[Number(position)]), line: before.length, column: before.at(-1)!.length + 1 },
    });
  }
  return token === undefined
    ? detailOf('it ends too early, after {length} characters', { length: text.length })
    : detailOf('unexpected {found}', { found: JSON.stringify(token) });
}

function refuseProto(value: unknown): void {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__'))
      throw new ProblemError('malformed-json', detailOf('The body contains the key "__proto__", which is refused.'));
    // One by one: a hundred thousand arguments of one call overflow the stack.
    for (const member of Object.values(next)) open.push(member);
  }
}
