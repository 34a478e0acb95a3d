import type { Settlement } from '@fieldbridge/client/weighing/tickets.ts';
import { tickets, weighing } from '../state/api.ts';
import { mayChange } from '../state/rights.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { When } from './bits.tsx';
import { confirm } from './confirm.tsx';
import { sentenceOf } from './problem.tsx';

interface SettlingProps {
  readonly uuid: string;
  readonly number: string;
  readonly settled: Settlement | undefined;
  /** Of the version shown: other versions have other findings. */
  readonly etag?: string;
  /** Called when they were settled or opened again. */
  readonly onDone: () => void;
}

/** Settles the findings of a ticket with a note, or opens them again. */
export function Settling({ uuid, number, settled, etag, onDone }: SettlingProps) {
  const reopen = async (): Promise<void> => {
    await tickets().reopen(uuid);
    onDone();
  };
  if (!mayChange('tickets')) return null;
  if (settled !== undefined) return <Action onClick={reopen}>{t('findings.reopen')}</Action>;
  return (
    <button
      type="button"
      onClick={() =>
        confirm({
          ...{ title: t('findings.settleTitle', { number }), text: t('findings.settleText') },
          ...{ yes: t('findings.settle'), reason: t('findings.note') },
          act: async (note) => {
            const headers = { 'if-match': etag };
            await weighing().done({ method: 'PUT', path: `/weighing/${uuid}/settlement`, headers, json: { note } });
            onDone();
            say(t('findings.settledNow', { number }), () => {
              reopen().catch((error: unknown) => say(sentenceOf(error), undefined, 'failed'));
            });
          },
        })
      }
    >
      {t('findings.settle')}
    </button>
  );
}

/** Who settled findings, when and why. */
export function Settled({ by }: { readonly by: Settlement }) {
  return (
    <p>
      {t('findings.settledBy')} <bdi>{by.person ?? by.by}</bdi>, <When at={by.at} />: <bdi>{by.note}</bdi>
    </p>
  );
}
