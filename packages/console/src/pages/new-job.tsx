import type { FormatView } from '@fieldbridge/contract';
import { useEffect, useRef, useState } from 'preact/hooks';
import { go, query } from '../base/route.ts';
import { filterOf, optionFields, type Report, withSelectionOf } from '../model/report.ts';
import { Action } from '../parts/action.tsx';
import { DropZone } from '../parts/drop-zone.tsx';
import { type Entering, FileReport } from '../parts/file-report.tsx';
import { fileAddress } from '../parts/file-view.tsx';
import { JoinDrawings } from '../parts/join-drawings.tsx';
import { givenOptions } from '../parts/option-form.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { conversion, jobs } from '../state/api.ts';
import { useLoad } from '../state/load.ts';
import { askAhead } from '../state/view-source.ts';
import { language, t } from '../text/index.ts';
import type { JobInfo } from './job/info.ts';

let last = 0;

/** The name of a file without its extension. */
const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');

/** Takes files, shows their content to choose from, and makes one job. With `?job=` they are added to that job. */
export function NewJobPage() {
  const into = query.value.get('job') ?? undefined;
  const [files, setFiles] = useState<readonly Entering[]>([]);
  const [error, setError] = useState<unknown>();
  const listing = useRef<Promise<FormatView[]> | undefined>(undefined);
  const listedIn = useRef(language.value);
  /** The formats, requested once per language. After a failure the next file requests them again. */
  const listFormats = (): Promise<FormatView[]> => {
    if (listedIn.current !== language.value) listing.current = undefined;
    listedIn.current = language.value;
    return (listing.current ??= conversion
      .json<FormatView[]>({ method: 'GET', path: '/formats', query: { for: 'import' } })
      .catch((failure: unknown) => {
        listing.current = undefined;
        throw failure;
      }));
  };
  const formats = useLoad(listFormats, [language.value]);
  const job = useLoad<JobInfo | undefined>(
    async (signal) =>
      into === undefined ? undefined : conversion.json({ method: 'GET', path: `/job/${into}/info`, signal }),
    [into],
  );
  const change = (id: number, changes: Partial<Entering>): void =>
    setFiles((old) => old.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  const making = useRef(into === undefined ? undefined : Promise.resolve(into));
  /** The job, created for the first of its files. After a refusal the next attempt tries again. */
  const jobFor = ({ name }: File): Promise<string> => {
    making.current ??= jobs.create({ name: stemOf(name) }).then(
      ({ jobId }) => jobId,
      (failure: unknown) => {
        making.current = undefined;
        throw failure;
      },
    );
    return making.current;
  };

  const imported = useRef(new Set<number>());
  // Otherwise a job whose files were only previewed would stay in the list, empty. If this fails, it expires.
  useEffect(
    () => () => {
      if (into === undefined && imported.current.size === 0)
        making.current?.then((id) => jobs.delete(id)).catch(() => {});
    },
    [],
  );

  /** Sends a file and reads its content report; a new one gets the default options of its format. */
  const look = async (entering: Entering, isNew = false): Promise<Report | undefined> => {
    change(entering.id, { report: undefined, error: undefined, sent: 0, format: entering.format });
    try {
      const usual = isNew ? usualOptions(entering.file, await listFormats()) : {};
      const options = { ...usual, ...entering.options };
      change(entering.id, { options });
      const found = await jobs.report<Report>(await jobFor(entering.file), entering.file, {
        format: entering.format,
        options: givenOptions(options),
        timeoutMs: 600_000,
        onProgress: (sent) => change(entering.id, { sent }),
      });
      const report = withSelectionOf(found, entering.report);
      askAhead(`${fileAddress(report)}/view`);
      change(entering.id, { report });
      return report;
    } catch (failure) {
      change(entering.id, { error: failure });
      return undefined;
    }
  };
  const add = async (chosen: readonly File[]): Promise<void> => {
    if (chosen.length === 0) return;
    setError(undefined);
    const entering = chosen.map((file) => ({ id: ++last, file, options: {}, sent: 0 }));
    setFiles((old) => [...old, ...entering]);
    // One after another: a slow connection shows real progress.
    for (const one of entering) await look(one, true);
  };
  /** Sends drawings again, as one archive in which they are each other's references. */
  const join = async (drawings: readonly Entering[], first: string): Promise<void> => {
    const [{ file }] = drawings as [Entering];
    const usual = stemOf(first || file.name);
    const { archiveOf } = await import('../model/archive.ts');
    const archive = await archiveOf(
      drawings.map((one) => one.file),
      usual,
    );
    const options: Record<string, string> = first === '' ? {} : { file: first };
    const entering = { id: ++last, file: archive, options, sent: 0 };
    setFiles((old) => [...old.filter(({ id }) => !drawings.some((one) => one.id === id)), entering]);
    await look(entering, true);
  };
  const readable = files.filter(({ report }) => report !== undefined);
  const isReading = files.some(({ report, error: failed }) => report === undefined && failed === undefined);
  const start = async (): Promise<void> => {
    for (const one of readable) {
      const { id, options, entered = {} } = one;
      // If one is refused, pressing again must not import those before it twice.
      if (imported.current.has(id)) continue;
      const isRead = Object.entries(entered).every(([name, value]) => value === (options[name] ?? ''));
      const report = isRead ? one.report : await look({ ...one, options: { ...options, ...entered } });
      // The entry of the file shows the reason.
      if (report === undefined) return;
      imported.current.add(id);
      await jobs.importFiltered(filterOf(report)).catch((failure: unknown) => {
        imported.current.delete(id);
        throw failure;
      });
    }
    go(`/jobs/${await making.current}`);
  };
  return (
    <Page
      title={t(into === undefined ? 'jobs.new' : 'jobs.addFiles')}
      above={into === undefined ? ['/jobs', t('nav.jobs')] : [`/jobs/${into}`, t('jobs.back')]}
      actions={
        readable.length > 0 && (
          <Action kind="main" disabled={isReading} onClick={start} onError={setError}>
            {t('report.import', { count: readable.length })}
          </Action>
        )
      }
    >
      <Problem error={error} />
      {files.length === 0 ? (
        <DropZone onFiles={(chosen) => void add(chosen)} />
      ) : (
        <>
          {!isReading && <JoinDrawings files={files} onJoin={join} />}
          {files.map((one) => (
            <FileReport
              key={one.id}
              entering={one}
              formats={formats.data ?? []}
              target={job.data?.crs}
              onReport={(report) => change(one.id, { report })}
              onRemove={() => setFiles(files.filter(({ id }) => id !== one.id))}
              onEnter={(entered) => change(one.id, { entered })}
              onOptions={async (options) => void (await look({ ...one, options }))}
              onFormat={(format) => {
                // Each format has its own options.
                change(one.id, { entered: {} });
                void look({ ...one, format, options: {} });
              }}
            />
          ))}
          <details>
            <summary>{t('upload.moreFiles')}</summary>
            <DropZone onFiles={(chosen) => void add(chosen)} />
          </details>
        </>
      )}
    </Page>
  );
}

/** A drawing is read as features unless the user chooses a background drawing. */
function usualOptions({ name }: File, formats: readonly FormatView[]): Record<string, string> {
  const extension = name.split('.').at(-1)!.toLowerCase();
  const format = formats.find(({ extensions }) => extensions.includes(extension));
  return format !== undefined && optionFields(format).some((field) => field.name === 'as') ? { as: 'features' } : {};
}
