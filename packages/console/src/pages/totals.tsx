import { query, setQuery } from '../base/route.ts';
import { decimalsOf } from '../model/ticket.ts';
import { Action } from '../parts/action.tsx';
import { BarChart } from '../parts/bar-chart.tsx';
import { Select } from '../parts/field.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { Table } from '../parts/table.tsx';
import { TicketFilters, ticketQuery } from '../parts/ticket-filters.tsx';
import { saveSheet } from '../parts/ticket-spreadsheet.ts';
import { WeightCell } from '../parts/weight-cell.tsx';
import { useLoad } from '../state/load.ts';
import { environment } from '../state/rights.ts';
import { exact, weighBridges } from '../state/tickets.ts';
import { digits, moment, number, t } from '../text/index.ts';
import { TicketTabs } from './tickets.tsx';

const GROUPINGS = ['day', 'product', 'project', 'customer', 'locationId'] as const;
type Grouping = (typeof GROUPINGS)[number];

interface Total extends Partial<Record<Grouping, string>> {
  readonly count: number;
  /** Exact decimal digits. */
  readonly quantity: string;
  readonly unit: string;
}

/** Exact sums of nett weights. */
export function TotalsPage() {
  const by = GROUPINGS.find((one) => one === query.value.get('by')) ?? 'day';
  const filters = query.value.toString();
  const bridges = useLoad(weighBridges, [environment.value]);
  const totals = useLoad(
    (signal) => exact<{ items: Total[] }>('/weighing/totals', { ...ticketQuery(), by }, signal),
    [environment.value, filters],
  );
  const nameOf = (total: Total): string => {
    const value = total[by] ?? '';
    if (by === 'day' && value !== '') return moment(`${value}T00:00`, { dateStyle: 'medium' });
    if (by === 'locationId') return bridges.data?.find(({ locationId }) => locationId === value)?.name ?? value;
    return value || t('totals.nothing');
  };
  const saveTotals = (): Promise<void> =>
    saveSheet(
      t('tickets.totals'),
      [t(`totals.${by}`), t('totals.count'), t('ticket.nett'), ''],
      totals.data!.items.map((one) => [
        by === 'day' ? (one.day ?? '') : nameOf(one),
        ...[{ digits: String(one.count) }, { digits: one.quantity }, one.unit],
      ]),
    );
  return (
    <Page
      title={t('tickets.totals')}
      actions={
        <>
          <Action disabled={!totals.data?.items.length} onClick={saveTotals}>
            {t('tickets.xlsx')}
          </Action>
          <button type="button" onClick={() => print()}>
            {t('ticket.print')}
          </button>
        </>
      }
    >
      <TicketTabs open="/tickets/totals" />
      <TicketFilters bridges={bridges.data ?? []} />
      <Select
        label={t('totals.by')}
        value={by}
        options={GROUPINGS.map((one) => [one, t(`totals.${one}`)] as const)}
        onChange={(one) => setQuery({ by: one })}
      />
      <Content of={totals}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty text={t('tickets.none')} />
          ) : (
            <>
              {[...new Set(items.map(({ unit }) => unit))].map((unit) => (
                <BarChart
                  title={`${t('ticket.nett')} (${unit})`}
                  bars={items
                    .filter((one) => one.unit === unit)
                    .map((one) => ({
                      name: nameOf(one),
                      value: Number(one.quantity),
                      text: `${digits(one.quantity)} ${unit}`,
                    }))}
                />
              ))}
              <Table
                label={t('tickets.totals')}
                rows={items}
                keyOf={(one) => `${one[by]} ${one.unit}`}
                columns={[
                  { title: t(`totals.${by}`), cell: (one) => <bdi>{nameOf(one)}</bdi> },
                  { title: t('totals.count'), cell: ({ count }) => number(count), isNumber: true },
                  {
                    title: t('ticket.nett'),
                    cell: ({ quantity, unit }) => (
                      <WeightCell
                        text={`${quantity} ${unit}`}
                        decimals={Math.max(...items.map((one) => decimalsOf(one.quantity)))}
                      />
                    ),
                    isNumber: true,
                  },
                ]}
              />
            </>
          )
        }
      </Content>
    </Page>
  );
}
