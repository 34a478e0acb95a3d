import { useEffect } from 'preact/hooks';
import { href } from '../base/route.ts';
import { When } from '../parts/bits.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { environment, weighing } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { t } from '../text/index.ts';
import { TicketTabs } from './tickets.tsx';

interface Found {
  readonly uuid: string;
  readonly externalId: string;
  readonly modifiedAt: string;
  readonly findings: readonly { readonly code: string; readonly text: string }[];
}

/** Tickets that were accepted as sent, though something about them is doubtful. */
export function FindingsPage() {
  const list = useLoad<{ items: Found[]; next?: string }>(
    (signal) => weighing().json({ method: 'GET', path: '/weighing/findings', query: { limit: 1000 }, signal }),
    [environment.value],
  );
  useEffect(() => onChange('ticket.', list.reload), [environment.value]);
  return (
    <Page title={t('tickets.findings')}>
      <TicketTabs open="/tickets/findings" />
      <p class="quiet">{t('findings.about')}</p>
      <Content of={list}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty text={t('home.noFindings')} />
          ) : (
            <>
              <Table
                label={t('tickets.findings')}
                rows={items}
                keyOf={({ uuid }) => uuid}
                linkOf={({ uuid }) => `/tickets/${uuid}`}
                columns={[
                  {
                    title: t('ticket.number'),
                    cell: ({ uuid, externalId }) => (
                      <a href={href(`/tickets/${uuid}`)}>
                        <bdi>{externalId}</bdi>
                      </a>
                    ),
                  },
                  { title: t('findings.what'), cell: ({ findings }) => findings.map(({ text }) => <div>{text}</div>) },
                  { title: t('ticket.changed'), cell: ({ modifiedAt }) => <When at={modifiedAt} />, isExtra: true },
                ]}
              />
              {next !== undefined && <p class="quiet">{t('findings.cut', { count: items.length })}</p>}
            </>
          )
        }
      </Content>
    </Page>
  );
}
