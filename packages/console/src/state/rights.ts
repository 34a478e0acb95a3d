import { computed, signal } from '@preact/signals';
import { remember, remembered } from '../base/remembered.ts';
import { site } from '../base/site.ts';
import { actingFor, session } from './session.ts';

const ENVIRONMENTS = ['production', 'sandbox'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const chosen = signal<Environment>(remembered<Environment>('environment', 'sandbox'));

/** Whether somebody may see everything, whatever the organisation. */
function seesAll(): boolean {
  const desk = session.value?.roles.desk;
  return desk === 'operator' || desk === 'auditor';
}

/** The environments of which somebody may see anything. */
export const environments = computed<readonly Environment[]>(() => {
  const roles = session.value?.roles;
  return ENVIRONMENTS.filter(
    (one) => seesAll() || (roles && roles[`weighing-${one}`].length + roles[`project-${one}`].length > 0),
  );
});

/** The environment of tickets and projects; jobs have one only. */
export const environment = computed<Environment>(() => {
  const [first = chosen.value] = environments.value;
  return environments.value.includes(chosen.value) ? chosen.value : first;
});

/** Shows tickets and projects of the other environment, and remembers it in this browser. */
export function chooseEnvironment(one: Environment): void {
  chosen.value = one;
  remember('environment', one);
}

/** The parts of the console that roles open, as the beginnings of their addresses. */
const PARTS = ['jobs', 'tickets', 'projects', 'people', 'desk', 'system', 'developer'] as const;
export type Part = (typeof PARTS)[number] | keyof typeof WITHIN;

/** Pages within a part that need more. */
const WITHIN = {
  ...{ webhooks: '/developer/webhooks', totals: '/tickets/totals', audit: '/desk/audit' },
  ...{ newJobs: '/jobs/new', newTickets: '/tickets/import' },
} as const;

/** The part that a page belongs to; undefined if it is for everybody. @param path of the console */
export function partOf(path: string): Part | undefined {
  for (const [name, start] of Object.entries(WITHIN)) if (path.startsWith(start)) return name as keyof typeof WITHIN;
  return PARTS.find((one) => path.split('/')[1] === one);
}

/** Whether somebody may open a part of the console. */
export function may(part: Part): boolean {
  const roles = session.value?.roles;
  if (!roles) return false;
  const isOperator = seesAll();
  switch (part) {
    case 'jobs':
      return (
        site.interfaces.conversion !== undefined &&
        (isOperator || roles.conversion.some((role) => role === 'surveyor' || role === 'manager'))
      );
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
    case 'newJobs':
      return may('jobs') && mayChange('jobs');
    case 'newTickets':
      return may('tickets') && mayChange('newTickets');
  }
}

/** Whether somebody at the desk has not chosen an organisation yet. */
export function isUnchosen(): boolean {
  return session.value?.organisation === null && actingFor.value === null;
}

/** The interfaces whose webhooks somebody may see. */
export function webhookSpaces(): readonly ('weighing' | 'conversion' | 'project')[] {
  const { desk: _, ...roles } = session.value?.roles ?? {};
  const held = Object.entries<readonly string[]>(roles).filter(([, some]) => some.includes('developer'));
  return (['weighing', 'conversion', 'project'] as const).filter(
    (space) => seesAll() || held.some(([name]) => name.startsWith(space)),
  );
}

/** Whether somebody may set up the webhooks of an interface. */
export function mayChangeWebhooks(space: 'weighing' | 'conversion' | 'project'): boolean {
  const { roles } = session.value ?? {};
  if (roles === undefined || roles.desk === 'operator') return roles !== undefined;
  const held: readonly string[] = space === 'conversion' ? roles[space] : roles[`${space}-${environment.value}`];
  return held.includes('developer');
}

/** The route and roles with which something is changed; `PERSON_ROUTES` of the contract has every route. */
const CHANGES = {
  jobs: ['conversion', ['surveyor']],
  tickets: ['weighing', ['bridge', 'manager']],
  /** To send new ones. */
  newTickets: ['weighing', ['manager']],
  projects: ['project', ['manager']],
} as const;

/** Whether somebody may change something: changes that the server would refuse are not offered. */
export function mayChange(what: keyof typeof CHANGES): boolean {
  const { roles, organisation } = session.value ?? {};
  if (roles === undefined || roles.desk === 'operator') return roles !== undefined;
  // Auditors look at other organisations.
  if (actingFor.value !== null && actingFor.value.id !== organisation?.id) return false;
  const [name, some] = CHANGES[what];
  const isSandbox = name !== 'conversion' && environment.value === 'sandbox';
  const held: readonly string[] = name === 'conversion' ? roles.conversion : roles[`${name}-${environment.value}`];
  return held.some((role) => (some as readonly string[]).includes(role) || (isSandbox && role === 'developer'));
}
