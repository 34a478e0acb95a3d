import { DataDirectoryInUse, openDesk } from '@fieldbridge/server';
import { type CommandIo, UsageError } from '../command.ts';

/** The desk, wherever it is: at a server, or in a data directory without a running server. */
export interface DeskClient {
  /** @returns the answer's JSON, undefined if it has none @throws DeskRefusal */
  call(method: DeskMethod, path: string, body?: unknown): Promise<unknown>;
  close(): Promise<void>;
}
export type DeskMethod = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** The desk refused or could not be reached; the message is a sentence for the operator. */
export class DeskRefusal extends Error {
  override readonly name = 'DeskRefusal';
  /** The code of the desk, or of the server that answered instead. */
  readonly code: string;
  /** The problem document, if there is one. */
  readonly problem: object | undefined;

  constructor(message: string, code: string, problem?: object) {
    super(message);
    this.code = code;
    this.problem = problem;
  }
}

/** Where the desk is. */
export interface DeskPlace {
  readonly data?: string;
  readonly server?: string;
  readonly key?: string;
}

/**
 * Connects to the desk: of a server with `server` and `key`, otherwise of a data directory.
 * @throws UsageError if both are named, the key is missing or the address is invalid; DeskRefusal if it cannot be
 * opened
 */
export async function reachDesk({ data, server, key }: DeskPlace, io: CommandIo): Promise<DeskClient> {
  if (server === undefined) return openLocal(data, io);
  if (data !== undefined) throw new UsageError('name a server or a data directory, not both');
  if (key === undefined) throw new UsageError('a server needs an operator key: --key KEY, or FIELDBRIDGE_OPERATOR_KEY');
  const base = deskAddress(server);
  return {
    async call(method, path, body) {
      let answer: Response;
      try {
        answer = await fetch(base + path, {
          method,
          headers: {
            authorization: `Bearer ${key}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: io.signal,
        });
      } catch (error) {
        throw new DeskRefusal(`The server ${server} cannot be reached: ${causeOf(error)}.`, 'unreachable');
      }
      return judge(answer.status, await answer.text());
    },
    close: async () => {},
  };
}

/**
 * The address of the desk's interface, for the address of the server, of the desk (`…/operator`), or of the interface
 * itself (`…/v1`), which is needed if the server has another `operatorPath`.
 * @throws UsageError if it is not an http or https address
 */
export function deskAddress(server: string): string {
  const url = URL.parse(server);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      `--server needs an address that begins with http:// or https://, not ${JSON.stringify(server)}`,
    );
  const path = url.pathname.replace(/\/+$/, '');
  const rest = path.endsWith('/v1') ? '' : path.endsWith('/operator') ? '/v1' : '/operator/v1';
  return `${url.origin}${path}${rest}`;
}

async function openLocal(data: string | undefined, io: CommandIo): Promise<DeskClient> {
  try {
    const desk = await openDesk({ env: io.env, flags: { data } });
    return {
      async call(method, path, body) {
        const answer = await desk.request(method, path, body);
        return judge(answer.status, answer.body === undefined ? '' : JSON.stringify(answer.body));
      },
      close: () => desk.close(),
    };
  } catch (error) {
    if (error instanceof DataDirectoryInUse)
      throw new DeskRefusal(
        `${error.message} To work with the running server, name it: --server URL --key KEY.`,
        'data-directory-in-use',
      );
    throw error;
  }
}

function judge(status: number, text: string): unknown {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    const sentence = `The answer (status ${status}) is not JSON: is this the address of a Fieldbridge server?`;
    throw new DeskRefusal(sentence, `http-${status}`);
  }
  if (status < 400) return body;
  const { detail, title, code } = (body ?? {}) as { detail?: string; title?: string; code?: string };
  throw new DeskRefusal(detail ?? title ?? 'The desk refused.', code ?? `http-${status}`, body as object | undefined);
}

function causeOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: Error };
  return cause?.message ?? message;
}
