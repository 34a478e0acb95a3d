import { href } from '../base/route.ts';
import { firstOf, type Ticket, weighedAt, weightText } from '../model/ticket.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/bits.tsx';
import { Content, Empty, Page, Tabs } from '../parts/page.tsx';
import { save } from '../parts/save.ts';
import { Table } from '../parts/table.tsx';
import { TicketFilters, ticketQuery } from '../parts/ticket-filters.tsx';
import { saveTickets } from '../parts/ticket-spreadsheet.ts';
import { environment, weighing } from '../state/api.ts';
import { isLive } from '../state/live.ts';
import { useLiveTickets } from '../state/live-tickets.ts';
import { useLoad } from '../state/load.ts';
import { maySendTickets } from '../state/session.ts';
import { type Bridge, MOST_TICKETS, weighBridges } from '../state/tickets.ts';
import { moment, t } from '../text/index.ts';

/** Day and time: a list has days of one year. */
const SHORT = { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const;

/** The parts of the page of tickets. */
export function TicketTabs({ open }: { readonly open: string }) {
  return (
    <Tabs
      open={open}
      tabs={[
        ['/tickets', t('nav.tickets')],
        ['/tickets/findings', t('tickets.findings')],
        ['/tickets/totals', t('tickets.totals')],
        ['/tickets/kiosk', t('kiosk.title')],
      ]}
    />
  );
}

/** The tickets of a period, newest first; new ones appear by themselves. */
export function TicketsPage() {
  const bridges = useLoad(weighBridges, [environment.value]);
  const list = useLiveTickets(ticketQuery());
  return (
    <Page
      title={t('nav.tickets')}
      actions={
        <>
          <Badge kind={isLive.value ? 'good' : 'quiet'} text={t(isLive.value ? 'tickets.live' : 'tickets.notLive')} />
          {maySendTickets(environment.value) && (
            <a class="button" href={href('/tickets/import')}>
              {t('ticketImport.open')}
            </a>
          )}
          <Action onClick={downloadCsv}>{t('tickets.csv')}</Action>
          <Action
            disabled={!list.data?.tickets.length}
            onClick={() => saveTickets(list.data!.tickets, bridges.data ?? [])}
          >
            {t('tickets.xlsx')}
          </Action>
        </>
      }
    >
      <TicketTabs open="/tickets" />
      <TicketFilters bridges={bridges.data ?? []} />
      <Content of={list}>
        {({ tickets, isCut }) => (
          <>
            {isCut && <p class="note doubt">{t('tickets.cut', { count: MOST_TICKETS })}</p>}
            {tickets.length === 0 ? (
              <Empty text={t('tickets.none')} />
            ) : (
              <TicketTable tickets={tickets} bridges={bridges.data ?? []} />
            )}
            <p class="quiet">{t('tickets.count', { count: tickets.length })}</p>
          </>
        )}
      </Content>
    </Page>
  );
}

async function downloadCsv(): Promise<void> {
  const call = { method: 'GET', path: '/weighing', query: ticketQuery(), headers: { accept: 'text/csv' } };
  const bytes = await weighing().send(call, async (answer) => new Uint8Array(await answer.arrayBuffer()));
  save(bytes, 'tickets.csv');
}

interface TableProps {
  readonly tickets: readonly Ticket[];
  readonly bridges: readonly Bridge[];
}

function TicketTable({ tickets, bridges }: TableProps) {
  const nameOf = (id: string): string => bridges.find(({ locationId }) => locationId === id)?.name ?? '';
  return (
    <Table
      label={t('nav.tickets')}
      rows={tickets}
      keyOf={({ uuid }) => uuid}
      linkOf={({ uuid }) => `/tickets/${uuid}`}
      columns={[
        {
          title: t('ticket.time'),
          cell: (one) => (
            <time dateTime={weighedAt(one)} title={moment(weighedAt(one))}>
              {moment(weighedAt(one), SHORT)}
            </time>
          ),
        },
        {
          title: t('ticket.number'),
          cell: ({ uuid, externalId }) => (
            <a href={href(`/tickets/${uuid}`)}>
              <bdi>{externalId}</bdi>
            </a>
          ),
        },
        { title: t('ticket.bridge'), cell: ({ locationId }) => <bdi>{nameOf(locationId)}</bdi>, isExtra: true },
        { title: t('ticket.plate'), cell: ({ vehicle }) => <bdi>{vehicle?.licenseplate}</bdi> },
        {
          title: t('ticket.product'),
          cell: ({ product }) => <bdi>{firstOf(product?.name, product?.identifier)}</bdi>,
          isExtra: true,
        },
        {
          title: t('ticket.customer'),
          cell: ({ customer }) => <bdi>{firstOf(customer?.name, customer?.reference)}</bdi>,
          isExtra: true,
        },
        {
          title: t('ticket.project'),
          cell: ({ project }) => <bdi>{firstOf(project?.description, project?.identifier)}</bdi>,
          isExtra: true,
        },
        { title: t('ticket.nett'), cell: ({ nettWeight }) => weightText(nettWeight), isNumber: true },
      ]}
    />
  );
}
