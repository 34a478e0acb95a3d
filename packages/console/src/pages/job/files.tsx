import type { ImportStatus, JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import * as route from '../../base/route.ts';
import { site } from '../../base/site.ts';
import type { Issue } from '../../model/report.ts';
import { Action } from '../../parts/action.tsx';
import { When } from '../../parts/bits.tsx';
import { IssueList } from '../../parts/issue-list.tsx';
import { phaseName, ResultBadge } from '../../parts/job-state.tsx';
import { Content, Empty } from '../../parts/page.tsx';
import { conversion } from '../../state/api.ts';
import { type Loaded, useLoad } from '../../state/load.ts';
import { mayChange } from '../../state/rights.ts';
import { t } from '../../text/index.ts';

/** The files imported into a job: the progress of each, what was read, what was not. */
export function JobFiles({ jobId, status }: { readonly jobId: string; readonly status: Loaded<JobStatus> }) {
  return (
    <Content of={status}>
      {({ imports }) =>
        imports.length === 0 ? (
          <Empty text={t('job.empty')} />
        ) : (
          imports.map((one) => <FileCard key={one.fileId} jobId={jobId} file={one} reload={status.reload} />)
        )
      }
    </Content>
  );
}

interface FileCardProps {
  readonly jobId: string;
  readonly file: ImportStatus;
  readonly reload: () => void;
}

function FileCard({ jobId, file, reload }: FileCardProps) {
  const address = `/job/${jobId}/files/${file.fileId}`;
  const isOver = file.state === 'idle';
  return (
    <section class="card" aria-label={file.name}>
      <div class="file">
        <div>
          <h2>
            <bdi>{file.name}</bdi>
          </h2>
          <p class="quiet">
            {file.format} · <When at={file.timings.finishedAt ?? file.timings.queuedAt} />
          </p>
          <p>
            <ResultBadge status={file} />{' '}
            {file.state === 'running' && <span class="quiet">{phaseName(file.phase)}</span>}{' '}
            {isOver && file.failure === null && (
              <span>{t('files.read', { read: file.read, written: file.written, skipped: file.skipped })}</span>
            )}
          </p>
          {file.failure !== null && (
            <p class="problem">
              {file.failure.text} <small class="quiet">{file.failure.code}</small>
            </p>
          )}
          {!isOver && mayChange('jobs') && (
            <Action
              onClick={async () => {
                await conversion.done({ method: 'POST', path: `${address}/cancel` });
                reload();
              }}
            >
              {t('files.cancel')}
            </Action>
          )}
        </div>
        {isOver && file.failure === null && (
          <img alt="" loading="lazy" src={`${site.interfaces.conversion}${address}/thumbnail.svg`} />
        )}
      </div>
      {isOver && <Issues address={address} file={file} />}
    </section>
  );
}

function Issues({ address, file }: { readonly address: string; readonly file: ImportStatus }) {
  const { notes, warnings, errors } = file.issues;
  const issues = useLoad<Issue[]>(
    (signal) => conversion.json({ method: 'GET', path: `${address}/issues`, signal }),
    [address],
  );
  if (notes + warnings + errors === 0) return null;
  return (
    <details open={warnings + errors > 0}>
      <summary>
        {Object.entries({ errors, warnings, notes })
          .flatMap(([level, count]) => (count === 0 ? [] : t(`files.${level as 'errors'}`, { count })))
          .join(', ')}
      </summary>
      <Content of={issues}>
        {(all) => (
          <IssueList
            issues={all}
            showing={({ easting, northing }) => (
              <a href={route.href(`${route.path.value}?at=${easting},${northing}`)}>{t('check.show')}</a>
            )}
          />
        )}
      </Content>
    </details>
  );
}
