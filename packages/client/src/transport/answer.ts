import { type ProblemError, problemError, UnexpectedAnswerError } from './errors.ts';
import { type Moved, withoutQuery } from './exchange.ts';

/** Most bytes of one JSON answer: a page of 1000 tickets at their longest has half of that. */
const MAX_JSON_BYTES = 256 * 1024 * 1024;
/** Most bytes read of a refusal. */
const MAX_PROBLEM_BYTES = 1024 * 1024;

/** Reads a JSON answer by `parse`. @throws {UnexpectedAnswerError} if it is something else or longer than 256 MiB */
export async function readJson<T>(response: Response, moved: Moved, parse: (text: string) => unknown): Promise<T> {
  const type = response.headers.get('content-type') ?? 'no content type';
  if (!/[/+]json\b/i.test(type)) {
    void response.body?.cancel().catch(() => {});
    throw notOurs(response, `answered ${response.status} with ${type.slice(0, 100)} instead of JSON`);
  }
  const text = await readText(response, MAX_JSON_BYTES, moved);
  try {
    return parse(text) as T;
  } catch (error) {
    throw notOurs(response, `sent text that is not JSON: ${(error as Error).message.slice(0, 100)}`);
  }
}

/** The error for an answer other than 2xx. */
export async function readProblem(response: Response, moved: Moved): Promise<ProblemError> {
  const json = /[/+]json\b/i.test(response.headers.get('content-type') ?? '');
  let problem: unknown;
  if (json) {
    const text = await readText(response, MAX_PROBLEM_BYTES, moved);
    try {
      problem = JSON.parse(text);
    } catch {
      // The status alone says enough.
    }
  } else void response.body?.cancel().catch(() => {});
  const isObject = typeof problem === 'object' && problem !== null && !Array.isArray(problem);
  return problemError(
    response.status,
    isObject ? (problem as ProblemError['problem']) : {},
    response.headers.get('x-request-id') ?? undefined,
    retryAfterMs(response),
  );
}

/** The pause that an answer asks for: seconds, or a date relative to the server's own clock (RFC 9110 §10.2.3). */
function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // The server's date, not ours: the clock of this machine may be wrong.
  const pause = Date.parse(text) - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}

async function readText(response: Response, limit: number, moved: Moved): Promise<string> {
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let text = '';
  for (let bytes = 0; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    moved();
    if ((bytes += value.byteLength) > limit) {
      void reader.cancel().catch(() => {});
      throw notOurs(response, `sent more than ${limit} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}

/** An answer that is not one of this interface. */
export function notOurs(response: Response, what: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    'unexpected-answer',
    `${withoutQuery(response.url)} ${what}: is that the address of the interface, or is there a proxy in between?`,
  );
}
