import { colourOf, css, THEMES } from '../palette.ts';
import type { Viewer } from '../viewer.ts';
import { h } from './dom.ts';

/** Layers listed at a time: of thousands the search finds the others. */
const MOST = 300;

/** The layers of a job with their colours: shown or hidden, faded, one alone. */
export function layerPanel(viewer: Viewer): HTMLElement {
  const list = h('ul');
  const search = h('input', { type: 'search', placeholder: 'Find a layer', 'aria-label': 'Find a layer' });
  const count = h('p', { role: 'status' });
  const all = h('button', { onclick: () => show([]) }, 'Show all');
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
    count.textContent = `${found.length} of ${viewer.layers.size} layers`;
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
          'aria-label': `Opacity of ${state.name}`,
          oninput: () => {
            state.opacity = Number(fade.value);
            viewer.restyle();
          },
        });
        const swatch = h('span', { className: 'swatch' });
        swatch.style.background = colours.get(key) ?? '';
        const only = h('button', { title: `Show only ${state.name}`, onclick: () => show([state.name]) }, 'only');
        return h('li', {}, h('label', {}, box, swatch, state.name === '' ? '(no name)' : state.name), fade, only);
      }),
    );
    if (found.length > MOST) list.append(h('li', {}, `… and ${found.length - MOST} more: search for them`));
  };
  search.oninput = fill;
  fill();
  return h('section', { 'aria-label': 'Layers' }, h('h2', {}, 'Layers'), search, count, all, list);
}
