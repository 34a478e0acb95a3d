import type { JobShare } from '@fieldbridge/contract';
import { useState } from 'preact/hooks';
import { conversion } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { say } from '../state/toasts.ts';
import { t } from '../text/index.ts';
import { Action } from './action.tsx';
import { When } from './bits.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { Select } from './field.tsx';
import { Content } from './page.tsx';
import { showOnce } from './secret.tsx';
import { Table } from './table.tsx';

/** How long links are valid. */
const DAYS = ['1', '7', '30', '90', '366'] as const;
const USUAL = '30';

interface ShareDialogProps {
  readonly jobId: string;
  readonly name: string;
  readonly onClose: () => void;
}

/** The links that show a job to people without access: made, listed, revoked. */
export function ShareDialog({ jobId, name, onClose }: ShareDialogProps) {
  const path = `/job/${jobId}/shares`;
  const list = useLoad<{ items: JobShare[] }>((signal) => conversion.json({ method: 'GET', path, signal }), [jobId]);
  const [days, setDays] = useState<string>(USUAL);
  const [downloads, setDownloads] = useState(false);
  const make = async (): Promise<void> => {
    const json = { days: Number(days), downloads };
    const { url } = await conversion.json<{ url: string }>({ method: 'POST', path, json });
    onClose();
    showOnce({ title: t('share.title', { name }), text: t('share.about'), values: [[t('share.link'), url]] });
  };
  const end = ({ shareId }: JobShare): void =>
    confirm({
      title: t('share.endTitle'),
      text: t('share.endText'),
      yes: t('share.end'),
      isDanger: true,
      act: async () => {
        await conversion.done({ method: 'DELETE', path: `${path}/${shareId}` });
        say(t('share.ended'));
        list.reload();
      },
    });
  return (
    <Dialog title={t('share.title', { name })} onClose={onClose} wide>
      <p>{t('share.about')}</p>
      <div class="filters">
        <Select
          label={t('share.days')}
          value={days}
          options={DAYS.map((one) => [one, t('share.daysCount', { count: Number(one) })] as const)}
          onChange={setDays}
        />
        <label class="check">
          <input type="checkbox" checked={downloads} onChange={(event) => setDownloads(event.currentTarget.checked)} />
          {t('share.downloads')}
        </label>
        <Action kind="main" onClick={make}>
          {t('share.make')}
        </Action>
      </div>
      <Content of={list}>
        {({ items }) =>
          items.length === 0 ? (
            <p class="quiet">{t('share.none')}</p>
          ) : (
            <Table
              label={t('share.open')}
              rows={items}
              keyOf={({ shareId }) => shareId}
              columns={[
                { title: t('share.by'), cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
                { title: t('share.made'), cell: ({ createdAt }) => <When at={createdAt} />, isExtra: true },
                { title: t('share.expires'), cell: ({ expiresAt }) => <When at={expiresAt} /> },
                {
                  title: t('share.allows'),
                  cell: (one) => t(one.downloads ? 'share.allowsAll' : 'share.allowsView'),
                },
                {
                  title: t('share.end'),
                  cell: (one) => (
                    <button type="button" class="plain" onClick={() => end(one)}>
                      {t('share.end')}
                    </button>
                  ),
                },
              ]}
            />
          )
        }
      </Content>
    </Dialog>
  );
}
