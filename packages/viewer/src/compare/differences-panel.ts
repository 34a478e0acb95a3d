import type { DiffCounts, Difference, FieldChange, JobDiff } from '@fieldbridge/fieldjob';
import { unitSign } from '../measure.ts';
import { css } from '../palette.ts';
import { t, word } from '../text/index.ts';
import { copyButton } from '../ui/copy-button.ts';
import { columnHead, h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';

/** Rows of the list; the others are counted. */
const MOST_ROWS = 200;
/** Fields named of one thing. */
const MOST_FIELDS = 4;
const OUTCOMES = ['same', 'moved', 'changed', 'onlyA', 'onlyB'] as const satisfies readonly (keyof DiffCounts)[];
/** The layers of an outcome, which have the colours of the picture: see `comparedJob`. */
const LAYERS_OF = { same: [0], moved: [3, 4], changed: [3, 4], onlyA: [1], onlyB: [2] } as const;
type Change = Difference['change'];

/**
 * The differences between two jobs shown over each other: counted by kind, listed, each with a button to show it.
 * @param visit shows a place
 */
export function differencesPanel(
  viewer: Viewer,
  names: readonly [a: string, b: string],
  diff: JobDiff,
  visit: (easting: number, northing: number) => void,
): HTMLElement {
  const unit = unitSign(viewer.unit);
  const kinds = Object.entries(diff.counts).filter(([, counts]) => OUTCOMES.some((one) => counts[one] > 0));
  const layers = viewer.manifest.segments.find(({ compared }) => compared !== undefined)?.layers ?? [];
  const sums = OUTCOMES.map((one) => {
    const swatches = LAYERS_OF[one].map((layer) => {
      const swatch = h('span', { className: 'swatch' });
      swatch.style.background = css(layers[layer]?.colour ?? 0);
      return swatch;
    });
    const cells = kinds.map(([, counts]) => h('td', {}, String(counts[one])));
    return h('tr', {}, h('th', { scope: 'row' }, ...swatches, t(`differences.${one}`)), ...cells);
  });
  const list = h('div');
  const wanted = h(
    'select',
    { 'aria-label': t('differences.show'), onchange: () => fill() },
    h('option', { value: '' }, t('differences.all')),
    ...OUTCOMES.slice(1).map((one) => h('option', { value: one }, t(`differences.${one}`))),
  );
  const fill = (): void => {
    const found = diff.differences.filter(({ change }) => wanted.value === '' || change === wanted.value);
    const count = kinds.reduce((sum, [, counts]) => sum + differing(counts, wanted.value as Change | ''), 0);
    const rows = found.slice(0, MOST_ROWS).map((one) => {
      const { place } = one;
      const show = h('button', { onclick: () => place && visit(place.easting, place.northing) }, t('panel.visit'));
      show.setAttribute('aria-label', `${t('panel.visit')}: ${whatOf(one)}`);
      return h(
        'tr',
        {},
        h('td', {}, whatOf(one)),
        h('td', {}, howOf(one, unit)),
        h('td', {}, place === undefined ? '' : show),
      );
    });
    const heads = [t('select.kind'), t('differences.button'), ''];
    list.replaceChildren(
      h('p', { role: 'status' }, shownOf(rows.length, count)),
      h(
        'table',
        { className: 'found' },
        h('thead', {}, h('tr', {}, ...heads.map(columnHead))),
        h('tbody', {}, ...rows),
      ),
    );
  };
  fill();
  const text = (): string =>
    diff.differences
      .map((one) => [whatOf(one), howOf(one, unit), one.place?.easting ?? '', one.place?.northing ?? ''].join('\t'))
      .join('\n');
  return h(
    'section',
    { 'aria-label': t('differences.button') },
    h('h2', {}, t('differences.button')),
    h('p', {}, `A: ${names[0]}`, h('br'), `B: ${names[1]}`),
    h('p', {}, t('differences.within', { tolerance: `${diff.tolerance} ${unit}` })),
    ...diff.job.map((change) => h('p', {}, changeText(change))),
    h(
      'table',
      { className: 'found' },
      h('thead', {}, h('tr', {}, ...['', ...kinds.map(([kind]) => word(kind))].map(columnHead))),
      h('tbody', {}, ...sums),
    ),
    wanted,
    copyButton(text),
    list,
  );
}

/** How many of a kind have a given difference, or any. */
function differing({ moved, changed, onlyA, onlyB }: DiffCounts, change: Change | ''): number {
  return change === '' ? moved + changed + onlyA + onlyB : { moved, changed, onlyA, onlyB }[change];
}

function shownOf(shown: number, count: number): string {
  if (count === 0) return t('differences.none');
  return shown < count ? t('panel.farFirst', { shown, count }) : t('differences.count', { count });
}

const whatOf = ({ kind, name, layer }: Difference): string =>
  [word(kind), name.slice(0, 40), layer].filter(Boolean).join(' · ');

function howOf({ change, moved, fields }: Difference, unit: string): string {
  const rest = fields.length - MOST_FIELDS;
  return [
    moved === undefined
      ? change === 'moved' || fields.length > 0
        ? ''
        : t(`differences.${change}`)
      : t('differences.by', { distance: `${figure(moved.distance)} ${unit}` }),
    ...fields.slice(0, MOST_FIELDS).map(changeText),
    rest > 0 ? `+ ${rest}` : '',
  ]
    .filter(Boolean)
    .join('; ');
}

const changeText = ({ field, a, b }: FieldChange): string => `${word(field)}: ${valueText(a)} → ${valueText(b)}`;
const valueText = (value: FieldChange['a']): string =>
  typeof value === 'number' ? figure(value) : String(value ?? '–');
const figure = (value: number): string => String(Number(value.toFixed(4)));
