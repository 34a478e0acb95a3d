import type { Version as StoredVersion } from '@fieldbridge/client/transport/version.ts';
import type { Settlement } from '@fieldbridge/client/weighing/tickets.ts';
import { useState } from 'preact/hooks';
import { go, parts } from '../base/route.ts';
import { CORRECTABLE, type Correctable, differences, flat, parseExact, patchOf, type Ticket } from '../model/ticket.ts';
import { Action } from '../parts/action.tsx';
import { Badge } from '../parts/bits.tsx';
import { confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Input } from '../parts/field.tsx';
import { Content, Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Settled, Settling } from '../parts/settling.tsx';
import { TicketSheet } from '../parts/ticket-sheet.tsx';
import { weighing } from '../state/api.ts';
import { changing } from '../state/changing.ts';
import { useLoad } from '../state/load.ts';
import { environment, mayChange } from '../state/rights.ts';
import { exact, weighBridges } from '../state/tickets.ts';
import { say } from '../state/toasts.ts';
import { digits, language, moment, plainDigits, t } from '../text/index.ts';

type Stored = StoredVersion<Ticket>;

interface Version {
  readonly version: number;
  readonly change: 'created' | 'updated' | 'deleted';
  readonly at: string;
  readonly by: string;
  readonly person?: string | null;
  readonly reason?: string;
  readonly ticket?: Ticket;
  readonly findings: readonly { readonly code: string; readonly pointer: string; readonly text: string }[];
  readonly settled?: Settlement;
}

