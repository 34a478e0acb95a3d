import type { JobCheck } from '@fieldbridge/contract';
import { FieldbridgeView } from '@fieldbridge/viewer/element.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { query, setQuery } from '../../base/route.ts';
import { site } from '../../base/site.ts';
import { conversion } from '../../state/api.ts';
import { isDark } from '../../state/theme.ts';
import { viewSource } from '../../state/view-source.ts';
import { language, number, t } from '../../text/index.ts';

interface JobViewProps {
  /** Of the job, below the interface's address. */
  readonly path: string;
  readonly revision: number;
  /** Address of the view below `path`, with its query. */
  readonly view?: string;
  /** Whether the server may be asked for a picture where the browser cannot draw. */
  readonly hasStill?: boolean;
}

/** The job in the viewer: a plan, or in three dimensions. `?at=EASTING,NORTHING` shows a place, with all findings. */
export function JobView({ path, revision, view: address = 'view', hasStill = true }: JobViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<FieldbridgeView>();
  const theme = isDark.value ? 'dark' : 'light';
  const at = query.value.get('at');
  const whole = `${site.interfaces.conversion}${path}/${address}`;
  const shown = useRef<{ readonly made: FieldbridgeView; readonly revision: number }>(undefined);
  const source = () => viewSource(whole, (description) => description.revision === String(revision));
  useLayoutEffect(() => {
    const made = new FieldbridgeView();
    shown.current = { made, revision };
    made.setAttribute('src', whole);
    made.source = source();
    if (hasStill) made.setAttribute('still', `${site.interfaces.conversion}${path}/assvg`);
    made.lang = language.value;
    made.maps = site.maps ?? [];
    made.setAttribute('theme', theme);
    made.addEventListener('ready', () => setView(made));
    place.current?.replaceChildren(made);
    return () => {
      setView(undefined);
      made.remove();
    };
  }, [path, address, hasStill, theme, language.value]);
  // The current view stays where it is while the job changes.
  useEffect(() => {
    const made = shown.current?.made;
    if (made === undefined || shown.current?.revision === revision) return;
    shown.current = { made, revision };
    made.source = source();
    void made.reload();
  }, [revision]);
  useEffect(() => {
    const [easting, northing] = (at ?? '').split(',').map(Number);
    if (view === undefined || !Number.isFinite(easting) || !Number.isFinite(northing)) return;
    view.showPlace(easting!, northing!);
    const own = { easting: easting!, northing: northing!, level: 'warning' } as const;
    view.setPins([own]);
    const abort = new AbortController();
    conversion
      .json<JobCheck>({ method: 'GET', path: `${path}/check`, signal: abort.signal, timeoutMs: 300_000 })
      .then((check) => {
        const found = pinsOf(check);
        const isFound = found.some((pin) => pin.easting === easting && pin.northing === northing);
        // The place of an import issue is not a finding of the check.
        view.setPins(isFound ? found : [own, ...found]);
      })
      // The place is shown without the others.
      .catch(() => view.setPins([own]));
    return () => abort.abort();
  }, [view, at]);
  return (
    <>
      {at !== null && (
        <p class="note">
          {t('job.at', {
            place: at
              .split(',')
              .map((one) => number(Number(one), FIGURES))
              .join(' / '),
          })}{' '}
          <button
            type="button"
            onClick={() => {
              setQuery({ at: undefined });
              view?.setPins([]);
              view?.viewer?.fit();
            }}
          >
            {t('job.all')}
          </button>
        </p>
      )}
      <div class="viewer" ref={place} />
    </>
  );
}

const FIGURES = { minimumFractionDigits: 3, maximumFractionDigits: 3, useGrouping: false } as const;

function pinsOf({ findings }: JobCheck) {
  return findings.flatMap(({ level, places }) =>
    places.flatMap(({ easting, northing, elevation }) =>
      easting === undefined || northing === undefined
        ? []
        : [{ easting, northing, elevation, level: level as 'note' | 'warning' | 'error' }],
    ),
  );
}
