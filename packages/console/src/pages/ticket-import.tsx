import { type Refused, refusedCsv } from '@fieldbridge/ticket-file/refused-csv.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { remember, remembered } from '../base/remembered.ts';
import {
  guessColumns,
  guessDecimalComma,
  type ImportSettings,
  importTickets,
  lookAt,
  type Progress,
  type TicketRow,
  ticketsOf,
} from '../model/ticket-import.ts';
import { Action } from '../parts/action.tsx';
import { Progress as Bar } from '../parts/bits.tsx';
import { ColumnTable } from '../parts/column-table.tsx';
import { ImportSettingsForm } from '../parts/import-settings.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { inLanguage } from '../parts/row-fault.ts';
import { save } from '../parts/save.ts';
import { Table } from '../parts/table.tsx';
import { tickets } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { environment } from '../state/rights.ts';
import { weighBridges } from '../state/tickets.ts';
import { say } from '../state/toasts.ts';
import { bytes, language, t } from '../text/index.ts';
import { TicketTabs } from './tickets.tsx';

/** Rows of the file that are shown before anything is sent. */
const PREVIEWED = 5;
/** Refused rows that are shown; the download has all of them. */
const SHOWN = 100;
const REMEMBERED = 'ticketImport';

/** Imports tickets of a CSV: assigns the columns, previews the first tickets, then sends all of them. */
export function TicketImportPage() {
  const bridges = useLoad(weighBridges, [environment.value]);
  const [file, setFile] = useState<File>();
  const [settings, setSettings] = useState<ImportSettings>(lastSettings);
  const look = useLoad(
    async () => (file === undefined ? undefined : lookAt(file, settings, PREVIEWED)),
    [file, settings.encoding, settings.delimiter],
  );
  const heading = look.data?.heading;
  const [guessed, setGuessed] = useState<readonly string[]>();
  useEffect(() => {
    if (heading === undefined || heading === guessed) return;
    setGuessed(heading);
    // Columns chosen for a file with the same heading are kept.
    const kept = Object.entries(settings.columns).filter(([, name]) => heading.includes(name));
    const columns = { ...guessColumns(heading), ...Object.fromEntries(kept) };
    const decimalComma = guessDecimalComma(heading, look.data!.rows, columns) ?? settings.decimalComma;
    setSettings({ ...settings, columns, decimalComma });
  }, [heading]);
  useEffect(() => {
    const [only, ...others] = bridges.data ?? [];
    if (only === undefined || others.length > 0 || settings.constants['locationId']) return;
    setSettings((old) => ({ ...old, constants: { ...old.constants, locationId: only.locationId } }));
  }, [bridges.data]);
  const preview = useLoad(
    async () =>
      file === undefined || heading === undefined ? undefined : firstOf(inLanguage(ticketsOf(file, settings))),
    [file, heading, JSON.stringify(settings), language.value],
  );
  return (
    <Page title={t('ticketImport.title')} above={['/tickets', t('nav.tickets')]}>
      <TicketTabs open="/tickets" />
      <p class="quiet">{t('ticketImport.about')}</p>
      <p class="actions">
        <FileButton onFile={setFile} />
        {file !== undefined && (
          <span>
            <bdi>{file.name}</bdi> · {bytes(file.size)}
          </span>
        )}
      </p>
      {file !== undefined && (
        <>
          <ImportSettingsForm settings={settings} bridges={bridges.data ?? []} onChange={setSettings} />
          <Problem error={look.error} />
          {look.data !== undefined && (
            <ColumnTable
              {...look.data}
              columns={settings.columns}
              onChange={(columns) => setSettings({ ...settings, columns })}
            />
          )}
          <Problem error={look.error === undefined ? preview.error : undefined} />
          {preview.data !== undefined && <Preview rows={preview.data} />}
          {preview.data !== undefined && preview.error === undefined && (
            <Sending key={file.name + file.lastModified} {...{ file, settings, heading: heading! }} />
          )}
        </>
      )}
    </Page>
  );
}

function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="main" onClick={() => field.current?.click()}>
        {t('ticketImport.choose')}
      </button>
      <input
        ref={field}
        {...{ type: 'file', accept: '.csv,.tsv,.txt', hidden: true, 'aria-label': t('ticketImport.choose') }}
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // The same file can be chosen again after it was corrected.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

