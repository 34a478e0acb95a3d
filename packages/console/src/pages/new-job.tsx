import type { FormatView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { go, query } from '../base/route.ts';
import { filterOf, optionFields, type Report } from '../model/report.ts';
import { Action } from '../parts/action.tsx';
import { Progress } from '../parts/bits.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { Select } from '../parts/field.tsx';
import { FileView } from '../parts/file-view.tsx';
import { IssueList } from '../parts/issue-list.tsx';
import { Kinds } from '../parts/kinds.tsx';
import { givenOptions, OptionForm } from '../parts/option-form.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { ReportChoices } from '../parts/report-choices.tsx';
import { ReportTree } from '../parts/report-tree.tsx';
import { SizeDoubt } from '../parts/size-doubt.tsx';
import { unitName } from '../parts/unit-name.ts';
import { conversion, jobs } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { bytes, t } from '../text/index.ts';
import type { JobInfo } from './job/info.ts';

/** A file on its way into the job. */
interface Entering {
  readonly id: number;
  readonly file: File;
  readonly options: Readonly<Record<string, string>>;
  readonly sent: number;
  readonly report?: Report;
  readonly error?: unknown;
}

let last = 0;

/** Files in, their content to choose from, one job out. With `?job=` they are added to that job. */
export function NewJobPage() {
  const into = query.value.get('job') ?? undefined;
  const [jobId, setJobId] = useState<string | undefined>(into);
  const [files, setFiles] = useState<readonly Entering[]>([]);
  const [error, setError] = useState<unknown>();
  const formats = useLoad<FormatView[]>(
    (signal) => conversion.json({ method: 'GET', path: '/formats', query: { for: 'import' }, signal }),
    [],
  );
  const job = useLoad<JobInfo | undefined>(
    async (signal) =>
      into === undefined ? undefined : conversion.json({ method: 'GET', path: `/job/${into}/info`, signal }),
    [into],
  );
  const change = (id: number, changes: Partial<Entering>): void =>
    setFiles((old) => old.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  /** Sends a file and reads its content report. */
  const look = async (job: string, entering: Entering): Promise<void> => {
    change(entering.id, { report: undefined, error: undefined, sent: 0, options: entering.options });
    try {
      const report = await jobs.report<Report>(job, entering.file, {
        options: givenOptions(entering.options),
        timeoutMs: 600_000,
        onProgress: (sent) => change(entering.id, { sent }),
      });
      change(entering.id, { report });
    } catch (failure) {
      change(entering.id, { error: failure });
    }
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    setError(undefined);
    const entering = chosen.map((file) => ({ id: ++last, file, options: usualOptions(file, formats.data), sent: 0 }));
    setFiles((old) => [...old, ...entering]);
    const usual = chosen[0]!.name.replace(/\.[^.]*$/, '');
    try {
      const job = jobId ?? (await jobs.create({ name: usual })).jobId;
      setJobId(job);
      // One after another: a slow connection shows real progress.
      for (const one of entering) await look(job, one);
    } catch (failure) {
      setError(failure);
      setFiles((old) => old.filter(({ id }) => !entering.some((one) => one.id === id)));
    }
  };
  const readable = files.filter(({ report }) => report !== undefined);
  const isReading = files.some(({ report, error: failed }) => report === undefined && failed === undefined);
  const start = async (): Promise<void> => {
    for (const { report } of readable) await jobs.importFiltered(filterOf(report!));
    go(`/jobs/${jobId}`);
  };
  return (
    <Page
      title={t(into === undefined ? 'jobs.new' : 'jobs.addFiles')}
      above={into === undefined ? ['/jobs', t('nav.jobs')] : [`/jobs/${into}`, t('jobs.back')]}
      actions={
        readable.length > 0 && (
          <Action kind="main" disabled={isReading} onClick={start} onError={setError}>
            {t('report.import', { count: readable.length })}
          </Action>
        )
      }
    >
      <Problem error={error} />
      {files.length === 0 ? (
        <DropZone onFiles={(chosen) => void add(chosen)} />
      ) : (
        <>
          {files.map((one) => (
            <FileReport
              key={one.id}
              entering={one}
              format={formats.data?.find(({ id }) => id === one.report?.format)}
              target={job.data?.crs}
              onReport={(report) => change(one.id, { report })}
              onRemove={() => setFiles(files.filter(({ id }) => id !== one.id))}
              onOptions={(options) => look(jobId!, { ...one, options })}
            />
          ))}
          <details>
            <summary>{t('upload.moreFiles')}</summary>
            <DropZone onFiles={(chosen) => void add(chosen)} />
          </details>
        </>
      )}
    </Page>
  );
}

/** A drawing is read as features: a background drawing is chosen by whoever wants one. */
function usualOptions({ name }: File, formats: readonly FormatView[] = []): Record<string, string> {
  const extension = name.split('.').at(-1)!.toLowerCase();
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  return format !== undefined && optionFields(format).some((field) => field.name === 'as') ? { as: 'features' } : {};
}

interface FileReportProps {
  readonly entering: Entering;
  readonly format: FormatView | undefined;
  /** The system of the job that the file goes to, if it has one already. */
  readonly target: string | null | undefined;
  readonly onReport: (report: Report) => void;
  readonly onRemove: () => void;
  readonly onOptions: (options: Readonly<Record<string, string>>) => Promise<void>;
}

function FileReport({ entering, format, target, onReport, onRemove, onOptions }: FileReportProps) {
  const { file, sent, report, error, options } = entering;
  const [entered, setEntered] = useState(options);
  /** Reads the file again, with something else. */
  const read = (changes: Readonly<Record<string, string>>): Promise<void> => {
    const values = { ...entered, ...changes };
    setEntered(values);
    return onOptions(values);
  };
  const percent = file.size === 0 ? 100 : (sent / file.size) * 100;
  return (
    <section class="card" aria-label={file.name}>
      <div class="file">
        <div>
          <h2>
            <bdi>{file.name}</bdi>
          </h2>
          <p class="quiet">
            {bytes(file.size)}
            {report !== undefined &&
              ` · ${t('report.detected', { format: format?.name ?? report.format })} ${report.version}`}
          </p>
        </div>
        <button type="button" class="plain" onClick={onRemove}>
          {t('report.leaveOut')}
        </button>
      </div>
      {report === undefined && error === undefined && (
        <p role="status">
          {percent < 100 ? t('upload.sending') : t('upload.reading')} <Progress percent={percent} label={file.name} />
        </p>
      )}
      <Problem error={error} retry={() => void onOptions(entered)} />
      {report !== undefined && (
        <div class="columns">
          <div>
            <ReportChoices report={report} onChange={onReport} />
            <ReportTree report={report} onChange={onReport} />
          </div>
          <div>
            <FileView report={report} />
            <dl class="facts">
              <dt>{t('report.unit')}</dt>
              <dd>{unitName(report.unit)}</dd>
              <dt>{t('report.crs')}</dt>
              <dd>{report.crs === 'local' ? t('report.local') : report.crs}</dd>
            </dl>
            {format !== undefined && <SizeDoubt {...{ report, format, onChange: read }} />}
            <Kinds counts={report.counts} />
            <h3>{t('issues.title')}</h3>
            <IssueList issues={report.issues} />
            {options['as'] !== undefined && (
              <Select
                {...{ label: t('import.as'), value: options['as'], hint: t('import.asHint') }}
                options={[
                  ['features', t('import.features')],
                  ['drawing', t('import.background')],
                  ['both', t('import.both')],
                ]}
                onChange={(as) => void read({ as })}
              />
            )}
            {format !== undefined && (
              <details>
                <summary>{t('option.title')}</summary>
                <OptionForm
                  {...{ format, values: entered, onChange: setEntered, leaveOut: ['as'] }}
                  data={{ extent: report.extent, unit: report.unit, ...(target != null && { to: target }) }}
                />
                <Action onClick={() => onOptions(entered)}>{t('option.readAgain')}</Action>
              </details>
            )}
          </div>
        </div>
      )}
    </section>
  );
}