/** One ticket, as a printable sheet, with its history. */
export function TicketPage() {
  const uuid = parts.value[1] ?? '';
  const bridges = useLoad(weighBridges, [environment.value]);
  const stored = useLoad((signal) => read(uuid, signal), [uuid, environment.value]);
  const history = useLoad(
    (signal) => exact<{ items: Version[] }>(`/weighing/${uuid}/history`, { limit: 1000 }, signal),
    [uuid, environment.value, stored.data?.etag, language.value],
  );
  const [isCorrecting, setCorrecting] = useState(false);
  const versions = history.data?.items ?? [];
  const { findings = [], settled } = versions.at(-1) ?? {};
  const ticket = stored.data?.value ?? versions.findLast((one) => one.ticket !== undefined)?.ticket;
  const isDeleted = versions.at(-1)?.change === 'deleted';
  const remove = (): void =>
    confirm({
      title: t('ticket.deleteTitle', { number: ticket?.externalId ?? '' }),
      text: t('ticket.deleteText'),
      yes: t('action.delete'),
      isDanger: true,
      reason: t('ticket.reason'),
      act: async (reason) => {
        const headers = { 'if-match': stored.data!.etag };
        await weighing().done({ method: 'DELETE', path: `/weighing/${uuid}`, query: { reason }, headers });
        say(t('ticket.deleted', { number: ticket?.externalId ?? '' }));
        go('/tickets');
      },
    });
  return (
    <Page
      title={ticket === undefined ? t('ticket.title') : `${t('ticket.title')} ${ticket.externalId}`}
      above={['/tickets', t('nav.tickets')]}
      actions={
        stored.data !== undefined && (
          <>
            <button type="button" onClick={() => print()}>
              {t('ticket.print')}
            </button>
            {mayChange('tickets') && (
              <>
                <button type="button" class="main" onClick={() => setCorrecting(true)}>
                  {t('ticket.correct')}
                </button>
                <button type="button" class="danger" onClick={remove}>
                  {t('action.delete')}
                </button>
              </>
            )}
          </>
        )
      }
    >
      {isDeleted && <p class="note doubt">{t('ticket.isDeleted')}</p>}
      {ticket === undefined ? (
        <Content of={stored}>{() => null}</Content>
      ) : (
        <TicketSheet
          ticket={ticket}
          isVoid={isDeleted}
          bridge={bridges.data?.find(({ locationId }) => locationId === ticket.locationId)}
        />
      )}
      {findings.length > 0 && (
        <section class={`note ${settled === undefined ? 'doubt' : ''} no-print`}>
          <h2>{t('tickets.findings')}</h2>
          <ul>
            {findings.map(({ code, text }) => (
              <li>
                {text} <small class="quiet">{code}</small>
              </li>
            ))}
          </ul>
          {settled !== undefined && <Settled by={settled} />}
          {!isDeleted && (
            <Settling
              {...{ uuid, number: ticket?.externalId ?? '', settled, etag: stored.data?.etag, onDone: history.reload }}
            />
          )}
        </section>
      )}
      <History versions={versions} />
      {isCorrecting && stored.data !== undefined && (
        <Correction
          stored={stored.data}
          onDone={(before, next) => {
            setCorrecting(false);
            stored.set(next);
            say(t('ticket.corrected', { number: next.value.externalId }), () => {
              takeBack(before, next).then(stored.set, () => say(t('error.notUndone'), undefined, 'failed'));
            });
          }}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Page>
  );
}

async function read(uuid: string, signal?: AbortSignal): Promise<Stored> {
  return weighing().send({ method: 'GET', path: `/weighing/${uuid}`, signal }, storedOf);
}

async function storedOf(answer: Response): Promise<Stored> {
  return { etag: answer.headers.get('etag') ?? '', value: parseExact<Ticket>(await answer.text()) };
}

/** The label of a field on the page; fields that are not shown have their name in the interface. */
function fieldName(path: string): string {
  const known = CORRECTABLE.find((one) => one === path);
  return known === undefined ? path : t(`field.${known}`);
}

/** Corrects a ticket back to what it was, unless somebody has changed it since. */
function takeBack(before: Ticket, { value: ticket, etag }: Stored): Promise<Stored> {
  const old = flat(before);
  const values = Object.fromEntries(CORRECTABLE.map((path) => [path, old.get(path) ?? '']));
  const headers = { 'if-match': etag, 'content-type': 'application/merge-patch+json' };
  const call = { method: 'PATCH', path: `/weighing/${ticket.uuid}`, query: { reason: t('ticket.undone') }, headers };
  return weighing().send({ ...call, body: patchOf(ticket, values) }, storedOf);
}

function History({ versions }: { readonly versions: readonly Version[] }) {
  if (versions.length === 0) return null;
  return (
    <section class="no-print">
      <h2>{t('ticket.history')}</h2>
      <ol class="history">
        {versions.map((one, i) => (
          <li key={one.version}>
            <p>
              <Badge
                kind={one.change === 'deleted' ? 'bad' : one.change === 'updated' ? 'doubt' : 'good'}
                text={t(`change.${one.change}`)}
              />{' '}
              {moment(one.at)} ·{' '}
              <bdi>{one.person ?? (one.by.startsWith('person:') ? t('ticket.person') : t('ticket.program'))}</bdi>
            </p>
            {one.reason !== undefined && one.reason !== '' && (
              <p>
                {t('ticket.reason')}: <bdi>{one.reason}</bdi>
              </p>
            )}
            {one.change === 'updated' && (
              <ul>
                {differences(versions[i - 1]?.ticket, one.ticket).map(([path, before, after]) => (
                  <li>
                    {fieldName(path)}: <del>{shown(path, before) || '–'}</del> → <ins>{shown(path, after) || '–'}</ins>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const isQuantity = (path: string): boolean => path.endsWith('quantity');

/** A value of a ticket as people read it. */
function shown(path: string, value: string): string {
  return isQuantity(path) ? digits(value) : value;
}

/** The input, with numbers in the form used by tickets. */
function typed(entered: Readonly<Partial<Record<Correctable, string>>>): typeof entered {
  return Object.fromEntries(
    Object.entries(entered).map(([path, text]) => [path, isQuantity(path) ? plainDigits(text) : text]),
  );
}

interface CorrectionProps {
  readonly stored: Stored;
  readonly onDone: (before: Ticket, next: Stored) => void;
  readonly onClose: () => void;
}

/** The fields of a ticket to correct. The input is kept if somebody else was faster. */
function Correction({ stored, onDone, onClose }: CorrectionProps) {
  const [base, setBase] = useState(stored);
  const [entered, setEntered] = useState<Partial<Record<Correctable, string>>>({});
  const [reason, setReason] = useState('');
  const [error, setError] = useState<unknown>();
  const known = flat(base.value);
  const body = patchOf(base.value, typed(entered));
  const send = async (): Promise<void> => {
    setError(undefined);
    const { uuid } = base.value;
    const call = { method: 'PATCH', path: `/weighing/${uuid}`, query: { reason }, body, repeatable: false };
    const type = { 'content-type': 'application/merge-patch+json' };
    const next = await changing({
      base,
      change: (etag) => weighing().send({ ...call, headers: { ...type, 'if-match': etag } }, storedOf),
      read: () => read(uuid),
      onOther: setBase,
      differences: (one, other) =>
        differences(one, other).map(([path, a, b]) => [fieldName(path), shown(path, a), shown(path, b)] as const),
    });
    onDone(base.value, next);
  };
  return (
    <Dialog title={t('ticket.correct')} onClose={onClose} wide>
      <div class="fields">
        {CORRECTABLE.map((path) => (
          <Input
            key={path}
            label={t(`field.${path}`)}
            value={entered[path] ?? shown(path, known.get(path) ?? '')}
            inputMode={isQuantity(path) ? 'decimal' : 'text'}
            onChange={(value) => setEntered({ ...entered, [path]: value })}
          />
        ))}
      </div>
      <Input
        {...{ label: t('ticket.reason'), hint: t('ticket.reasonHint'), value: reason, onChange: setReason }}
        {...{ required: true, maxLength: 500 }}
      />
      <Problem error={error} />
      <footer>
        <button type="button" class="plain" onClick={onClose}>
          {t('action.cancel')}
        </button>
        <Action kind="main" disabled={body === undefined || reason.trim() === ''} onClick={send} onError={setError}>
          {t('ticket.correct')}
        </Action>
      </footer>
    </Dialog>
  );
}
