import { href } from '../base/route.ts';
import { decimalsOf } from '../model/ticket.ts';
import type { TicketLine } from '../model/ticket-line.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/bits.tsx';
import { Content, Empty, Page, Tabs } from '../parts/page.tsx';
import { save } from '../parts/save.ts';
import { Table } from '../parts/table.tsx';
import { TicketFilters, ticketQuery } from '../parts/ticket-filters.tsx';
import { saveTickets } from '../parts/ticket-spreadsheet.ts';
import { WeightCell } from '../parts/weight-cell.tsx';
import { weighing } from '../state/api.ts';
import { isLive } from '../state/live.ts';
import { MOST_LINES, useLiveTickets } from '../state/live-tickets.ts';
import { useLoad } from '../state/load.ts';
import { environment, may } from '../state/rights.ts';
import { type Bridge, findTickets, weighBridges } from '../state/tickets.ts';
import { say } from '../state/toasts.ts';
import { moment, t } from '../text/index.ts';

/** Most tickets of a spreadsheet that the browser makes; a CSV has all of them. */
const MOST_IN_SHEET = 50_000;
/** Lines examined for the number of decimals in the weights of a list. */
const MOST_LOOKED_AT = 200;
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
        ...(may('totals') ? [['/tickets/totals', t('tickets.totals')] as const] : []),
        ['/tickets/kiosk', t('kiosk.title')],
      ]}
    />
  );
}

/** The tickets of a period, newest first; new ones appear automatically. */
export function TicketsPage() {
  const bridges = useLoad(weighBridges, [environment.value]);
  const list = useLiveTickets(ticketQuery());
  return (
    <Page
      title={t('nav.tickets')}
      actions={
        <>
          <Badge kind={isLive.value ? 'good' : 'quiet'} text={t(isLive.value ? 'tickets.live' : 'tickets.notLive')} />
          {may('newTickets') && (
            <a class="button" href={href('/tickets/import')}>
              {t('ticketImport.open')}
            </a>
          )}
          <Action onClick={downloadCsv}>{t('tickets.csv')}</Action>
          <Action disabled={!list.data?.lines.length} onClick={() => downloadSheet(bridges.data ?? [])}>
            {t('tickets.xlsx')}
          </Action>
        </>
      }
    >
      <TicketTabs open="/tickets" />
      <TicketFilters bridges={bridges.data ?? []} />
      <Content of={list}>
        {({ lines, next }) => (
          <>
            {lines.length === 0 ? (
              <Empty text={t('tickets.none')} />
            ) : (
              <TicketTable
                lines={lines}
                bridges={bridges.data ?? []}
                onEnd={next === undefined ? undefined : list.more}
              />
            )}
            {lines.length > 0 && (
              <p class="quiet">
                {t(next === undefined ? 'tickets.count' : 'tickets.countMore', { count: lines.length })}
              </p>
            )}
            {next !== undefined && lines.length >= MOST_LINES && (
              <p class="note doubt">{t('tickets.cut', { count: MOST_LINES })}</p>
            )}
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

async function downloadSheet(bridges: readonly Bridge[]): Promise<void> {
  const { tickets, isCut } = await findTickets(ticketQuery(), MOST_IN_SHEET, new AbortController().signal);
  await saveTickets(tickets, bridges);
  if (isCut) say(t('tickets.sheetCut', { count: MOST_IN_SHEET }), undefined, 'failed');
}

interface TableProps {
  readonly lines: readonly TicketLine[];
  readonly bridges: readonly Bridge[];
  readonly onEnd: (() => void) | undefined;
}

function TicketTable({ lines, bridges, onEnd }: TableProps) {
  // The rows on the screen decide, approximately: a list may have many thousands.
  const decimals = Math.max(...lines.slice(0, MOST_LOOKED_AT).map(({ nett }) => decimalsOf(nett)));
  const nameOf = (id: string): string => bridges.find(({ locationId }) => locationId === id)?.name ?? '';
  return (
    <Table
      label={t('nav.tickets')}
      rows={lines}
      keyOf={({ uuid }) => uuid}
      linkOf={({ uuid }) => `/tickets/${uuid}`}
      onEnd={onEnd}
      columns={[
        {
          title: t('ticket.time'),
          cell: ({ at }) => (
            <time dateTime={at} title={moment(at)}>
              {moment(at, SHORT)}
            </time>
          ),
        },
        {
          title: t('ticket.number'),
          cell: ({ uuid, externalId }) => (
            <a href={href(`/tickets/${uuid}`)} title={externalId}>
              <bdi>{externalId}</bdi>
            </a>
          ),
          isName: true,
        },
        { title: t('ticket.bridge'), cell: ({ locationId }) => <bdi>{nameOf(locationId)}</bdi>, isExtra: true },
        { title: t('ticket.plate'), cell: ({ plate }) => <bdi>{plate}</bdi> },
        { title: t('ticket.product'), cell: ({ product }) => <bdi>{product}</bdi>, isExtra: true },
        { title: t('ticket.customer'), cell: ({ customer }) => <bdi>{customer}</bdi>, isExtra: true },
        { title: t('ticket.project'), cell: ({ project }) => <bdi>{project}</bdi>, isExtra: true },
        {
          title: t('ticket.nett'),
          cell: ({ nett }) => <WeightCell text={nett} decimals={decimals} />,
          isNumber: true,
        },
      ]}
    />
  );
}
