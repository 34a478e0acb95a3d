import { OPERATOR_ROLES, ROLE_SUMMARIES } from '@fieldbridge/contract';
import { UsageError } from '../command.ts';
import type { Action } from './action.ts';
import { type DeskClient, DeskRefusal } from './desk-client.ts';
import { readList } from './read-list.ts';

const ENVIRONMENT = { environment: '!sandbox|production' } as const;
const EXPIRES = { expires: 'DATE|DAYSd' } as const;
const WEIGH_BRIDGE = { 'weigh-bridge': 'NAME=ZONE…' } as const;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** All actions of `fieldbridge operator`, in the order of the help. */
export const ACTIONS: readonly Action[] = [
  get('organisations', 'list the organisations', () => '/organisations'),
  {
    words: 'organisations add',
    summary: 'add an organisation',
    operands: ['NAME'],
    options: { contact: 'TEXT', note: 'TEXT' },
    call: ([name], { contact, note }) => ({ method: 'POST', path: '/organisations', body: { name, contact, note } }),
  },
  {
    words: 'quotas',
    summary: 'show the quotas of an organisation: in force, and set at the desk',
    operands: ['ORGANISATION'],
    options: {},
    call: async ([organisation], _options, desk) => ({
      method: 'GET',
      path: `/organisations/${await idOf(organisation!, desk)}/quotas`,
    }),
  },
  {
    words: 'usage',
    summary: 'show what an organisation stores, as its quotas count it',
    operands: ['ORGANISATION'],
    options: {},
    call: async ([organisation], _options, desk) => ({
      method: 'GET',
      path: `/organisations/${await idOf(organisation!, desk)}/usage`,
    }),
  },
  {
    words: 'quotas set',
    summary: "set an organisation's quotas; 0 means no limit, default the setting of the server",
    operands: ['ORGANISATION'],
    options: { jobs: 'NUMBER|default', bytes: 'NUMBER|default', 'requests-per-minute': 'NUMBER|default' },
    call: async ([organisation], { jobs, bytes, 'requests-per-minute': requests }, desk) => ({
      method: 'PATCH',
      path: `/organisations/${await idOf(organisation!, desk)}/quotas`,
      body: {
        jobs: quota('jobs', jobs),
        bytes: quota('bytes', bytes),
        requestsPerMinute: quota('requests-per-minute', requests),
      },
    }),
  },
  listOf('divisions', 'list the divisions of an organisation'),
  {
    words: 'divisions add',
    summary: 'add a division',
    operands: ['ORGANISATION'],
    options: { ...ENVIRONMENT, name: '!TEXT', abbreviation: '!TEXT' },
    call: async ([organisation], { environment, name, abbreviation }, desk) => ({
      method: 'POST',
      path: `/organisations/${await idOf(organisation!, desk)}/divisions`,
      body: { environment, name, abbreviation },
    }),
  },
  listOf('weigh-bridges', 'list the weigh bridges of an organisation'),
  {
    words: 'weigh-bridges add',
    summary: 'add a weigh bridge; its id is the locationId of tickets',
    operands: ['ORGANISATION'],
    options: { ...ENVIRONMENT, name: '!TEXT', 'time-zone': '!ZONE' },
    call: async ([organisation], options, desk) => ({
      method: 'POST',
      path: `/organisations/${await idOf(organisation!, desk)}/weigh-bridges`,
      body: { environment: options['environment'], name: options['name'], timeZone: options['time-zone'] },
    }),
  },
  {
    words: 'credentials',
    summary: 'list the credentials of an organisation',
    operands: ['ORGANISATION'],
    options: {},
    call: async ([organisation], _options, desk) => ({
      method: 'GET',
      path: `/organisations/${await idOf(organisation!, desk)}/credentials`,
    }),
  },
  {
    words: 'credentials issue',
    summary: 'issue a credential; its secret is shown once',
    operands: ['ORGANISATION'],
    options: {
      interface: '!project|weighing|conversion',
      environment: 'sandbox|production',
      label: 'TEXT',
      ...EXPIRES,
    },
    call: async ([organisation], { interface: name, environment, label, expires }, desk) => ({
      method: 'POST',
      path: `/organisations/${await idOf(organisation!, desk)}/credentials`,
      body: { interface: name, environment, label, expiresAt: expiryTime(expires) },
    }),
  },
  {
    words: 'credentials rotate',
    summary: 'issue a second secret, shown once; revoke the old one afterwards',
    operands: ['CLIENT'],
    options: EXPIRES,
    call: ([id], { expires }) => ({
      method: 'POST',
      path: `/credentials/${encodeURIComponent(id!)}/secrets`,
      body: { expiresAt: expiryTime(expires) },
    }),
  },
  change(
    'credentials revoke-secret',
    'revoke one secret',
    ['CLIENT', 'SECRET'],
    'DELETE',
    ([id, secret]) => `/credentials/${id}/secrets/${secret}`,
  ),
  change(
    'credentials revoke',
    'revoke a credential with its secrets and tokens',
    ['CLIENT'],
    'DELETE',
    ([id]) => `/credentials/${id}`,
  ),
  get(
    'requests',
    'list access requests',
    ({ state }) => `/access-requests${state === undefined ? '' : `?state=${encodeURIComponent(state)}`}`,
    { state: 'pending|approved|declined' },
  ),
  {
    words: 'requests enter',
    summary: 'enter an access request from an email',
    operands: [],
    options: {
      organisation: '!TEXT',
      email: '!ADDRESS',
      interface: '!project|weighing|conversion',
      environment: 'sandbox|production',
      contact: 'TEXT',
      note: 'TEXT',
      ...WEIGH_BRIDGE,
    },
    call: (_operands, { organisation, email, interface: name, environment, contact, note, ...rest }) => ({
      method: 'POST',
      path: '/access-requests',
      body: {
        ...{ organisationName: organisation, email, interface: name, environment, contactName: contact, note },
        weighBridges: weighBridges(rest['weigh-bridge']),
      },
    }),
  },
  {
    words: 'requests approve',
    summary: 'approve a request; shows the message with the link to the secret',
    operands: ['REQUEST'],
    options: { organisation: 'ORGANISATION', label: 'TEXT', ...WEIGH_BRIDGE },
    call: async ([id], { organisation, label, ...rest }, desk) => ({
      method: 'POST',
      path: `/access-requests/${encodeURIComponent(id!)}/approve`,
      body: {
        organisationId: organisation === undefined ? undefined : await idOf(organisation, desk),
        label,
        weighBridges: weighBridges(rest['weigh-bridge']),
      },
    }),
  },
  {
    words: 'requests decline',
    summary: 'decline a request with a reason',
    operands: ['REQUEST'],
    options: { reason: '!TEXT' },
    call: ([id], { reason }) => ({
      method: 'POST',
      path: `/access-requests/${encodeURIComponent(id!)}/decline`,
      body: { reason },
    }),
  },
  {
    words: 'erase',
    summary: 'erase a person (name, email, telephone or licence plate) from the tickets; lists older backups',
    operands: ['ORGANISATION'],
    options: { ...ENVIRONMENT, person: '!TEXT', 'dry-run': 'yes' },
    call: async ([organisation], { environment, person, ...rest }, desk) => ({
      method: 'POST',
      path: `/organisations/${await idOf(organisation!, desk)}/erasures`,
      body: { environment, person, dryRun: dryRun(rest['dry-run']) },
    }),
  },
  get('messages', 'list the messages of the desk', () => '/messages'),
  change('messages send', 'send a message again', ['MESSAGE'], 'POST', ([id]) => `/messages/${id}/send`),
  get('operators', 'list the operators', () => '/operators'),
  {
    words: 'operators add',
    summary: 'add an operator; the key is shown once',
    operands: ['NAME'],
    options: { role: OPERATOR_ROLES.join('|'), ...EXPIRES },
    call: ([name], { role, expires }) => ({
      method: 'POST',
      path: '/operators',
      body: { name, role, expiresAt: expiryTime(expires) },
    }),
  },
  {
    words: 'operators change-role',
    summary: `change what an operator may do (${OPERATOR_ROLES.map((role) => `${role}: ${ROLE_SUMMARIES[role]}`).join('; ')})`,
    operands: ['OPERATOR'],
    options: { role: `!${OPERATOR_ROLES.join('|')}` },
    call: ([id], { role }) => ({ method: 'PATCH', path: `/operators/${encodeURIComponent(id!)}`, body: { role } }),
  },
  {
    words: 'operators replace-key',
    summary: 'replace a key; the new one is shown once',
    operands: ['OPERATOR'],
    options: EXPIRES,
    call: ([id], { expires }) => ({
      method: 'POST',
      path: `/operators/${encodeURIComponent(id!)}/key`,
      body: { expiresAt: expiryTime(expires) },
    }),
  },
  change('operators remove', 'remove an operator', ['OPERATOR'], 'DELETE', ([id]) => `/operators/${id}`),
  get(
    'audit',
    'show the audit trail, newest first',
    ({ limit }) => `/audit?limit=${encodeURIComponent(limit ?? '100')}`,
    {
      limit: 'NUMBER',
    },
  ),
];

