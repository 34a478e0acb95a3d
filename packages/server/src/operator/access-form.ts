import { detailOf } from '../core/detail.ts';
import { ProblemError } from '../core/problem.ts';

/** A field that people do not see and robots fill in. */
export const TRAP = 'website';
const BRIDGE_FIELDS = ['bridgeName', 'bridgeTimeZone'] as const;

/** A form as a browser sent it. */
export interface SentForm {
  /** The whole body. */
  readonly text: string;
  readonly stamp: string;
  /** The content of the trap. */
  readonly trap: string;
  /** Everything typed, by the names of the fields. */
  readonly fields: ReadonlyMap<string, string>;
  readonly bridges: readonly { readonly name: string; readonly timeZone: string }[];
}

/**
 * Reads a form.
 * @param text application/x-www-form-urlencoded
 * @throws ProblemError malformed-request
 */
export function readForm(text: string): SentForm {
  requireUtf8(text);
  const sent = new URLSearchParams(text);
  const [names, zones] = BRIDGE_FIELDS.map((field) => sent.getAll(field)) as [string[], string[]];
  const fields = new Map<string, string>();
  for (const [name, value] of sent)
    if (!BRIDGE_FIELDS.some((field) => field === name)) fields.set(name, value.replaceAll('\r\n', '\n'));
  const [stamp, trap] = ['stamp', TRAP].map((name) => fields.get(name) ?? '') as [string, string];
  for (const name of ['stamp', TRAP]) fields.delete(name);
  const bridges = names
    .map((name, i) => ({ name, timeZone: zones[i] ?? '' }))
    .filter(({ name, timeZone }) => name !== '' || timeZone !== '');
  return { text, stamp, trap, fields, bridges };
}

/** The request for access that a form states, to be checked like one in JSON: what was left empty is absent. */
export function inputOf({ fields, bridges }: SentForm): Record<string, unknown> {
  const { access, ...others } = Object.fromEntries([...fields].filter(([, value]) => value.trim() !== ''));
  const [name, environment] = access?.split('-', 2) ?? [];
  return {
    ...others,
    ...(name === undefined ? {} : { interface: name }),
    ...(environment === undefined ? {} : { environment }),
    ...(bridges.length === 0 ? {} : { weighBridges: bridges }),
  };
}

/** URLSearchParams would replace what is not UTF-8. */
function requireUtf8(text: string): void {
  try {
    decodeURIComponent(text);
  } catch {
    throw new ProblemError('malformed-request', detailOf('The form is not valid UTF-8.'));
  }
}
