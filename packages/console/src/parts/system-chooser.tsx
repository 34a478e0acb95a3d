import type { ReferenceSystem } from '@fieldbridge/contract';
import { useEffect, useState } from 'preact/hooks';
import type { Sides } from '../model/map-frame.ts';
import { conversion } from '../state/api.ts';
import { type Loaded, useLoad } from '../state/load.ts';
import { number, t } from '../text/index.ts';
import { Badge } from './bits.tsx';
import { Dialog } from './dialog.tsx';
import { EarthMap } from './earth-map.tsx';
import { Input } from './field.tsx';
import { Problem } from './problem.tsx';
import type { SystemData } from './system-field.tsx';

interface ChooserProps {
  readonly data: SystemData | undefined;
  readonly value: string;
  readonly onChoose: (code: number) => void;
  readonly onClose: () => void;
}

/** Milliseconds without a key before a search begins. */
const PAUSE_MS = 200;

/** Finds a reference system by number, name or place, and shows where it is used and where the data would be. */
export function SystemChooser({ data, value, onChoose, onClose }: ChooserProps) {
  const [text, setText] = useState(/^(?:EPSG:)?\d+$/i.test(value) ? value : '');
  const [code, setCode] = useState<number>();
  const asked = usePaused(text);
  const found = useSystems(asked, 20, data);
  const items = found.data ?? [];
  // Systems whose area contains the data come first.
  const ranked = [...items.filter(({ fit }) => fit?.fits), ...items.filter(({ fit }) => !fit?.fits)];
  const shown = ranked.find((one) => one.code === code) ?? ranked[0];
  return (
    <Dialog title={t('crs.search')} onClose={onClose} wide>
      <Input label={t('crs.about')} type="search" value={text} onChange={setText} maxLength={200} />
      <Problem error={found.error} />
      <div class="columns">
        <ul class="systems" aria-busy={found.isLoading}>
          {ranked.map((one) => (
            <li key={one.code}>
              <button type="button" class="plain" aria-pressed={one === shown} onClick={() => setCode(one.code)}>
                <strong>{one.code}</strong> {one.name}{' '}
                {one.deprecated && <Badge kind="doubt" text={t('crs.deprecated')} />}
                {one.fit?.fits && <Badge kind="good" text={t('crs.holds')} />}
              </button>
            </li>
          ))}
          {ranked.length === 0 && asked !== '' && !found.isLoading && <li class="quiet">{t('search.nothing')}</li>}
        </ul>
        <div>
          {shown === undefined ? (
            <EarthMap label={t('crs.search')} area={null} place={null} />
          ) : (
            <Shown {...{ shown, data }} />
          )}
        </div>
      </div>
      <footer>
        <button type="button" class="plain" onClick={onClose}>
          {t('action.cancel')}
        </button>
        {shown !== undefined && (
          <button type="button" class="main" onClick={() => onChoose(shown.code)}>
            {t('crs.use', { code: String(shown.code) })}
          </button>
        )}
      </footer>
    </Dialog>
  );
}

/** One system on the map, with the operation that would transform the data to it. */
function Shown({ shown, data }: { readonly shown: ReferenceSystem; readonly data: SystemData | undefined }) {
  // For a single system the change of coordinates is requested as well.
  const alone = useSystems(data === undefined ? '' : String(shown.code), 1, data);
  const fit = alone.data?.[0]?.fit ?? shown.fit;
  const place = fit?.earth ?? null;
  const isOnEarth = place !== null && Math.abs(place.south) <= 90 && Math.abs(place.north) <= 90;
  const label = isOnEarth
    ? t('crs.mapPlace', { name: shown.name, place: placeText(place) })
    : t('crs.map', { name: shown.name });
  return (
    <>
      <EarthMap label={label} area={shown.area} place={isOnEarth ? place : null} />
      <p class="quiet">
        {t('crs.area')}: {shown.area?.name ?? '–'}
      </p>
      <div aria-live="polite">
        {fit?.fits === false && !isOnEarth && <p class="note bad">{t('crs.nowhere')}</p>}
        {isOnEarth && fit !== null && fit.fits !== null && (
          <p class={fit.fits ? 'note good' : 'note doubt'}>
            {t(fit.fits ? 'crs.fits' : 'crs.fitsNot')}: {placeText(place)}
          </p>
        )}
        {fit?.change && (
          <p class="quiet">
            {fit.change.name} ({accuracyText(fit.change.accuracy)})
          </p>
        )}
        {fit?.change?.better && (
          <p class="note doubt">
            {t('crs.better', {
              name: fit.change.better.name,
              accuracy: accuracyText(fit.change.better.accuracy),
              grids: fit.change.better.grids.join(', '),
            })}
          </p>
        )}
        {fit?.problem && <p class="note bad">{fit.problem.text}</p>}
      </div>
    </>
  );
}

const DEGREES = { minimumFractionDigits: 3, maximumFractionDigits: 3 } as const;

function placeText({ west, south, east, north }: Sides): string {
  const degrees = (value: number, signs: string): string =>
    `${number(Math.abs(value), DEGREES)}° ${signs[+(value < 0)]}`;
  return `${degrees((south + north) / 2, 'NS')}, ${degrees((west + east) / 2, 'EW')}`;
}

function accuracyText(metres: number | null): string {
  return metres === null ? t('crs.accuracyUnknown') : `± ${number(metres, { maximumSignificantDigits: 3 })} m`;
}

/** The systems found for a text; none for an empty one. */
function useSystems(text: string, limit: number, data: SystemData | undefined): Loaded<ReferenceSystem[]> {
  const query: Record<string, string> = { q: text, limit: String(limit) };
  if (data?.extent != null) {
    const { minEasting, minNorthing, maxEasting, maxNorthing } = data.extent;
    query['extent'] = [minEasting, minNorthing, maxEasting, maxNorthing].join(',');
    query['unit'] = data.unit;
    if (data.from !== undefined && data.from !== 'local') query['from'] = data.from;
    else if (data.to !== undefined && data.to !== 'local') query['to'] = data.to;
  }
  return useLoad(
    async (signal) => {
      if (text.trim() === '') return [];
      const call = { method: 'GET', path: '/reference-systems', query, signal };
      return (await conversion.json<{ items: ReferenceSystem[] }>(call)).items;
    },
    [JSON.stringify(query)],
  );
}

/** A value once it has not changed for a while. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
