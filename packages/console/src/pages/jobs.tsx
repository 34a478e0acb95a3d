import type { Job, JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import { useEffect, useState } from 'preact/hooks';
import { href, query, setQuery } from '../base/route.ts';
import { site } from '../base/site.ts';
import { When } from '../parts/bits.tsx';
import { CardGrid } from '../parts/card-grid.tsx';
import { Input } from '../parts/field.tsx';
import { ResultBadge } from '../parts/job-state.tsx';
import { Empty, Page } from '../parts/page.tsx';
import { Paged, usePaged } from '../parts/paged.tsx';
import { jobs as api, conversion } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { may } from '../state/rights.ts';
import { bytes, t } from '../text/index.ts';

/** The jobs of the organisation, newest first, with their pictures. */
export function JobsPage() {
  const wanted = query.value.get('q') ?? '';
  const asked = { order: 'newest', ...(wanted === '' ? {} : { text: wanted }) };
  const list = usePaged<Job>(conversion, '/job', asked);
  useEffect(() => onChange('job.', list.reload), []);
  const isNone = wanted === '' && list.data?.items.length === 0;
  const add = may('newJobs') && (
    <a class="button main" href={href('/jobs/new')}>
      {t('jobs.new')}
    </a>
  );
  return (
    <Page title={t('nav.jobs')} actions={add}>
      {isNone ? (
        <Empty text={t('jobs.none')}>{add}</Empty>
      ) : (
        <>
          <div class="filters">
            <Input {...{ label: t('jobs.search'), type: 'search', value: wanted }} onChange={(q) => setQuery({ q })} />
          </div>
          <Paged {...{ list, caller: conversion, path: '/job', query: asked, empty: t('search.nothing') }}>
            {(items, onEnd) => (
              <CardGrid rows={items} onEnd={onEnd} class="jobs">
                {(job) => <JobCard key={job.jobId} job={job} />}
              </CardGrid>
            )}
          </Paged>
        </>
      )}
    </Page>
  );
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
  const file = data?.imports.findLast(({ result }) => result !== null && result !== 'failed');
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
