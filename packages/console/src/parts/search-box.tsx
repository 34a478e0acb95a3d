import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { go } from '../base/route.ts';
import { may } from '../state/rights.ts';
import { t } from '../text/index.ts';
import { Dialog } from './dialog.tsx';
import { type Found, find } from './finding.ts';

const isOpen = signal(false);
const isHelpOpen = signal(false);

/** Ctrl-K: goes anywhere, does anything, finds jobs, tickets and organisations. */
export function SearchBox() {
  return isOpen.value ? <Open /> : null;
}
SearchBox.isOpen = isOpen;

function Open() {
  const [text, setText] = useState('');
  const [hits, setHits] = useState<readonly Found[]>([]);
  const [at, setAt] = useState(0);
  const close = (): void => {
    isOpen.value = false;
  };
  useEffect(() => {
    const abort = new AbortController();
    void find(text, abort.signal, (found) => {
      if (abort.signal.aborted) return;
      setHits(found);
      setAt(0);
    });
    return () => abort.abort();
  }, [text]);
  const follow = (hit: Found | undefined): void => {
    if (hit === undefined) return;
    close();
    go(hit.to);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((old) => (old + step + hits.length) % Math.max(1, hits.length));
    } else if (event.key === 'Enter') follow(hits[at]);
  };
  return (
    <Dialog title={t('nav.search')} onClose={close}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-label={t('nav.search')}
        aria-controls="hits"
        aria-activedescendant={hits.length > 0 ? `hit-${at}` : undefined}
        placeholder={t('search.hint')}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
      />
      <div id="hits" class="hits" role="listbox" aria-label={t('nav.search')}>
        {hits.map((hit, i) => (
          <div
            id={`hit-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === at}
            onClick={() => follow(hit)}
            onKeyDown={(event) => event.key === 'Enter' && follow(hit)}
          >
            <bdi>{hit.text}</bdi> <small class="quiet">{hit.about}</small>
          </div>
        ))}
      </div>
      {hits.length === 0 && <p class="quiet">{t('search.nothing')}</p>}
    </Dialog>
  );
}

const KEYS = [
  ['Ctrl K', 'keys.search'],
  ['/', 'keys.filter'],
  ['↑ ↓', 'keys.rows'],
  ['g j', 'nav.jobs'],
  ['g t', 'nav.tickets'],
  ['g p', 'nav.projects'],
  ['g d', 'nav.desk'],
  ['g s', 'nav.system'],
  ['n', 'keys.new'],
  ['?', 'keys.help'],
  ['Esc', 'keys.close'],
] as const;

/** The keys of the whole console, and the page that lists them. */
export function Keys() {
  useEffect(() => {
    let before = '';
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        isOpen.value = !isOpen.value;
        return;
      }
      const target = event.composedPath()[0] as HTMLElement;
      const isTyping = target.matches?.('input, select, textarea, [contenteditable]') ?? false;
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
      const places = { j: 'jobs', t: 'tickets', p: 'projects', d: 'desk', s: 'system' } as const;
      const place = before === 'g' ? places[event.key as keyof typeof places] : undefined;
      before = event.key;
      if (place !== undefined && may(place)) go(`/${place}`);
      else if (event.key === '?') isHelpOpen.value = true;
      else if (event.key === 'n' && may('newJobs')) go('/jobs/new');
      else if (event.key === '/') {
        const field = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (field !== null) {
          event.preventDefault();
          field.focus();
        }
      }
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  if (!isHelpOpen.value) return null;
  return (
    <Dialog title={t('keys.title')} onClose={() => (isHelpOpen.value = false)}>
      <dl class="keys">
        {KEYS.map(([keys, key]) => (
          <>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{t(key)}</dd>
          </>
        ))}
      </dl>
    </Dialog>
  );
}
