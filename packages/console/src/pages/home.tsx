import type { Job, JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import { href } from '../base/route.ts';
import { When } from '../parts/bits.tsx';
import { ResultBadge } from '../parts/job-state.tsx';
import { Content, Page } from '../parts/page.tsx';
import { conversion, jobs, operator, weighing } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { isUnchosen, may } from '../state/rights.ts';
import { session } from '../state/session.ts';
import { language, t } from '../text/index.ts';

/** Work that waits for the person: requests, findings, jobs. */
export function HomePage() {
  return (
    <Page title={t('home.title', { name: session.value?.person.name ?? '' })}>
      <div class="cards few">
        {may('jobs') && !isUnchosen() && <LatestJobs />}
        {may('tickets') && !isUnchosen() && <Findings />}
        {may('desk') && <Requests />}
      </div>
    </Page>
  );
}

const SHOWN = 6;
interface Items<T> {
  readonly items: readonly T[];
}

function LatestJobs() {
  const latest = useLoad<Items<Job>>(
    (signal) => conversion.json({ method: 'GET', path: '/job', query: { limit: SHOWN }, signal }),
    [],
  );
  return (
    <section class="card">
      <h2>{t('home.jobs')}</h2>
      <Content of={latest}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{t('jobs.none')}</p>
          ) : (
            <ul class="plain">
              {items.map((job) => (
                <li>
                  <a href={href(`/jobs/${job.jobId}`)}>
                    <bdi>{job.name || t('jobs.unnamed')}</bdi>
                  </a>{' '}
                  <small class="quiet">
                    <When at={job.modifiedAt} />
                  </small>{' '}
                  <Outcome job={job} />
                </li>
              ))}
            </ul>
          )
        }
      </Content>
      {may('newJobs') && (
        <p>
          <a class="button main" href={href('/jobs/new')}>
            {t('jobs.new')}
          </a>
        </p>
      )}
    </section>
  );
}

/** The outcome of a job's imports, unless all went well. */
function Outcome({ job: { jobId, revision } }: { readonly job: Job }) {
  const { data } = useLoad<JobStatus>((signal) => jobs.status(jobId, { signal }), [jobId, revision]);
  return data === undefined || (data.state === 'idle' && (data.result ?? 'success') === 'success') ? null : (
    <ResultBadge status={data} />
  );
}

interface FoundTicket {
  readonly uuid: string;
  readonly externalId: string;
  readonly findings: readonly { readonly code: string; readonly text: string }[];
}

function Findings() {
  const caller = weighing();
  const found = useLoad<Items<FoundTicket>>(
    (signal) =>
      caller.json({ method: 'GET', path: '/weighing/findings', query: { limit: SHOWN, settled: false }, signal }),
    [caller, language.value],
  );
  return (
    <section class="card">
      <h2>{t('home.findings')}</h2>
      <Content of={found}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{t('home.noFindings')}</p>
          ) : (
            <ul class="plain">
              {items.map(({ uuid, externalId, findings }) => (
                <li>
                  <a href={href(`/tickets/${uuid}`)}>
                    <bdi>{externalId}</bdi>
                  </a>{' '}
                  <small class="quiet">{findings[0]?.text}</small>
                </li>
              ))}
            </ul>
          )
        }
      </Content>
    </section>
  );
}

interface Request {
  readonly id: string;
  readonly organisationName: string;
  readonly createdAt: string;
}

function Requests() {
  const requests = useLoad<Items<Request>>(
    (signal) =>
      operator.json({ method: 'GET', path: '/access-requests', query: { state: 'pending', limit: SHOWN }, signal }),
    [],
  );
  return (
    <section class="card">
      <h2>{t('home.requests')}</h2>
      <Content of={requests}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{t('home.noRequests')}</p>
          ) : (
            <ul class="plain">
              {items.map(({ id, organisationName, createdAt }) => (
                <li>
                  <a href={href(`/desk/requests/${id}`)}>
                    <bdi>{organisationName}</bdi>
                  </a>{' '}
                  <small class="quiet">
                    <When at={createdAt} />
                  </small>
                </li>
              ))}
            </ul>
          )
        }
      </Content>
    </section>
  );
}
