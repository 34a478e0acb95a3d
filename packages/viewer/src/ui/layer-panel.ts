import { colourOf, css, THEMES } from '../palette.ts';
import { t } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';
import { h } from './dom.ts';

/** Layers listed at a time: of thousands the search finds the others. */
const MOST = 300;

/**
 * The layers of a job with their colours: shown or hidden, faded, one alone.
 * @param more below them
 */
export function layerPanel(viewer: Viewer, more: Node): HTMLElement {
  const list = h('ul');
  const search = h('input', { type: 'search', placeholder: t('layers.find'), 'aria-label': t('layers.find') });
  const count = h('p', { role: 'status' });
  const all = h('button', { onclick: () => show([]) }, t('layers.showAll'));
  const colours = new Map<string, string>();
  const theme = THEMES[viewer.settings.theme];
  for (const { layers } of viewer.manifest.segments)
    for (const [i, layer] of layers.entries())
      colours.set(layer.name.toLowerCase(), css(colourOf([i, -1, 0, -1], layer, viewer.settings.colours, theme)));
  const show = (names: readonly string[]): void => {
    viewer.isolate(names);
    fill();
  };
  const fill = (): void => {
    const wanted = search.value.trim().toLowerCase();
    const found = [...viewer.layers].filter(([key]) => key.includes(wanted));
    count.textContent = t('layers.count', { shown: found.length, all: viewer.layers.size });
    list.replaceChildren(
      ...found.slice(0, MOST).map(([key, state]) => {
        const box = h('input', {
          ...{ type: 'checkbox', checked: state.visible },
          onchange: () => {
            state.visible = box.checked;
            viewer.restyle();
          },
        });
        const fade = h('input', {
          ...{ type: 'range', min: '0', max: '1', step: '0.05', value: String(state.opacity) },
          'aria-label': t('layers.opacity', { name: state.name }),
          oninput: () => {
            state.opacity = Number(fade.value);
            viewer.restyle();
          },
        });
        const swatch = h('span', { className: 'swatch' });
        swatch.style.background = colours.get(key) ?? '';
        const only = h(
          'button',
          { title: t('layers.onlyOne', { name: state.name }), onclick: () => show([state.name]) },
          t('layers.only'),
        );
        return h(
          'li',
          {},
          h('label', {}, box, swatch, state.name === '' ? t('layers.noName') : state.name),
          fade,
          only,
        );
      }),
    );
    if (found.length > MOST) list.append(h('li', {}, t('layers.more', { count: found.length - MOST })));
  };
  search.oninput = fill;
  fill();
  return h(
    'section',
    { 'aria-label': t('panel.layers') },
    ...[h('h2', {}, t('panel.layers')), search, count, all, list, more],
  );
}