function get(
  words: string,
  summary: string,
  path: (options: Parameters<Action['call']>[1]) => string,
  options: Action['options'] = {},
): Action {
  return { words, summary, operands: [], options, call: (_operands, given) => ({ method: 'GET', path: path(given) }) };
}

function change(
  words: string,
  summary: string,
  operands: readonly string[],
  method: 'POST' | 'DELETE',
  path: (operands: readonly string[]) => string,
): Action {
  return {
    words,
    summary,
    operands,
    options: {},
    call: (given) => ({ method, path: path(given.map(encodeURIComponent)) }),
  };
}

function listOf(words: 'divisions' | 'weigh-bridges', summary: string): Action {
  return {
    words,
    summary,
    operands: ['ORGANISATION'],
    options: ENVIRONMENT,
    call: async ([organisation], { environment }, desk) => ({
      method: 'GET',
      path: `/organisations/${await idOf(organisation!, desk)}/${words}?environment=${encodeURIComponent(environment!)}`,
    }),
  };
}

/** @throws UsageError for anything but `yes`: a misspelling must not cause an erasure */
function dryRun(given: string | undefined): true | undefined {
  if (given === undefined || given === 'yes') return given && true;
  throw new UsageError('--dry-run takes yes');
}

/**
 * When a key expires: at the beginning of a day (UTC), at a time with its zone, or after so many days.
 * @throws UsageError for anything else
 */
