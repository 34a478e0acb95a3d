import type { Job } from '@fieldbridge/client/wire/conversion.ts';
import { conversion, operator } from '../state/api.ts';
import { may, partOf } from '../state/session.ts';
import { type TextKey, t } from '../text/index.ts';

/** Something that the search found. */
export interface Found {
  readonly to: string;
  readonly text: string;
  readonly about: string;
}

const MOST_HITS = 12;
/** Typing is over when nothing more came for that long. */
const PAUSE_MS = 200;

const PLACES: readonly (readonly [string, TextKey])[] = [
  ['/', 'nav.home'],
  ['/jobs', 'nav.jobs'],
  ['/jobs/new', 'jobs.new'],
  ['/tickets', 'nav.tickets'],
  ['/tickets/findings', 'tickets.findings'],
  ['/tickets/totals', 'tickets.totals'],
  ['/projects', 'nav.projects'],
  ['/desk/requests', 'desk.requests'],
  ['/desk/organisations', 'desk.organisations'],
  ['/desk/people', 'desk.people'],
  ['/desk/audit', 'desk.audit'],
  ['/system', 'nav.system'],
  ['/developer', 'nav.developer'],
  ['/me', 'nav.me'],
];

function mayOpen(to: string): boolean {
  const part = partOf(to);
  return part === undefined || may(part);
}

/** Looks for places at once, and for things on the server when somebody has stopped typing. */
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
  const kinds = await Promise.all([
    may('jobs')
      ? namesOf<Job>(conversion, '/job', signal, ({ jobId, name }) => ({
          ...{ to: `/jobs/${jobId}`, text: name || t('jobs.unnamed'), about: t('nav.jobs') },
        }))
      : [],
    may('desk')
      ? namesOf<{ id: string; name: string }>(operator, '/organisations', signal, ({ id, name }) => ({
          ...{ to: `/desk/organisations/${id}`, text: name, about: t('desk.organisations') },
        }))
      : [],
  ]);
  if (!signal.aborted) show([...places, ...kinds.flat().filter((one) => isHit(one.text))].slice(0, MOST_HITS));
}

async function namesOf<T>(
  caller: typeof conversion,
  path: string,
  signal: AbortSignal,
  make: (item: T) => Found,
): Promise<Found[]> {
  const call = { method: 'GET', path, query: { limit: 1000 }, signal };
  const page = await caller.json<{ items: T[] }>(call).catch(() => ({ items: [] }));
  return page.items.map(make);
}
