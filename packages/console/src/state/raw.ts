import type { MadeRequest } from '../model/openapi.ts';
import { authorizer } from './session.ts';

/** An unprocessed answer. */
export interface SeenAnswer {
  /** 0 if the connection was cut. */
  readonly status: number;
  readonly ms: number;
  readonly headers: readonly (readonly [string, string])[];
  /** JSON is indented; for others only the length is stated. */
  readonly text: string;
}

/** Longest body that is shown. */
const MOST = 100_000;

/**
 * Sends a request once, as the person who is signed in, and shows the answer as it is: nothing is repeated or
 * interpreted.
 */
export async function sendRaw({ method, address, headers, body }: MadeRequest): Promise<SeenAnswer> {
  const began = performance.now();
  const own = (await authorizer.current(undefined)).headers;
  const elapsed = (): number => performance.now() - began;
  try {
    const answer = await fetch(address, { method, headers: { accept: '*/*', ...own, ...headers }, body });
    const ms = elapsed();
    const text = shown(answer.headers.get('content-type') ?? '', new Uint8Array(await answer.arrayBuffer()));
    return { status: answer.status, ms, headers: [...answer.headers], text };
  } catch (error) {
    return { status: 0, ms: elapsed(), headers: [], text: String(error) };
  }
}

function shown(type: string, bytes: Uint8Array): string {
  if (bytes.length === 0) return '';
  if (!/json|text|xml/.test(type) || bytes.length > MOST) return `${type}, ${bytes.length} bytes`;
  const text = new TextDecoder().decode(bytes);
  // Indented without touching numbers: 25.40 stays 25.40.
  return /json/.test(type) ? indented(text) : text;
}

/** In newer browsers: a number as it is written. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };

function indented(text: string): string {
  const keep = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && context?.source !== undefined && rawJSON !== undefined
      ? rawJSON(context.source)
      : value;
  try {
    return JSON.stringify(JSON.parse(text, keep as Parameters<typeof JSON.parse>[1]), null, 2);
  } catch {
    // Several documents, a line each.
    return text;
  }
}
