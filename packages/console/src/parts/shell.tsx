import { useEffect, useState } from 'preact/hooks';
import { go, path } from '../base/route.ts';
import { chooseEnvironment, environment, environments, may } from '../state/rights.ts';
import { actingFor, giveUp, isLost, session, signOut } from '../state/session.ts';
import { drop, say, toasts } from '../state/toasts.ts';
import { type TextKey, t } from '../text/index.ts';
import { softHyphenated } from '../text/soft-hyphens.ts';
import { Confirmations } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Icon, type IconName } from './icon.tsx';
import { sentenceOf } from './problem.tsx';
import { Keys, SearchBox } from './search-box.tsx';
import { Secrets } from './secret.tsx';
import { SignInForm } from './sign-in-form.tsx';

const PLACES = [
  'jobs',
  'tickets',
  'projects',
  'people',
  'desk',
  'system',
  'developer',
] as const satisfies readonly IconName[];

/** The frame of every page: navigation, the signed-in person, confirmations. */
export function Shell({ children }: { readonly children: preact.ComponentChildren }) {
  return (
    <>
      <a class="skip" href="#main">
        {t('nav.skip')}
      </a>
      <Bar />
      <div class="body">{children}</div>
      <Toasts />
      <Confirmations />
      <Secrets />
      <SearchBox />
      <Keys />
      {isLost.value && (
        <Dialog title={t('signIn.again')} onClose={giveUp}>
          <p>{t('signIn.againText')}</p>
          <SignInForm email={session.value?.person.email ?? ''} />
        </Dialog>
      )}
    </>
  );
}

function Bar() {
  const places = PLACES.filter((place) => may(place));
  const link = (to: string, icon: IconName, key: TextKey) => (
    <a href={to.slice(1) || '.'} aria-current={isOpen(to) ? 'page' : undefined}>
      <Icon name={icon} />
      <span>{softHyphenated(t(key))}</span>
    </a>
  );
  return (
    <header class="bar">
      <a class="brand" href=".">
        Fieldbridge
      </a>
      <nav aria-label={t('nav.main')}>
        {link('/', 'home', 'nav.home')}
        {places.map((place) => link(`/${place}`, place, `nav.${place}`))}
      </nav>
      <div class="end">
        {(may('tickets') || may('projects')) && <EnvironmentChoice />}
        <button type="button" class="plain" onClick={() => (SearchBox.isOpen.value = true)} title={t('nav.searchHint')}>
          <Icon name="search" />
          <span class="wide-only">{t('nav.search')}</span>
        </button>
        <PersonMenu />
      </div>
    </header>
  );
}

function isOpen(to: string): boolean {
  return to === '/' ? path.value === '/' : path.value === to || path.value.startsWith(`${to}/`);
}

/** Sandbox and production must never be confused. */
function EnvironmentChoice() {
  const isSandbox = environment.value === 'sandbox';
  return (
    <select
      class={`environment ${environment.value}`}
      aria-label={t('environment.label')}
      value={environment.value}
      onChange={({ currentTarget: { value } }) => {
        chooseEnvironment(value === 'sandbox' ? 'sandbox' : 'production');
      }}
      title={t(isSandbox ? 'environment.sandboxHint' : 'environment.productionHint')}
    >
      {environments.value.map((one) => (
        <option key={one} value={one}>
          {t(`environment.${one}`)}
        </option>
      ))}
    </select>
  );
}

function PersonMenu() {
  const [isShown, show] = useState(false);
  useEffect(() => show(false), [path.value]);
  const { person, organisation } = session.value ?? {};
  if (person === undefined) return null;
  return (
    <details class="menu" open={isShown} onToggle={(event) => show(event.currentTarget.open)}>
      <summary>
        <Icon name="me" />
        <span class="unseen">{t('nav.me')}</span>
        <span class="wide-only">
          <bdi>{person.name}</bdi>
        </span>
      </summary>
      <div>
        <p>
          <b>
            <bdi>{person.name}</bdi>
          </b>
          <br />
          <bdi class="quiet">{actingFor.value?.name ?? organisation?.name ?? t('me.noOrganisation')}</bdi>
        </p>
        <a href="me">{t('nav.me')}</a>
        <a href="docs/guides">{t('nav.guides')}</a>
        <button
          type="button"
          class="plain"
          onClick={() => {
            signOut().then(
              () => go('/'),
              (error: unknown) => say(sentenceOf(error), undefined, 'failed'),
            );
          }}
        >
          {t('signIn.leave')}
        </button>
      </div>
    </details>
  );
}

function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, kind, undo }) => (
        <div key={id} class={kind}>
          <span>{text}</span>
          {undo !== undefined && (
            <button
              type="button"
              class="plain"
              onClick={() => {
                undo();
                drop(id);
              }}
            >
              {t('action.undo')}
            </button>
          )}
          <button type="button" class="plain icon" aria-label={t('action.close')} onClick={() => drop(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