function expiryTime(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const days = /^(\d{1,4})d$/.exec(given)?.[1];
  if (days !== undefined) return new Date(Date.now() + Number(days) * 86_400_000).toISOString();
  const time = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d))?$/.test(given)
    ? Date.parse(given)
    : Number.NaN;
  if (!Number.isNaN(time)) return new Date(time).toISOString();
  throw new UsageError('--expires needs a date such as 2027-01-31, a time with its zone, or days such as 90d');
}

/** @throws UsageError for anything but a whole number or `default`, which is null */
function quota(name: string, given: string | undefined): number | null | undefined {
  if (given === undefined) return undefined;
  if (given === 'default') return null;
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new UsageError(`--${name} needs a whole number, or default`);
}

/** Weigh bridges given as NAME=ZONE, one per line. @throws UsageError */
function weighBridges(given: string | undefined): { name: string; timeZone: string }[] | undefined {
  return given?.split('\n').map((text) => {
    // A name may contain the sign, a time zone cannot.
    const end = text.lastIndexOf('=');
    if (end < 1) throw new UsageError(`--weigh-bridge needs NAME=ZONE, for instance 'Pit 1=Europe/Berlin'`);
    return { name: text.slice(0, end), timeZone: text.slice(end + 1) };
  });
}

/** The id of an organisation given by id or name. @throws DeskRefusal */
async function idOf(organisation: string, desk: DeskClient): Promise<string> {
  if (UUID.test(organisation)) return organisation;
  const { items } = (await readList(desk, '/organisations')) as { items: { id: string; name: string }[] };
  const found = items.find(({ name }) => name.toLowerCase() === organisation.toLowerCase());
  if (found !== undefined) return found.id;
  throw new DeskRefusal(
    `There is no organisation named ${JSON.stringify(organisation)}; "fieldbridge operator organisations" lists them.`,
    'organisation-unknown',
  );
}
