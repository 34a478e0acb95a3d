import { computed, signal } from '@preact/signals';

/** The address below the console's own, and its query. */
const here = signal(read());

export const path = computed(() => here.value.path);
export const query = computed(() => new URLSearchParams(here.value.search));
/** The parts of the path: `['jobs', 'ID']`. */
export const parts = computed(() => path.value.split('/').filter(Boolean).map(decodeURIComponent));

function base(): string {
  return new URL(document.baseURI).pathname;
}

function read(): { path: string; search: string } {
  const { pathname, search } = location;
  return { path: `/${pathname.startsWith(base()) ? pathname.slice(base().length) : ''}`, search };
}

/** A link to a place of the console. @param to beginning with `/` */
export function href(to: string): string {
  return base() + to.slice(1);
}

/** Goes to a place. @param to beginning with `/`, with its query */
export function go(to: string, { replace = false } = {}): void {
  if (href(to) === location.pathname + location.search) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', href(to));
  here.value = read();
  if (!replace) scrollTo(0, 0);
}

/** Changes parameters of the query; empty ones are removed. Filters are in the address, so that they can be sent. */
export function setQuery(changes: Readonly<Record<string, string | undefined>>): void {
  const next = new URLSearchParams(query.value);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  const text = next.toString();
  go(path.value + (text === '' ? '' : `?${text}`), { replace: true });
}

/** Follows the browser's back and forward, and links inside the console. */
export function startRouting(isPlace: (path: string) => boolean): void {
  addEventListener('popstate', () => {
    here.value = read();
  });
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a[href]') as HTMLAnchorElement | null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const to = `/${link.pathname.slice(base().length)}`;
    if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin || !isPlace(to)) return;
    if (link.hash !== '' && link.pathname === location.pathname) return;
    event.preventDefault();
    go(to + link.search);
  });
}
