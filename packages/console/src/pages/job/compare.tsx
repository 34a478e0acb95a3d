import type { Job } from '@fieldbridge/client/wire/conversion.ts';
import { useState } from 'preact/hooks';
import { href, path, query, setQuery } from '../../base/route.ts';
import { Input } from '../../parts/field.tsx';
import { Content } from '../../parts/page.tsx';
import { unitName } from '../../parts/unit-name.ts';
import { conversion } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { t } from '../../text/index.ts';
import type { JobInfo } from './info.ts';
import { JobView } from './view.tsx';

/** Jobs offered at a time: the search finds the others. */
const MOST_JOBS = 30;

/** The job over another one, or over an earlier revision of itself: `?with=ID&otherRevision=N&tolerance=T`. */
export function JobCompare({ job }: { readonly job: JobInfo }) {
  const other = query.value.get('with');
  if (job.revision === 0) return <p class="note">{t('job.empty')}</p>;
  return other === null ? <Choice job={job} /> : <Comparison job={job} otherId={other} />;
}

function Comparison({ job, otherId }: { readonly job: JobInfo; readonly otherId: string }) {
  const [tolerance, setTolerance] = useState(query.value.get('tolerance') ?? '');
  const asked = new URLSearchParams();
  for (const name of ['otherRevision', 'tolerance']) {
    const value = query.value.get(name);
    if (value !== null) asked.set(name, value);
  }
  const isWrong = tolerance !== '' && !(Number(tolerance) >= 0 && Number(tolerance) <= 1e6);
  return (
    <>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) setQuery({ tolerance });
        }}
      >
        <Input
          {...{ label: t('compare.tolerance', { unit: unitName(job.unit) }), inputMode: 'decimal', value: tolerance }}
          {...(isWrong ? { error: t('compare.noLength') } : {})}
          onChange={setTolerance}
        />
        <button type="submit">{t('compare.again')}</button>
        <a class="button" href={href(`${path.value}?tab=compare`)}>
          {t('compare.choose')}
        </a>
      </form>
      <JobView
        path={`/job/${job.jobId}`}
        view={`compared/${encodeURIComponent(otherId)}/view?${asked}`}
        revision={job.revision}
        hasStill={false}
      />
    </>
  );
}

/** What to compare the job with. */
function Choice({ job }: { readonly job: JobInfo }) {
  const [text, setText] = useState('');
  const jobs = useLoad<{ readonly items: readonly Job[] }>(
    (signal) =>
      conversion.json({
        ...{ method: 'GET', path: '/job', signal },
        query: { order: 'newest', limit: MOST_JOBS, ...(text.trim() === '' ? {} : { text: text.trim() }) },
      }),
    [text],
  );
  const to = (id: string, revision: number | undefined): string =>
    href(`${path.value}?tab=compare&with=${id}${revision === undefined ? '' : `&otherRevision=${revision}`}`);
  const earlier = Array.from({ length: job.revision - 1 }, (_, i) => job.revision - 1 - i);
  return (
    <>
      <p>{t('compare.about')}</p>
      {earlier.length > 0 && (
        <section class="card">
          <h2>{t('compare.earlier')}</h2>
          <ul class="plain">
            {earlier.slice(0, MOST_JOBS).map((revision) => (
              <li key={revision}>
                <a href={to(job.jobId, revision)}>
                  {t('compare.revision', { revision, file: job.sources?.[revision - 1]?.name ?? '' })}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card">
        <h2>{t('compare.jobs')}</h2>
        <Input {...{ label: t('jobs.search'), type: 'search', value: text }} onChange={setText} />
        <Content of={jobs}>
          {({ items }) => {
            const others = items.filter(({ jobId, revision }) => jobId !== job.jobId && revision > 0);
            return others.length === 0 ? (
              <p class="quiet">{t('search.nothing')}</p>
            ) : (
              <ul class="plain">
                {others.map(({ jobId, name }) => (
                  <li key={jobId}>
                    <a href={to(jobId, undefined)}>
                      <bdi>{name || t('jobs.unnamed')}</bdi>
                    </a>
                  </li>
                ))}
              </ul>
            );
          }}
        </Content>
      </section>
    </>
  );
}
