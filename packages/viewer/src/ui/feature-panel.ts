import type { ViewFeature } from '@fieldbridge/view-wire';
import { unitSign } from '../measure.ts';
import type { Viewer } from '../viewer.ts';
import { h } from './dom.ts';

/** Vertices listed; the others are only counted. */
const MOST_VERTICES = 50;

/** Exact figures and attributes of what was clicked, as a table. */
export function featurePanel(viewer: Viewer, feature: ViewFeature): HTMLElement {
  const rows = feature.fields.map(([name, value]) => h('tr', {}, h('th', {}, name), h('td', {}, value)));
  const unit = unitSign(viewer.unit);
  const shown = feature.vertices.slice(0, MOST_VERTICES);
  const vertices = shown.map((vertex) =>
    h('tr', {}, ...vertex.map((value) => h('td', {}, value === null ? '–' : String(value)))),
  );
  const rest = feature.vertexCount - shown.length;
  const text = [
    ...feature.fields.map((field) => field.join('\t')),
    ...feature.vertices.map((vertex) => vertex.map((value) => value ?? '').join('\t')),
  ].join('\n');
  return h(
    'section',
    { 'aria-label': 'Selection' },
    h('h2', {}, `${feature.table}, row ${feature.row + 1}`),
    h('table', {}, h('tbody', {}, ...rows)),
    h('h2', {}, `Coordinates in ${unit}`),
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...['Easting', 'Northing', 'Elevation'].map((name) => h('th', {}, name)))),
      h('tbody', {}, ...vertices),
    ),
    rest > 0 ? h('p', {}, `… and ${rest} more vertices`) : '',
    h('button', { onclick: () => void navigator.clipboard?.writeText(text) }, 'Copy'),
  );
}

/** Things far away from the rest, which a first view leaves out, each with a way there. */
export function strayPanel(viewer: Viewer): HTMLElement {
  const { segments } = viewer.manifest;
  const items = segments.flatMap(({ strays }) =>
    strays.map(({ table, row, easting, northing }) => {
      const half = 50;
      const visit = () => viewer.fit([easting - half, northing - half, easting + half, northing + half]);
      const place = `${table}, row ${row + 1}: ${easting}, ${northing}`;
      return h('li', {}, h('button', { onclick: visit }, 'Visit'), place);
    }),
  );
  const count = segments.reduce((sum, { strayCount }) => sum + strayCount, 0);
  const whole = h('button', { onclick: () => viewer.fit(viewer.wholeBox) }, 'Show everything');
  const note = count > items.length ? `The first ${items.length} of ${count}:` : '';
  return h(
    'section',
    { 'aria-label': 'Far away' },
    h('h2', {}, 'Far from the rest'),
    whole,
    note,
    h('ul', {}, ...items),
  );
}
