import type { Job, JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import { useEffect, useState } from 'preact/hooks';
import { href, query, setQuery } from '../base/route.ts';
import { site } from '../base/site.ts';
import { When } from '../parts/bits.tsx';
import { Input } from '../parts/field.tsx';
import { ResultBadge } from '../parts/job-state.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { jobs as api, conversion } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { bytes, t } from '../text/index.ts';

interface JobPage {
  readonly items: readonly Job[];
  readonly next?: string | null;
}

const PAGE_LENGTH = 60;

/** The jobs of the organisation, newest first, with their pictures. */
export function JobsPage() {
  const [more, setMore] = useState<readonly Job[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const list = useLoad(async (signal) => {
    const page = await read(undefined, signal);
    setMore([]);
    setNext(page.next ?? null);
    return page;
  }, []);
  useEffect(() => onChange('job.', list.reload), []);
  const wanted = query.value.get('q') ?? '';
  return (
    <Page
      title={t('nav.jobs')}
      actions={
        <a class="button main" href={href('/jobs/new')}>
          {t('jobs.new')}
        </a>
      }
    >
      <Content of={list}>
        {({ items }) => {
          if (items.length === 0)
            return (
              <Empty text={t('jobs.none')}>
                <a class="button main" href={href('/jobs/new')}>
                  {t('jobs.new')}
                </a>
              </Empty>
            );
          const all = [...items, ...more];
          const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted.toLowerCase()));
          return (
            <>
              <div class="filters">
                <Input
                  {...{ label: t('jobs.search'), type: 'search', value: wanted }}
                  onChange={(q) => setQuery({ q })}
                />
              </div>
              {shown.length === 0 && <Empty text={t('search.nothing')} />}
              <div class="jobs">
                {shown.map((job) => (
                  <JobCard key={job.jobId} job={job} />
                ))}
              </div>
              {next !== null && (
                <p>
                  <button
                    type="button"
                    onClick={async () => {
                      const page = await read(next);
                      setMore([...more, ...page.items]);
                      setNext(page.next ?? null);
                    }}
                  >
                    {t('action.more')}
                  </button>
                </p>
              )}
            </>
          );
        }}
      </Content>
    </Page>
  );
}

function read(cursor: string | undefined, signal?: AbortSignal): Promise<JobPage> {
  return conversion.json({ method: 'GET', path: '/job', query: { limit: PAGE_LENGTH, cursor }, signal });
}

function JobCard({ job }: { readonly job: Job }) {
  const status = useLoad<JobStatus>((signal) => api.status(job.jobId, { signal }), [job.jobId, job.revision]);
  const [hasPicture, setHasPicture] = useState(true);
  const { data } = status;
  useEffect(() => {
    if (data === undefined || data.state === 'idle') return;
    const abort = new AbortController();
    api.waitFor(job.jobId, { signal: abort.signal, onStatus: status.set }).catch(() => undefined);
    return () => abort.abort();
  }, [data?.state === 'idle', data === undefined]);
  const file = data?.imports.find(({ result }) => result !== null && result !== 'failed');
  const picture =
    file === undefined || !hasPicture
      ? undefined
      : `${site.interfaces.conversion}/job/${job.jobId}/files/${file.fileId}/thumbnail.svg`;
  return (
    <a class="card job" href={href(`/jobs/${job.jobId}`)}>
      <div class="picture">
        {picture === undefined ? (
          t('jobs.noPicture')
        ) : (
          <img src={picture} alt="" loading="lazy" onError={() => setHasPicture(false)} />
        )}
      </div>
      <div>
        <b>
          <bdi>{job.name || t('jobs.unnamed')}</bdi>
        </b>
        <span>{data === undefined ? '…' : <ResultBadge status={data} />}</span>
        <small class="quiet">
          <When at={job.modifiedAt} /> · {bytes(job.bytes)}
          {job.expiresAt !== null && (
            <>
              {' '}
              · {t('jobs.expires')} <When at={job.expiresAt} />
            </>
          )}
        </small>
      </div>
    </a>
  );
}
