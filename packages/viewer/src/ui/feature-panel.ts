import type { ViewFeature } from '@fieldbridge/view-wire';
import { unitSign } from '../measure.ts';
import { t, word } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';
import { copyButton } from './copy-button.ts';
import { h } from './dom.ts';

/** Vertices listed; the others are only counted. */
const MOST_VERTICES = 50;
const COLUMNS = ['field.easting', 'field.northing', 'field.elevation'] as const;

/** Exact figures and attributes of the clicked thing, as a table. */
export function featurePanel(viewer: Viewer, feature: ViewFeature): HTMLElement {
  const fields = feature.fields.map(([name, value]) => [word(name), value] as const);
  const rows = fields.map(([name, value]) => h('tr', {}, h('th', {}, name), h('td', {}, value)));
  const unit = unitSign(viewer.unit);
  const shown = feature.vertices.slice(0, MOST_VERTICES);
  const vertices = shown.map((vertex) =>
    h('tr', {}, ...vertex.map((value) => h('td', {}, value === null ? '–' : String(value)))),
  );
  const rest = feature.vertexCount - shown.length;
  const text = [
    ...fields.map((field) => field.join('\t')),
    ...feature.vertices.map((vertex) => vertex.map((value) => value ?? '').join('\t')),
  ].join('\n');
  return h(
    'section',
    { 'aria-label': t('panel.selection') },
    h('h2', {}, t('panel.row', { table: word(feature.table), row: feature.row + 1 })),
    h('table', {}, h('tbody', {}, ...rows)),
    h('h2', {}, t('coordinates.in', { unit })),
    h(
      'table',
      { className: 'figures' },
      h('thead', {}, h('tr', {}, ...COLUMNS.map((key) => h('th', {}, t(key))))),
      h('tbody', {}, ...vertices),
    ),
    rest > 0 ? h('p', {}, t('coordinates.more', { count: rest })) : '',
    copyButton(() => text),
  );
}

/** Things far away from the rest, which a first view leaves out, each with a button to show it. */
export function strayPanel(viewer: Viewer): HTMLElement {
  const { segments } = viewer.manifest;
  const items = segments.flatMap(({ strays }) =>
    strays.map(({ table, row, easting, northing }) => {
      const half = 50;
      const visit = () => viewer.fit([easting - half, northing - half, easting + half, northing + half]);
      const place = `${t('panel.row', { table: word(table), row: row + 1 })}: ${easting}, ${northing}`;
      return h('li', {}, h('button', { onclick: visit }, t('panel.visit')), place);
    }),
  );
  const count = segments.reduce((sum, { strayCount }) => sum + strayCount, 0);
  const whole = h('button', { onclick: () => viewer.fit(viewer.wholeBox) }, t('all.show'));
  const note = count > items.length ? t('panel.farFirst', { shown: items.length, count }) : '';
  return h(
    'section',
    { 'aria-label': t('panel.farAway') },
    h('h2', {}, t('panel.farTitle')),
    whole,
    note,
    h('ul', {}, ...items),
  );
}
