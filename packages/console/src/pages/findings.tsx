import type { Settlement } from '@fieldbridge/client/weighing/tickets.ts';
import { useEffect } from 'preact/hooks';
import { href, query, setQuery } from '../base/route.ts';
import { When } from '../parts/bits.tsx';
import { Select } from '../parts/field.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { Settled, Settling } from '../parts/settling.tsx';
import { Table } from '../parts/table.tsx';
import { weighing } from '../state/api.ts';
import { onChange } from '../state/live.ts';
import { useLoad } from '../state/load.ts';
import { environment } from '../state/rights.ts';
import { language, t } from '../text/index.ts';
import { TicketTabs } from './tickets.tsx';

interface Found {
  readonly uuid: string;
  readonly externalId: string;
  readonly modifiedAt: string;
  readonly findings: readonly { readonly code: string; readonly text: string }[];
  readonly settled?: Settlement;
}

const SHOWN = ['open', 'settled', 'all'] as const;

/** Tickets that were accepted as sent, although something about them is doubtful. */
export function FindingsPage() {
  const shown = SHOWN.find((one) => one === query.value.get('show')) ?? 'open';
  const asked = { limit: 1000, ...(shown === 'all' ? {} : { settled: shown === 'settled' }) };
  const list = useLoad<{ items: Found[]; next?: string }>(
    (signal) => weighing().json({ method: 'GET', path: '/weighing/findings', query: asked, signal }),
    [environment.value, shown, language.value],
  );
  useEffect(() => onChange('ticket.', list.reload), [environment.value]);
  return (
    <Page title={t('tickets.findings')}>
      <TicketTabs open="/tickets/findings" />
      <p class="quiet">{t('findings.about')}</p>
      <div class="filters">
        <Select
          label={t('findings.show')}
          value={shown}
          options={SHOWN.map((one) => [one, t(`findings.${one}`)] as const)}
          onChange={(show) => setQuery({ show })}
        />
      </div>
      <Content of={list}>
        {({ items, next }) =>
          items.length === 0 ? (
            <Empty text={t(shown === 'settled' ? 'findings.noneSettled' : 'home.noFindings')} />
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
                      <a href={href(`/tickets/${uuid}`)} title={externalId}>
                        <bdi>{externalId}</bdi>
                      </a>
                    ),
                    isName: true,
                  },
                  {
                    title: t('findings.what'),
                    cell: ({ findings, settled }) => (
                      <>
                        {findings.map(({ text }) => (
                          <div>{text}</div>
                        ))}
                        {settled !== undefined && <Settled by={settled} />}
                      </>
                    ),
                  },
                  { title: t('ticket.changed'), cell: ({ modifiedAt }) => <When at={modifiedAt} />, isExtra: true },
                  {
                    title: t('findings.state'),
                    cell: ({ uuid, externalId, settled }) => (
                      <Settling {...{ uuid, number: externalId, settled, onDone: list.reload }} />
                    ),
                  },
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
