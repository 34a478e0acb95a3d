import type { FormatView } from '@fieldbridge/contract';
import { useEffect, useState } from 'preact/hooks';
import type { Issue } from '../../model/report.ts';
import { keptKinds, optionFields } from '../../model/report.ts';
import { Action } from '../../parts/action.tsx';
import { Badge } from '../../parts/bits.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Input } from '../../parts/field.tsx';
import { IssueList } from '../../parts/issue-list.tsx';
import { givenOptions, OptionForm } from '../../parts/option-form.tsx';
import { Content } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { save } from '../../parts/save.ts';
import { conversion, jobs } from '../../state/api.ts';
import { useLoad } from '../../state/load.ts';
import { bytes, language, t } from '../../text/index.ts';
import type { JobInfo } from './info.ts';

/** The formats in which a job can be exported, each with what it keeps of this job. */
export function JobExport({ job }: { readonly job: JobInfo }) {
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<FormatView>();
  const formats = useLoad<FormatView[]>(
    (signal) => conversion.json({ method: 'GET', path: '/formats', query: { for: 'export' }, signal }),
    [language.value],
  );
  const isWanted = ({ id, name, extensions }: FormatView): boolean =>
    [id, name, ...extensions].some((text) => text.toLowerCase().includes(wanted.toLowerCase()));
  return (
    <Content of={formats}>
      {(all) => (
        <>
          <div class="filters">
            <Input label={t('export.search')} type="search" value={wanted} onChange={setWanted} />
          </div>
          <div class="cards">
            {all.filter(isWanted).map((format) => (
              <section class="card" key={format.id}>
                <h2>
                  {format.name} <small class="quiet">.{format.extensions[0]}</small>{' '}
                  {format.experimental.write && <Badge kind="doubt" text={t('export.experimental')} />}
                </h2>
                <KeptKinds job={job} format={format} />
                <p class="actions">
                  <button type="button" class="main" onClick={() => setChosen(format)}>
                    {t('export.choose')}
                  </button>
                </p>
              </section>
            ))}
          </div>
          {chosen !== undefined && <ExportDialog {...{ job, format: chosen, close: () => setChosen(undefined) }} />}
        </>
      )}
    </Content>
  );
}

/** What a format keeps of a job, and what it loses. */
export function KeptKinds({ job, format }: { readonly job: Pick<JobInfo, 'counts'>; readonly format: FormatView }) {
  const kinds = keptKinds(job.counts, format);
  const lost = kinds.filter(({ isKept }) => !isKept);
  return (
    <>
      <ul class="kinds">
        {kinds.map(({ name, count, isKept }) => (
          <li class={`badge ${isKept ? 'good' : 'bad lost'}`}>{t(`count.${name}`, { count })}</li>
        ))}
      </ul>
      <p class="quiet">{t(lost.length === 0 ? 'export.keepsAll' : 'export.losesSome')}</p>
    </>
  );
}

interface ExportDialogProps {
  readonly job: JobInfo;
  readonly format: FormatView;
  readonly close: () => void;
}

function ExportDialog({ job, format, close }: ExportDialogProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [error, setError] = useState<unknown>();
  const [losses, setLosses] = useState<Issue[]>();
  const [received, setReceived] = useState<number>();
  // Formats that are guessed require it; the dialog explains it.
  const isGuessed = optionFields(format).some(({ name }) => name === 'experimental');
  const options = givenOptions(isGuessed ? { ...values, experimental: 'true' } : values);
  const path = `/job/${job.jobId}/as${format.id}`;
  // Once it is closed, nobody would see why the export fails, or expect its file.
  const [closing] = useState(() => new AbortController());
  useEffect(() => () => closing.abort(), []);
  const rest = { signal: closing.signal, timeoutMs: 300_000 };
  const data = { extent: job.extent, unit: job.unit ?? 'metre', ...(job.crs !== null && { from: job.crs }) };
  const look = async (): Promise<void> => {
    setError(undefined);
    const call = { method: 'GET', path: `${path}/report`, query: options, ...rest };
    setLosses(await conversion.json<Issue[]>(call));
  };
  const download = async (): Promise<void> => {
    setError(undefined);
    const made = await jobs.download(job.jobId, format.id, { options, ...rest, onProgress: setReceived });
    save(await made.bytes(), made.filename ?? `${job.name || 'job'}.${format.extensions[0]}`);
    setReceived(undefined);
  };
  return (
    <Dialog title={t('export.title', { format: format.name })} onClose={close} wide>
      <div class="columns">
        <div>
          <h3>{t('option.title')}</h3>
          <OptionForm format={format} values={values} onChange={setValues} leaveOut={['experimental']} data={data} />
        </div>
        <div>
          <h3>{t('export.keeps')}</h3>
          <KeptKinds job={job} format={format} />
          {format.experimental.write && <p class="note doubt">{t('export.experimentalText')}</p>}
          <p class="quiet">{format.notes}</p>
          {losses !== undefined && (
            <>
              <h3>{t('export.losses')}</h3>
              <IssueList issues={losses} />
            </>
          )}
        </div>
      </div>
      <Problem error={error} />
      <footer>
        {received !== undefined && <span class="quiet">{bytes(received)}</span>}
        <Action onClick={look} onError={setError}>
          {t('export.look')}
        </Action>
        <Action kind="main" onClick={download} onError={setError}>
          {t('export.download')}
        </Action>
      </footer>
    </Dialog>
  );
}
