import type { ImportStatus, JobStatus } from '@fieldbridge/client/wire/conversion.ts';
import { t } from '../text/index.ts';
import { Badge, Progress } from './bits.tsx';

type Described = Pick<JobStatus | ImportStatus, 'state' | 'result' | 'progress' | 'phase'>;

/** The state of a job or of an import: its progress, or how it ended. */
export function ResultBadge({ status }: { readonly status: Described }) {
  if (status.state === 'queued') return <Badge kind="busy" text={t('state.queued')} />;
  if (status.state === 'running') return <Progress percent={status.progress} label={phaseName(status.phase)} />;
  switch (status.result) {
    case 'success':
      return <Badge kind="good" text={t('state.success')} />;
    case 'partialSuccess':
      return <Badge kind="doubt" text={t('state.partialSuccess')} />;
    case 'failed':
      return <Badge kind="bad" text={t('state.failed')} />;
    default:
      return <Badge kind="quiet" text={t('state.empty')} />;
  }
}

const PHASES = ['reading', 'matching', 'writing', 'storing', 'done'] as const;

/** What an import is doing. */
export function phaseName(phase: string): string {
  const known = PHASES.find((one) => one === phase);
  return known === undefined ? phase : t(`phase.${known}`);
}