/** The first tickets as the server would get them, or why they are invalid. */
function Preview({ rows }: { readonly rows: readonly TicketRow[] }) {
  return (
    <section aria-label={t('ticketImport.preview')}>
      <h2>{t('ticketImport.preview')}</h2>
      <ul class="previews">
        {rows.map(({ line, text, fault }) => (
          <li key={line}>
            <small class="quiet">{t('ticketImport.line', { line: String(line) })}</small>{' '}
            {fault === undefined ? <code>{text}</code> : <span class="wrong">{fault}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface SendingProps {
  readonly file: File;
  readonly settings: ImportSettings;
  readonly heading: readonly string[];
}

/** Sends the file, and shows the outcome of its rows. */
function Sending({ file, settings, heading }: SendingProps) {
  const [progress, setProgress] = useState<Progress>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [error, setError] = useState<unknown>();
  const [isDone, setDone] = useState(false);
  const [total, setTotal] = useState(0);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const send = async (): Promise<void> => {
    setError(undefined);
    setRefused([]);
    setDone(false);
    setProgress({ rows: 0, created: 0, present: 0, refused: 0 });
    remember(REMEMBERED, JSON.stringify(settings));
    const { signal } = (stop.current = new AbortController());
    const to = tickets();
    setTotal(await countOf(ticketsOf(file, settings)));
    await importTickets(
      inLanguage(ticketsOf(file, settings)),
      (texts) => to.sendTexts(texts, { signal }),
      (counts, more) => {
        setProgress(counts);
        if (more.length > 0) setRefused((old) => [...old, ...more]);
      },
    );
    setDone(true);
    say(t('ticketImport.done'));
  };
  const download = (): void => save(new TextEncoder().encode(refusedCsv(heading, refused)), `refused-${file.name}`);
  return (
    <section aria-label={t('ticketImport.send')}>
      <p class="actions">
        <Action kind="main" onClick={send} onError={(failure) => !stop.current?.signal.aborted && setError(failure)}>
          {t('ticketImport.send')}
        </Action>
        {progress !== undefined && !isDone && (
          <button type="button" onClick={() => stop.current?.abort()}>
            {t('ticketImport.stop')}
          </button>
        )}
      </p>
      <Problem error={error} />
      <div aria-live="polite">
        {progress !== undefined && (
          <>
            {!isDone && <Bar percent={total === 0 ? 0 : (progress.rows / total) * 100} label={file.name} />}
            <p>{t('ticketImport.counts', { ...progress })}</p>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <>
          <h2>{t('ticketImport.refused')}</h2>
          <p class="actions">
            <button type="button" onClick={download}>
              {t('ticketImport.download')}
            </button>
          </p>
          <Table
            label={t('ticketImport.refused')}
            rows={refused.slice(0, SHOWN)}
            keyOf={({ line }) => String(line)}
            columns={[
              { title: t('ticketImport.row'), cell: ({ line }) => line, isNumber: true },
              { title: t('ticket.number'), cell: ({ externalId }) => <bdi>{externalId}</bdi> },
              { title: t('ticket.reason'), cell: ({ reason }) => reason },
            ]}
          />
          {refused.length > SHOWN && <p class="quiet">{t('report.more', { count: refused.length - SHOWN })}</p>}
        </>
      )}
    </section>
  );
}

async function firstOf(rows: AsyncIterable<TicketRow>): Promise<TicketRow[]> {
  const first: TicketRow[] = [];
  for await (const row of rows) if (first.push(row) === PREVIEWED) break;
  return first;
}

async function countOf(rows: AsyncIterable<TicketRow>): Promise<number> {
  let count = 0;
  for await (const _ of rows) count++;
  return count;
}

const USUAL: ImportSettings = {
  ...{ encoding: 'utf-8', delimiter: '', decimalComma: false, dateFormat: '', timeZone: '' },
  ...{ columns: {}, constants: {} },
};

/** Those of the last import in this browser: files of one program are read in one way. */
function lastSettings(): ImportSettings {
  try {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { constants: _, ...kept } = JSON.parse(remembered(REMEMBERED, '{}')) as Partial<ImportSettings>;
    return { ...USUAL, timeZone: zone, ...kept };
  } catch {
    return USUAL;
  }
}
