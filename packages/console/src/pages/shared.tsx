import { ProblemError, problemError } from '@fieldbridge/client/transport/errors.ts';
import { FieldbridgeView } from '@fieldbridge/viewer/element.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { parts } from '../base/route.ts';
import { site } from '../base/site.ts';
import { LanguageChoice } from '../parts/language-choice.tsx';
import { Problem } from '../parts/problem.tsx';
import { isDark } from '../state/theme.ts';
import { language, moment, t } from '../text/index.ts';
import { JobContents } from './job/contents.tsx';
import type { JobInfo } from './job/info.ts';

/** A job of somebody else, by a link: for people who have no access of their own. */
export function SharedPage() {
  const address = `${site.interfaces.conversion}/shared/${encodeURIComponent(parts.value[1] ?? '')}`;
  const [job, setJob] = useState<JobInfo>();
  const [error, setError] = useState<unknown>();
  const open = (): void => {
    setError(undefined);
    opened(address).then(setJob, setError);
  };
  useEffect(open, [address]);
  return (
    <main id="main" class="full">
      <h1>{job === undefined ? 'Fieldbridge' : job.name || t('jobs.unnamed')}</h1>
      {isOver(error) ? (
        <p class="problem" role="alert">
          {t('share.over')}
        </p>
      ) : (
        error !== undefined && <Problem error={error} retry={open} />
      )}
      {job === undefined && error === undefined && (
        <p class="quiet loading" role="status">
          {t('state.loading')}
        </p>
      )}
      {job !== undefined && (
        <>
          <p class="note">
            {t('share.until', { date: moment(job.expiresAt!, { dateStyle: 'long', timeStyle: 'short' }) })}
          </p>
          <SharedView address={address} />
          <h2>{t('job.contents')}</h2>
          <JobContents job={job} />
        </>
      )}
      <LanguageChoice />
    </main>
  );
}

/** Trades the secret of the link, if the address has one, for a cookie of this link, and reads what is shared. */
async function opened(address: string): Promise<JobInfo> {
  const secret = location.hash.slice(1);
  if (secret !== '') {
    await ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret }),
    });
    // The secret stays in no history and no screenshot; the cookie does for the next visit.
    history.replaceState(null, '', location.pathname);
  }
  return (await ask(address, {})).json() as Promise<JobInfo>;
}

const isOver = (error: unknown): boolean => error instanceof ProblemError && error.code === 'share-over';

async function ask(address: string, how: RequestInit): Promise<Response> {
  const response = await fetch(address, { ...how, credentials: 'same-origin' });
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Parameters<typeof problemError>[1];
  throw problemError(response.status, problem, response.headers.get('x-request-id') ?? undefined, undefined);
}

function SharedView({ address }: { readonly address: string }) {
  const place = useRef<HTMLDivElement>(null);
  const theme = isDark.value ? 'dark' : 'light';
  useEffect(() => {
    const view = new FieldbridgeView();
    view.setAttribute('src', `${address}/view`);
    view.lang = language.value;
    view.setAttribute('theme', theme);
    place.current?.replaceChildren(view);
    return () => view.remove();
  }, [address, theme, language.value]);
  return <div class="viewer" ref={place} />;
}
