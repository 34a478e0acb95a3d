import { useEffect, useState } from 'preact/hooks';
import { go, href, query } from '../base/route.ts';
import { firstOf, type Ticket, weighedAt, weightText } from '../model/ticket.ts';
import { Badge } from '../parts/bits.tsx';
import { Content, Empty, Page } from '../parts/page.tsx';
import { dayOf } from '../parts/ticket-filters.tsx';
import { isLive } from '../state/live.ts';
import { useNewestTickets } from '../state/live-tickets.ts';
import { useLoad } from '../state/load.ts';
import { environment } from '../state/rights.ts';
import { type Bridge, weighBridges } from '../state/tickets.ts';
import { digits, moment, t } from '../text/index.ts';
import { TicketTabs } from './tickets.tsx';

/** Earlier tickets below the newest one. */
const EARLIER = 6;
const SECOND_MS = 1000;

/** The screen of a weigh bridge: its newest ticket, readable from the cab; without a bridge, a list to choose from. */
export function KioskPage() {
  const bridges = useLoad(weighBridges, [environment.value]);
  const chosen = query.value.get('locationId');
  return (
    <Content of={bridges}>
      {(all) => {
        const bridge = all.find(({ locationId }) => locationId === chosen);
        return bridge === undefined ? <BridgeChoice bridges={all} /> : <BridgeScreen bridge={bridge} />;
      }}
    </Content>
  );
}

function BridgeChoice({ bridges }: { readonly bridges: readonly Bridge[] }) {
  return (
    <Page title={t('kiosk.title')}>
      <TicketTabs open="/tickets/kiosk" />
      <p class="quiet">{t('kiosk.about')}</p>
      {bridges.length === 0 && <Empty text={t('bridge.none')} />}
      <div class="cards">
        {bridges.map(({ locationId, name, timeZone }) => (
          <a key={locationId} class="card" href={href(`/tickets/kiosk?locationId=${locationId}`)}>
            <h2>
              <bdi>{name}</bdi>
            </h2>
            <p class="quiet">{timeZone}</p>
          </a>
        ))}
      </div>
    </Page>
  );
}

function BridgeScreen({ bridge: { locationId, name, timeZone } }: { readonly bridge: Bridge }) {
  const now = useClock();
  useWakeLock();
  useEffect(() => {
    document.title = `${name} · Fieldbridge`;
    const leave = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') go('/tickets/kiosk');
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, [name]);
  const today = { locationId, from: new Date(`${dayOf(now)}T00:00`).toISOString() };
  const list = useNewestTickets(today, 1 + EARLIER);
  const isSandbox = environment.value === 'sandbox';
  return (
    <main id="main" class="kiosk" tabIndex={-1}>
      <header>
        <h1>
          <bdi>{name}</bdi>
        </h1>
        {isSandbox && <Badge kind="doubt" text={t('environment.sandbox')} />}
        <Badge kind={isLive.value ? 'good' : 'doubt'} text={t(isLive.value ? 'tickets.live' : 'tickets.notLive')} />
        <time>{moment(new Date(now).toISOString(), { timeStyle: 'short', timeZone })}</time>
        <a class="button" href={href('/tickets/kiosk')}>
          {t('action.close')}
        </a>
      </header>
      <Content of={list}>
        {([newest, ...earlier]) =>
          newest === undefined ? (
            <Empty text={t('kiosk.none')} />
          ) : (
            <>
              <Newest ticket={newest} timeZone={timeZone} key={newest.uuid} />
              <ol>
                {earlier.map((one) => (
                  <li key={one.uuid}>
                    <time dateTime={weighedAt(one)}>{moment(weighedAt(one), { timeStyle: 'short', timeZone })}</time>
                    <bdi>{one.externalId}</bdi>
                    <bdi>{one.vehicle?.licenseplate}</bdi>
                    <b>{digits(weightText(one.nettWeight))}</b>
                  </li>
                ))}
              </ol>
            </>
          )
        }
      </Content>
    </main>
  );
}

/** The ticket that the driver on the bridge is waiting for. */
function Newest({ ticket, timeZone }: { readonly ticket: Ticket; readonly timeZone: string }) {
  const { externalId, vehicle, product, customer, project, grossWeight, tareWeight, nettWeight } = ticket;
  const facts = [
    firstOf(product?.name, product?.identifier),
    firstOf(customer?.name, customer?.reference),
    firstOf(project?.description, project?.identifier),
  ].filter((text) => text !== '');
  return (
    <section class="newest" aria-live="polite">
      <p>
        {t('ticket.number')} <bdi>{externalId}</bdi> · {moment(weighedAt(ticket), { timeStyle: 'short', timeZone })}
      </p>
      {vehicle?.licenseplate && (
        <p class="plate">
          <bdi>{vehicle.licenseplate}</bdi>
        </p>
      )}
      <p class="nett">
        <span class="quiet">{t('ticket.nett')}</span> {digits(weightText(nettWeight))}
      </p>
      {(grossWeight?.quantity != null || tareWeight?.quantity != null) && (
        <p class="quiet">
          {t('ticket.gross')} {digits(weightText(grossWeight))} · {t('ticket.tare')} {digits(weightText(tareWeight))}
        </p>
      )}
      <p>
        <bdi>{facts.join(' · ')}</bdi>
      </p>
    </section>
  );
}

/** The time, once a second. */
function useClock(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** Keeps the screen on while the page is visible. Browsers without wake locks, or plain HTTP, leave it to the system. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    const hold = async (): Promise<void> => {
      if (document.visibilityState !== 'visible' || navigator.wakeLock === undefined) return;
      // Refused on a low battery, for instance.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
    };
    void hold();
    document.addEventListener('visibilitychange', hold);
    return () => {
      document.removeEventListener('visibilitychange', hold);
      void lock?.release();
    };
  }, []);
}
