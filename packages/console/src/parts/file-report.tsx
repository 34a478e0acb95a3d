import type { FormatView } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import type { IssuePlace, Report } from '../model/report.ts';
import type { Position } from '../model/similarity.ts';
import { bytes, t } from '../text/index.ts';
import { Action } from './action.tsx';
import { Progress } from './bits.tsx';
import { DetectedFormat } from './detected-format.tsx';
import { Select } from './field.tsx';
import { FileView } from './file-view.tsx';
import { IssueList } from './issue-list.tsx';
import { Kinds } from './kinds.tsx';
import { OptionForm } from './option-form.tsx';
import { PlacementPairs } from './placement-pairs.tsx';
import { Problem } from './problem.tsx';
import { ReportChoices } from './report-choices.tsx';
import { ReportTree } from './report-tree.tsx';
import { SizeDoubt } from './size-doubt.tsx';
import { unitName } from './unit-name.ts';

/** A file to be imported into the job. */
export interface Entering {
  readonly id: number;
  readonly file: File;
  readonly options: Readonly<Record<string, string>>;
  /** Options that were entered; the file may not have been read with them yet. */
  readonly entered?: Readonly<Record<string, string>>;
  /** The format that somebody chose instead of the detected one. */
  readonly format?: string | undefined;
  readonly sent: number;
  readonly report?: Report;
  readonly error?: unknown;
}

/** Features keep their positions: only background drawings are placed. */
const UNPLACED = { placement: '', from: '', to: '', scale: '' } as const;

interface FileReportProps {
  readonly entering: Entering;
  readonly formats: readonly FormatView[];
  /** The system of the job that receives the file, if it already has one. */
  readonly target: string | null | undefined;
  readonly onReport: (report: Report) => void;
  readonly onRemove: () => void;
  readonly onEnter: (options: Readonly<Record<string, string>>) => void;
  readonly onOptions: (options: Readonly<Record<string, string>>) => Promise<void>;
  readonly onFormat: (format: string | undefined) => void;
}

/** One file: its content, how it is read, and which parts are selected. */
export function FileReport(props: FileReportProps) {
  const { entering, formats, target, onReport, onRemove, onEnter, onOptions, onFormat } = props;
  const { file, sent, report, error, options } = entering;
  const format = formats.find(({ id }) => id === report?.format);
  const entered = { ...options, ...entering.entered };
  const [picked, setPicked] = useState<Position>();
  const [at, setAt] = useState<IssuePlace>();
  /** Reads the file again with other options. */
  const read = (changes: Readonly<Record<string, string>>): Promise<void> => {
    const values = { ...entered, ...changes };
    onEnter(values);
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
          <p class="quiet">{bytes(file.size)}</p>
          {report !== undefined && (
            <DetectedFormat {...{ report, formats, chosen: entering.format }} onChoose={onFormat} />
          )}
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
            <FileView report={report} onPick={setPicked} at={at} />
            <dl class="facts">
              <dt>{t('report.unit')}</dt>
              <dd>{unitName(report.unit)}</dd>
              <dt>{t('report.crs')}</dt>
              <dd>{report.crs === 'local' ? t('report.local') : report.crs}</dd>
            </dl>
            {format !== undefined && <SizeDoubt {...{ report, format, onChange: read }} />}
            <Kinds counts={report.counts} />
            <h3>{t('issues.title')}</h3>
            <IssueList
              issues={report.issues}
              showing={(place) => (
                <button type="button" class="plain" onClick={() => setAt({ ...place })}>
                  {t('check.show')}
                </button>
              )}
            />
            {options['as'] !== undefined && (
              <Select
                {...{ label: t('import.as'), value: options['as'], hint: t('import.asHint') }}
                options={[
                  ['features', t('import.features')],
                  ['drawing', t('import.background')],
                  ['both', t('import.both')],
                ]}
                onChange={(as) => void read(as === 'features' ? { as, ...UNPLACED } : { as })}
              />
            )}
            {options['as'] !== undefined && options['as'] !== 'features' && (
              <PlacementPairs picked={picked} onPlace={read} />
            )}
            {format !== undefined && (
              <details>
                <summary>{t('option.title')}</summary>
                <OptionForm
                  {...{ format, values: entered, onChange: onEnter, leaveOut: ['as'] }}
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
