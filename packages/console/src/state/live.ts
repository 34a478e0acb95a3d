import { effect, signal } from '@preact/signals';
import { site } from '../base/site.ts';
import { session } from './session.ts';

/** Something that changed on the server. */
export interface Change {
  readonly type: string;
  readonly jobId?: string;
  readonly uuid?: string;
  readonly id?: string;
  readonly environment?: string;
}

/** Whether changes arrive; otherwise pages poll. */
export const isLive = signal(false);
/** Grows every half minute: for times that are stated relative to now. */
export const minute = signal(Date.now());
setInterval(() => {
  minute.value = Date.now();
}, 30_000);

const ASK_AGAIN_MS = 10_000;
const listeners = new Set<(change: Change) => void>();
const tabs = new BroadcastChannel('fieldbridge-changes');
tabs.onmessage = ({ data }) => hear(data as Change);
/** The tab that follows the server reports whether changes arrive; the others ask it when they are opened. */
const states = new BroadcastChannel('fieldbridge-live');
let isFollowing = false;
states.onmessage = ({ data }) => {
  if (isFollowing) data === 'ask' && states.postMessage(isLive.value);
  else if (data !== 'ask') isLive.value = data === true;
};

/** Records whether changes arrive in this tab, and so in the others. */
function tell(isOpen: boolean): void {
  isLive.value = isOpen;
  states.postMessage(isOpen);
}

function hear(change: Change): void {
  for (const listener of listeners) listener(change);
}

/**
 * Calls a function at changes of a kind, when they begin to arrive, and every ten seconds while they do not.
 * @param prefix for instance `job.`
 * @returns a function that stops it
 */
export function onChange(prefix: string, react: (change: Change | undefined) => void): () => void {
  let hasBegun = false;
  const listener = (change: Change): void => {
    if (change.type.startsWith(prefix)) react(change);
  };
  listeners.add(listener);
  // Changes between the first request and the beginning of the stream are on no stream.
  const end = isLive.subscribe((isOpen) => isOpen && hasBegun && react(undefined));
  hasBegun = true;
  const timer = setInterval(() => {
    if (!isLive.value && document.visibilityState === 'visible') react(undefined);
  }, ASK_AGAIN_MS);
  return () => {
    clearInterval(timer);
    end();
    listeners.delete(listener);
  };
}

/** Follows the server's events while somebody is signed in: one tab of a browser does, and informs the others. */
export function startLive(): void {
  let end: (() => void) | undefined;
  effect(() => {
    const isIn = Boolean(session.value);
    if (!isIn) {
      end?.();
      end = undefined;
    } else end ??= follow();
  });
}

function follow(): () => void {
  const abort = new AbortController();
  isLive.value = false;
  states.postMessage('ask');
  const open = (): Promise<void> =>
    new Promise((ended) => {
      const events = new EventSource(`${site.interfaces.console ?? '/console/v1'}/events`);
      const stop = (): void => {
        events.close();
        tell(false);
        ended();
      };
      abort.signal.addEventListener('abort', stop, { once: true });
      events.onopen = () => tell(true);
      events.onerror = () => {
        tell(false);
        // A refusal ends the stream for good; a broken connection is opened again by the browser.
        if (events.readyState === EventSource.CLOSED) stop();
      };
      events.addEventListener('change', ({ data }) => {
        const change = JSON.parse(String(data)) as Change;
        hear(change);
        tabs.postMessage(change);
      });
    });
  const tryAgain = async (): Promise<void> => {
    isFollowing = true;
    // Changes since the previous tab was closed are on no stream.
    tell(false);
    while (!abort.signal.aborted) {
      await open();
      // The next session of this tab must not wait for the end of this one.
      if (!abort.signal.aborted) await new Promise((later) => setTimeout(later, ASK_AGAIN_MS));
    }
  };
  // Without locks (plain HTTP outside localhost) every tab has its own stream.
  if (navigator.locks === undefined) void tryAgain();
  else
    void navigator.locks
      .request('fieldbridge-changes', { signal: abort.signal }, tryAgain)
      .catch((error: unknown) => error);
  return () => {
    abort.abort();
    isFollowing = false;
  };
}
