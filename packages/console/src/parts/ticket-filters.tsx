import { useState } from 'preact/hooks';
import { query, setQuery } from '../base/route.ts';
import type { Bridge } from '../state/tickets.ts';
import { moment, t } from '../text/index.ts';
import { Input, Select } from './field.tsx';

const TEXTS = ['licenseplate', 'product', 'customer', 'project', 'externalId'] as const;
const DAY_MS = 86_400_000;
/** Days that are shown by default. */
const USUAL_DAYS = 7;

/** A day as `<input type="date">` has it, in the browser's own zone. */
export function dayOf(moment: number): string {
  const date = new Date(moment);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The first day that is shown by default. */
function firstDay(): string {
  return dayOf(Date.now() - (USUAL_DAYS - 1) * DAY_MS);
}

/** The filters in the address, in the form of the interface. */
export function ticketQuery(): Record<string, string> {
  const given = query.value;
  const from = given.get('from') ?? firstDay();
  const to = given.get('to');
  const found: Record<string, string> = { from: new Date(`${from}T00:00`).toISOString() };
  // The whole last day; the interface expects the first moment after it.
  if (to) found['to'] = new Date(new Date(`${to}T00:00`).getTime() + DAY_MS).toISOString();
  for (const name of [...TEXTS, 'locationId']) {
    const value = given.get(name);
    if (value) found[name] = value;
  }
  return found;
}

/** Filters of tickets; they are in the address. */
export function TicketFilters({ bridges }: { readonly bridges: readonly Bridge[] }) {
  const given = query.value;
  // On a phone they would take the whole screen.
  const [isOpen] = useState(() => matchMedia('(min-width: 46rem)').matches);
  return (
    <>
      <p class="print-only">{filtersInWords(bridges)}</p>
      <details class="fold" open={isOpen}>
        <summary>{t('filter.title')}</summary>
        <div class="filters">
          <Input
            {...{ label: t('filter.from'), type: 'date', value: given.get('from') ?? firstDay() }}
            onChange={(from) => setQuery({ from })}
          />
          <Input
            {...{ label: t('filter.to'), type: 'date', value: given.get('to') ?? '' }}
            onChange={(to) => setQuery({ to })}
          />
          <Select
            label={t('ticket.bridge')}
            value={given.get('locationId') ?? ''}
            options={[
              ['', t('filter.allBridges')],
              ...bridges.map(({ locationId, name }) => [locationId, name] as const),
            ]}
            onChange={(locationId) => setQuery({ locationId })}
          />
          {TEXTS.map((name) => (
            <Input
              key={name}
              {...{ label: t(`filter.${name}`), value: given.get(name) ?? '' }}
              type={name === 'licenseplate' ? 'search' : 'text'}
              onChange={(value) => setQuery({ [name]: value })}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** The filters of a printed list. */
function filtersInWords(bridges: readonly Bridge[]): string {
  const given = query.value;
  const day = (date: string): string => moment(`${date}T12:00`, { dateStyle: 'long' });
  const to = given.get('to');
  const bridge = bridges.find(({ locationId }) => locationId === given.get('locationId'));
  const said: readonly (readonly [string, string | null | undefined])[] = [
    [t('filter.from'), day(given.get('from') ?? firstDay())],
    [t('filter.to'), to && day(to)],
    [t('ticket.bridge'), bridge?.name],
    ...TEXTS.map((name) => [t(`filter.${name}`), given.get(name)] as const),
  ];
  return said.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : [])).join(' · ');
}
