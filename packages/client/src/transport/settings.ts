import type { Fetch } from './exchange.ts';
import { DEFAULT_REPETITION, type Repetition } from './repetition.ts';
import { machineTiming, type Timing } from './timing.ts';

interface Sent {
  readonly method: string;
  readonly url: string;
  /** From 1. */
  readonly attempt: number;
}

/** Functions called for each request. None of them sees a secret or a token. */
export interface Hooks {
  /** Before a request is sent; may set headers. */
  readonly request?: (sent: Sent & { readonly headers: Headers }) => void;
  /** When the head of an answer has arrived. */
  readonly answer?: (
    sent: Sent & { readonly status: number; readonly requestId: string | undefined; readonly milliseconds: number },
  ) => void;
  /** When a request has failed and will be sent again after a pause. */
  readonly retry?: (sent: Sent & { readonly error: unknown; readonly pauseMs: number }) => void;
  /** When a token was obtained, or could not be. */
  readonly token?: (event: { readonly grant: 'refresh' | 'client' | 'store'; readonly error?: unknown }) => void;
}

/** The settings that all interfaces of a client share. */
export interface Settings {
  readonly fetch: Fetch;
  readonly timing: Timing;
  readonly repetition: Repetition;
  readonly timeoutMs: number;
  readonly hooks: Hooks;
  readonly parseJson: (text: string) => unknown;
}

/** The options by which a program changes them. */
export interface SettingsOptions {
  readonly fetch?: Fetch;
  readonly timing?: Timing;
  readonly repetition?: Partial<Repetition>;
  /** A request fails when nothing has arrived or left for that long; 30 000 by default. */
  readonly timeoutMs?: number;
  readonly hooks?: Hooks;
  /** Parses the JSON of answers, for programs that need the digits of a number; `JSON.parse` by default. */
  readonly parseJson?: (text: string) => unknown;
}

export function settingsOf(options: SettingsOptions): Settings {
  return {
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    timing: options.timing ?? machineTiming,
    repetition: { ...DEFAULT_REPETITION, ...options.repetition },
    timeoutMs: options.timeoutMs ?? 30_000,
    hooks: options.hooks ?? {},
    parseJson: options.parseJson ?? ((text) => JSON.parse(text)),
  };
}
