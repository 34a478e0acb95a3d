import type { JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { go, href, parts, path, query } from '../base/route.ts';
import { site } from '../base/site.ts';
import { Action } from '../parts/action.tsx';
import { confirm } from '../parts/confirm.tsx';
import { ResultBadge } from '../parts/job-state.tsx';
import { Content, Page, Tabs } from '../parts/page.tsx';
import { ShareDialog } from '../parts/share-dialog.tsx';
import { conversion, jobs } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { mayChange } from '../state/rights.ts';
import { say } from '../state/toasts.ts';
import { askAhead } from '../state/view-source.ts';
import { bytes, t } from '../text/index.ts';
import { JobCheckPart } from './job/check.tsx';
import { JobCompare } from './job/compare.tsx';
import { JobContents } from './job/contents.tsx';
import { JobExport } from './job/export.tsx';
import { JobFiles } from './job/files.tsx';
import type { JobInfo } from './job/info.ts';
import { JobView } from './job/view.tsx';

/** One job: its plan, files, contents, doubts and exports. */
export function JobPage() {
  const jobId = parts.value[1] ?? '';
  const tab = query.value.get('tab') ?? 'plan';
  // Before the description of the job has been loaded, which says whether there is a plan.
  useMemo(() => tab === 'plan' && askAhead(`${site.interfaces.conversion}/job/${jobId}/view`), [jobId]);
  const info = useLoad<JobInfo>(
    (signal) => conversion.json({ method: 'GET', path: `/job/${jobId}/info`, signal }),
    [jobId],
  );
  const status = useLoad<JobStatus>((signal) => jobs.status(jobId, { signal }), [jobId]);
  const revision = status.data?.revision;
  const isBusy = status.data !== undefined && status.data.state !== 'idle';
  useEffect(
    () =>
      onChange('job.', (change) => {
        if (change === undefined || change.jobId === jobId) status.reload();
      }),
    [jobId],
  );
  useEffect(() => {
    if (!isBusy) return;
    const abort = new AbortController();
    jobs.waitFor(jobId, { signal: abort.signal, onStatus: status.set }).catch(() => undefined);
    return () => abort.abort();
  }, [jobId, isBusy]);
  useEffect(() => {
    if (revision !== undefined && revision !== info.data?.revision) info.reload();
  }, [revision]);
  const [isSharing, setSharing] = useState(false);
  const title = info.data?.name || t('jobs.unnamed');
  const tabs = (['plan', 'files', 'contents', 'check', 'compare', 'export'] as const).map(
    (one) => [`${path.value}${one === 'plan' ? '' : `?tab=${one}`}`, t(`job.${one}`)] as const,
  );
  return (
    <Page
      class={tab === 'plan' || (tab === 'compare' && query.value.has('with')) ? 'full' : ''}
      title={title}
      above={['/jobs', t('nav.jobs')]}
      actions={
        <>
          {status.data !== undefined && <ResultBadge status={status.data} />}
          {mayChange('jobs') && (
            <>
              <a class="button" href={href(`/jobs/new?job=${jobId}`)}>
                {t('jobs.addFiles')}
              </a>
              <button type="button" onClick={() => setSharing(true)}>
                {t('share.open')}
              </button>
            </>
          )}
          <a class="button main" href={href(`${path.value}?tab=export`)}>
            {t('job.export')}
          </a>
          {mayChange('jobs') && (
            <Action
              kind="danger"
              onClick={() =>
                confirm({
                  title: t('job.deleteTitle', { name: title }),
                  text: t('job.deleteText'),
                  yes: t('action.delete'),
                  isDanger: true,
                  act: async () => {
                    await jobs.delete(jobId);
                    say(t('job.deleted', { name: title }));
                    go('/jobs');
                  },
                })
              }
            >
              {t('action.delete')}
            </Action>
          )}
        </>
      }
    >
      <Tabs tabs={tabs} open={tab === 'plan' ? path.value : `${path.value}?tab=${tab}`} />
      <Content of={info}>
        {(job) => {
          switch (tab) {
            case 'files':
              return <JobFiles jobId={jobId} status={status} />;
            case 'contents':
              return <JobContents job={job} />;
            case 'check':
              return <JobCheckPart path={`/job/${jobId}`} revision={job.revision} />;
            case 'compare':
              return <JobCompare job={job} />;
            case 'export':
              return <JobExport job={job} />;
            default:
              return job.revision === 0 ? (
                <p class="note">{t(isBusy ? 'job.importing' : 'job.empty', { size: bytes(job.bytes) })}</p>
              ) : (
                <JobView path={`/job/${jobId}`} revision={job.revision} />
              );
          }
        }}
      </Content>
      {isSharing && <ShareDialog jobId={jobId} name={title} onClose={() => setSharing(false)} />}
    </Page>
  );
}
