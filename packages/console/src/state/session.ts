import type { Authorizer } from '@fieldbridge/client/transport/caller.ts';
import { signal } from '@preact/signals';
import { reach } from '../base/reach.ts';
import { site } from '../base/site.ts';
import { language, setLanguage } from '../text/index.ts';

export type DeskRole = 'operator' | 'auditor' | 'desk';
export type ConversionRole = 'surveyor' | 'manager' | 'developer';
export type WeighingRole = 'bridge' | 'manager' | 'developer';
export type ProjectRole = 'manager' | 'developer';

/** Who is signed in, and what they may do. */
export interface Session {
  readonly person: {
    readonly id: string;
    readonly name: string;
    readonly email: string | null;
    readonly language: 'en' | 'de' | 'nl';
    readonly kind: 'person' | 'operator';
  };
  readonly organisation: { readonly id: string; readonly name: string } | null;
  readonly roles: {
    readonly desk: DeskRole | null;
    readonly conversion: readonly ConversionRole[];
    readonly 'weighing-sandbox': readonly WeighingRole[];
    readonly 'weighing-production': readonly WeighingRole[];
    readonly 'project-sandbox': readonly ProjectRole[];
    readonly 'project-production': readonly ProjectRole[];
  };
  /** The roles that a manager may give to people of their organisation. */
  readonly mayGive: Readonly<Partial<Record<string, readonly string[]>>>;
  readonly weighBridges: readonly string[];
  readonly csrfToken: string;
  readonly expiresAt: string;
  readonly freshUntil: string | null;
}

/** A way to sign in. */
export type SignIn =
  | { readonly method: 'password'; readonly email: string; readonly password: string }
  | { readonly method: 'key'; readonly key: string }
  | { readonly method: 'link'; readonly token: string }
  | { readonly method: 'passkey'; readonly credential: unknown };

/** undefined until the server was asked, null if nobody is signed in. */
export const session = signal<Session | null | undefined>(undefined);
/** Whether somebody has to sign in again in the middle of their work, over the current page. */
export const isLost = signal(false);
/** The organisation that somebody at the desk works for. */
export const actingFor = signal<{ id: string; name: string } | null>(null);

/** Tabs tell each other when the session changes, because its token changes with it. */
const tabs = new BroadcastChannel('fieldbridge-session');
tabs.onmessage = () => {
  const before = session.value;
  // Without a connection the next request finds out.
  ask().then(
    (next) => next !== null && isLost.value && goOn(before, next),
    () => {},
  );
};

const base = () => site.interfaces.console ?? '/console/v1';
const waiting: ((isBack: boolean) => void)[] = [];

/** Asks the server who is signed in. @returns the session, or null */
export async function ask(): Promise<Session | null> {
  const response = await reach(`${base()}/session`, { headers: { accept: 'application/json' } });
  if (!response.ok && response.status !== 401) throw new Error(`The server answered ${response.status}.`);
  return enter(response.ok ? ((await response.json()) as Session) : null);
}

/** Adopts a session that the server has just opened. */
export function began(next: Session): void {
  const before = session.value;
  enter(next);
  tabs.postMessage('changed');
  goOn(before, next);
}

/** Continues everything that waited for a sign-in, unless somebody else has signed in. */
function goOn(before: Session | null | undefined, next: Session): void {
  isLost.value = false;
  const isBack = before === undefined || before === null || before.person.id === next.person.id;
  for (const answer of waiting.splice(0)) answer(isBack);
  // The screen shows somebody else's data.
  if (!isBack) location.reload();
}

/** Gives up signing in again: everything that waited for it fails. */
export function giveUp(): void {
  isLost.value = false;
  for (const answer of waiting.splice(0)) answer(false);
}

export async function signOut(): Promise<void> {
  await reach(`${base()}/session`, { method: 'DELETE', headers: headersNow() });
  enter(null);
  tabs.postMessage('changed');
}

function enter(next: Session | null): Session | null {
  if (next !== null) setLanguage(next.person.language, false);
  // A lost session must not close the page while somebody is typing.
  if (next === null && session.value && waiting.length > 0) return null;
  session.value = next;
  return next;
}

/** The headers that prove that a request comes from this page. */
export function headersNow(): Record<string, string> {
  return {
    'x-csrf-token': session.value?.csrfToken ?? '',
    'accept-language': language.value,
    ...(actingFor.value === null ? {} : { 'x-organisation-id': actingFor.value.id }),
  };
}

/** Requests of the page: refused ones wait until somebody has signed in again, and are then sent again. */
export const authorizer: Authorizer = {
  current: async () => ({ headers: headersNow() }),
  renewed: async (refused) => {
    const before = refused.headers['x-csrf-token'];
    if (session.value && session.value.csrfToken !== before) return true;
    const found = await fetch(`${base()}/session`, { headers: { accept: 'application/json' } }).catch(() => undefined);
    if (found?.ok) {
      enter((await found.json()) as Session);
      return session.value?.csrfToken !== before;
    }
    if (!session.value) return false;
    // Another tab has signed in while the request was on its way.
    if (session.value.csrfToken !== before) return true;
    isLost.value = true;
    return new Promise((resolve) => waiting.push(resolve));
  },
};

/**
 * Does something that needs a fresh sign-in, and asks for one if it is refused without it.
 * @throws ProblemError
 */
export async function freshly<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if ((error as { code?: string }).code !== 'fresh-sign-in-needed') throw error;
    isLost.value = true;
    if (!(await new Promise<boolean>((resolve) => waiting.push(resolve)))) throw error;
    return act();
  }
}

/** Examines a refusal: if a role was removed, the page must no longer offer what it allowed. */
export function notice(error: unknown): void {
  // Without a connection the next request finds out.
  if ((error as { code?: string }).code === 'role-not-allowed') void ask().catch(() => {});
}
