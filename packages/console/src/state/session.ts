import type { Authorizer } from '@fieldbridge/client/transport/caller.ts';
import { signal } from '@preact/signals';
import { reach } from '../base/reach.ts';
import { site } from '../base/site.ts';
import { language, setLanguage } from '../text/index.ts';

export type DeskRole = 'operator' | 'auditor' | 'desk';
export type ConversionRole = 'surveyor' | 'manager';
export type WeighingRole = 'bridge' | 'manager';
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
  /** The roles that a manager may give to people of the own organisation. */
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
/** Whether somebody who was at work has to sign in again, over what they see. */
export const isLost = signal(false);
/** The organisation for which somebody at the desk works. */
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

/** Takes over a session that the server has just opened. */
export function began(next: Session): void {
  const before = session.value;
  enter(next);
  tabs.postMessage('changed');
  goOn(before, next);
}

/** Lets what waited for a sign-in go on, unless somebody else has signed in. */
function goOn(before: Session | null | undefined, next: Session): void {
  isLost.value = false;
  const isBack = before === undefined || before === null || before.person.id === next.person.id;
  for (const answer of waiting.splice(0)) answer(isBack);
  // The screen shows things of somebody else.
  if (!isBack) location.reload();
}

/** Gives up signing in again: what waited for it fails. */
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
  // A lost session must not take the page away from under somebody who types.
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
    // Another tab has signed in while the question was on its way.
    if (session.value.csrfToken !== before) return true;
    isLost.value = true;
    return new Promise((resolve) => waiting.push(resolve));
  },
};

/**
 * Does something that needs a fresh sign-in, and asks for one if it is refused for want of it.
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

/** Looks at a refusal: if a role was taken away, the page around it must not go on offering what it allowed. */
export function notice(error: unknown): void {
  // Without a connection the next request finds out.
  if ((error as { code?: string }).code === 'role-not-allowed') void ask().catch(() => {});
}

/** The parts of the console that roles open, as the beginnings of their addresses. */
const PARTS = ['jobs', 'tickets', 'projects', 'people', 'desk', 'system', 'developer'] as const;
export type Part = (typeof PARTS)[number] | keyof typeof WITHIN;

/** Pages within a part that need more. */
const WITHIN = { webhooks: '/developer/webhooks', totals: '/tickets/totals', audit: '/desk/audit' } as const;

/** The part that a page belongs to; undefined if it is for everybody. @param path of the console */
export function partOf(path: string): Part | undefined {
  for (const [name, start] of Object.entries(WITHIN)) if (path.startsWith(start)) return name as keyof typeof WITHIN;
  return PARTS.find((one) => path.split('/')[1] === one);
}

/** Whether somebody may open a part of the console. */
export function may(part: Part): boolean {
  const roles = session.value?.roles;
  if (!roles) return false;
  const isOperator = roles.desk === 'operator' || roles.desk === 'auditor';
  switch (part) {
    case 'jobs':
      return site.interfaces.conversion !== undefined && (isOperator || roles.conversion.length > 0);
    case 'tickets':
      return isOperator || roles['weighing-sandbox'].length + roles['weighing-production'].length > 0;
    case 'projects':
      return isOperator || roles['project-sandbox'].length + roles['project-production'].length > 0;
    case 'people':
      return roles.desk === null && Object.keys(session.value!.mayGive).length > 0;
    case 'desk':
      return roles.desk !== null;
    case 'system':
      return isOperator;
    case 'developer':
      return true;
    case 'webhooks':
      return webhookSpaces().length > 0;
    case 'totals':
      return (
        isOperator ||
        (['weighing-sandbox', 'weighing-production'] as const).some((one) =>
          // The role of a weigh bridge is for its tickets.
          roles[one].some((role) => role !== 'bridge'),
        )
      );
    case 'audit':
      return isOperator;
  }
}

/** Whether somebody of the desk has not said yet for which organisation they look. */
export function isUnchosen(): boolean {
  return session.value?.organisation === null && actingFor.value === null;
}

/** The interfaces whose webhooks somebody may see. */
export function webhookSpaces(): readonly ('weighing' | 'conversion' | 'project')[] {
  const { desk = null, ...roles } = session.value?.roles ?? {};
  const isOperator = desk === 'operator' || desk === 'auditor';
  const held = Object.entries<readonly string[]>(roles).filter(([, some]) => some.includes('developer'));
  return (['weighing', 'conversion', 'project'] as const).filter(
    (space) => isOperator || held.some(([name]) => name.startsWith(space)),
  );
}

/** Whether somebody may send tickets in an environment. */
export function maySendTickets(environment: 'sandbox' | 'production'): boolean {
  const roles = session.value?.roles;
  if (!roles) return false;
  return roles.desk === 'operator' || roles[`weighing-${environment}`].includes('manager');
}
