import type { Query } from '@fieldbridge/client/transport/caller.ts';
import type { Job } from '@fieldbridge/client/wire/conversion.ts';
import type { Project } from '@fieldbridge/client/wire/project.ts';
import type { Ticket } from '../model/ticket.ts';
import { conversion, operator, project, weighing } from '../state/api.ts';
import { isUnchosen, may, type Part, partOf } from '../state/rights.ts';
import { type TextKey, t } from '../text/index.ts';

/** Something that the search found. */
export interface Found {
  readonly to: string;
  readonly text: string;
  readonly about: string;
}

interface Organisation {
  readonly id: string;
  readonly name: string;
}

const MOST_HITS = 12;
/** Typing has ended when no key was pressed for that long. */
const PAUSE_MS = 200;

const PLACES: readonly (readonly [string, TextKey])[] = [
  ['/', 'nav.home'],
  ['/jobs', 'nav.jobs'],
  ['/jobs/new', 'jobs.new'],
  ['/tickets', 'nav.tickets'],
  ['/tickets/findings', 'tickets.findings'],
  ['/tickets/totals', 'tickets.totals'],
  ['/tickets/import', 'ticketImport.title'],
  ['/tickets/kiosk', 'kiosk.title'],
  ['/projects', 'nav.projects'],
  ['/people', 'nav.people'],
  ['/desk/requests', 'desk.requests'],
  ['/desk/organisations', 'desk.organisations'],
  ['/desk/people', 'desk.people'],
  ['/desk/messages', 'desk.messages'],
  ['/desk/audit', 'desk.audit'],
  ['/system', 'nav.system'],
  ['/system/refusals', 'system.refusals'],
  ['/developer', 'nav.developer'],
  ['/developer/try', 'try.title'],
  ['/developer/webhooks', 'webhook.title'],
  ['/me', 'nav.me'],
];

function mayOpen(to: string): boolean {
  const part = partOf(to);
  return part === undefined || may(part);
}

/** Searches the pages at once, and the server when the user has stopped typing. */
export async function find(text: string, signal: AbortSignal, show: (found: readonly Found[]) => void): Promise<void> {
  const wanted = text.trim().toLowerCase();
  const isHit = (name: string): boolean => name.toLowerCase().includes(wanted);
  const places = PLACES.filter(([to]) => mayOpen(to))
    .map(([to, key]) => ({ to, text: t(key), about: '' }))
    .filter((place) => isHit(place.text));
  show(places.slice(0, MOST_HITS));
  if (wanted.length < 2) return;
  await new Promise((later) => setTimeout(later, PAUSE_MS));
  if (signal.aborted) return;
  const asked = text.trim();
  const ofOrganisation = (part: Part): boolean => may(part) && !isUnchosen();
  const kinds = await Promise.all([
    ofOrganisation('jobs')
      ? listed<Job>(conversion, '/job', { text: asked, limit: MOST_HITS }, signal, ({ jobId, name }) => ({
          ...{ to: `/jobs/${jobId}`, text: name || t('jobs.unnamed'), about: t('nav.jobs') },
        }))
      : [],
    ofOrganisation('tickets')
      ? listed<Ticket>(weighing(), '/weighing', { externalId: asked, limit: MOST_HITS }, signal, (ticket) => ({
          ...{ to: `/tickets/${ticket.uuid}`, text: ticket.externalId, about: t('nav.tickets') },
        }))
      : [],
    ofOrganisation('projects')
      ? listed<Project>(project(), '/projects', { text: asked, limit: MOST_HITS }, signal, (one) => ({
          to: `/projects?q=${encodeURIComponent(one.number)}`,
          ...{ text: `${one.number} ${one.name}`, about: t('nav.projects') },
        }))
      : [],
    may('desk')
      ? listed<Organisation>(operator, '/organisations', { limit: 1000 }, signal, ({ id, name }) => ({
          ...{ to: `/desk/organisations/${id}`, text: name, about: t('desk.organisations') },
        })).then((all) => all.filter((one) => isHit(one.text)))
      : [],
  ]);
  if (!signal.aborted) show([...places, ...kinds.flat()].slice(0, MOST_HITS));
}

/** The content of a list of the server; nothing if it cannot be asked. */
async function listed<T>(
  caller: typeof conversion,
  path: string,
  query: Query,
  signal: AbortSignal,
  make: (item: T) => Found,
): Promise<Found[]> {
  const page = await caller.json<{ items: T[] }>({ method: 'GET', path, query, signal }).catch(() => ({ items: [] }));
  return page.items.map(make);
}
