import type { FormatView } from '@fieldbridge/contract';
import type { Report } from '../model/report.ts';
import { t } from '../text/index.ts';
import { Badge } from './bits.tsx';
import { Select } from './field.tsx';

/** Above this, no other format is likely. */
const CERTAIN = 0.9;
const PROBABLE = 0.5;

interface DetectedFormatProps {
  readonly report: Report;
  readonly formats: readonly FormatView[];
  /** The format that somebody chose instead. */
  readonly chosen: string | undefined;
  /** Reads the file as another format; undefined: as the detected one. */
  readonly onChoose: (format: string | undefined) => void;
}

/** The detected format of a file, with its confidence, and the other possible ones. */
export function DetectedFormat({ report, formats, chosen, onChoose }: DetectedFormatProps) {
  const { confidence, alternatives } = report.detected;
  const nameOf = (id: string): string => formats.find((one) => one.id === id)?.name ?? id;
  const name = `${nameOf(report.format)} ${report.version}`.trim();
  const isSure = confidence >= CERTAIN;
  const level = isSure ? 'report.certain' : confidence >= PROBABLE ? 'report.probable' : 'report.guess';
  const others = [...new Set([...alternatives.map(({ format }) => format), ...(chosen === undefined ? [] : [''])])];
  return (
    <>
      <p class="quiet">
        {t(chosen === undefined ? 'report.detected' : 'report.readAs', { format: name })}{' '}
        {chosen === undefined && <Badge kind={isSure ? 'good' : 'doubt'} text={t(level)} />}
      </p>
      {others.length > 0 && (
        <Select
          label={t('report.format')}
          hint={t('report.formatHint')}
          value={report.format}
          options={[
            [report.format, nameOf(report.format)],
            ...others.map((id) => [id, id === '' ? t('report.asDetected') : nameOf(id)] as const),
          ]}
          onChange={(id) => onChoose(id === '' ? undefined : id)}
        />
      )}
    </>
  );
}
