import { type EarthNet, type TileMap, tileFault } from '@fieldbridge/view-wire';
import { unitSign } from '../measure.ts';
import { t } from '../text/index.ts';
import { h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';
import { beginMap, endMap, mapBelow } from './map-below.ts';

/** Where a typed address is remembered; whether it was shown is not. */
const REMEMBERED = 'fieldbridge-tiles';
/** Values of the choice besides the numbers of offered maps. */
const [NONE, TYPED] = ['', 'typed'];

/**
 * Chooses the map below a job: one that the page offers, or one whose address the user enters. Nothing is requested
 * before it is chosen.
 */
export function tilePanel(viewer: Viewer, offered: readonly TileMap[]): HTMLElement {
  const below = mapBelow(viewer);
  const known = offered.findIndex(({ address }) => address === below?.map.address);
  const chosen = below === undefined ? NONE : known < 0 ? TYPED : String(known);
  const typed = remembered();
  const names: readonly (readonly [string, string])[] = [
    [NONE, t('tiles.none')],
    ...offered.map(({ name }, i) => [String(i), name] as const),
    [TYPED, t('tiles.typed')],
  ];
  const select = h(
    'select',
    {},
    ...names.map(([value, name]) => h('option', { value, selected: value === chosen }, name)),
  );
  const address = h('input', { value: typed.address, spellcheck: false, placeholder: 'https://…/{z}/{x}/{y}.png' });
  const by = h('input', { value: typed.attribution });
  const opacity = h('input', { type: 'range', min: '0.1', max: '1', step: '0.05' });
  opacity.value = String(below?.opacity ?? 1);
  const exact = h('p', { className: 'hint' });
  const note = h('p', { className: 'hint', role: 'status' });
  const show = (map: TileMap | undefined): void => {
    note.textContent = (map && tileFault(map.address)) ?? '';
    if (map === undefined || note.textContent !== '') endMap(viewer);
    else beginMap(viewer, map, Number(opacity.value), (text) => (note.textContent = text));
    fade.hidden = mapBelow(viewer) === undefined;
    exact.textContent = '';
  };
  const form = h(
    'form',
    {
      onsubmit: (event: Event) => {
        event.preventDefault();
        const map = { name: t('tiles.typed'), address: address.value.trim(), attribution: by.value.trim() };
        show(map);
        remember(map);
      },
    },
    h('label', { className: 'field' }, t('tiles.address'), address),
    h('label', { className: 'field' }, t('tiles.by'), by),
    h('button', { className: 'main' }, t('tiles.show')),
  );
  const fade = h('label', { className: 'field' }, t('tiles.opacity'), opacity);
  select.onchange = () => {
    form.hidden = select.value !== TYPED;
    show(select.value === TYPED || select.value === NONE ? undefined : offered[Number(select.value)]);
  };
  opacity.oninput = () => {
    const layer = mapBelow(viewer);
    if (layer !== undefined) layer.opacity = Number(opacity.value);
    viewer.redraw();
  };
  form.hidden = chosen !== TYPED;
  fade.hidden = below === undefined;
  const panel = h('section', {}, h('label', { className: 'field' }, t('tiles.label'), select), form, fade, exact, note);
  // It states the accuracy of the map as soon as that is known.
  let said: EarthNet | undefined;
  let wasThere = false;
  const sayNet = (): void => {
    wasThere ||= panel.isConnected;
    if (wasThere && !panel.isConnected) viewer.removeEventListener('change', sayNet);
    const net = mapBelow(viewer)?.net;
    if (net === undefined || net === said) return;
    said = net;
    const error = `${net.error.toPrecision(1)} ${unitSign(viewer.unit)}`;
    const accuracy = net.accuracy === null ? t('tiles.unknown') : `${net.accuracy} m`;
    exact.textContent = t('tiles.exact', { error, operation: net.operation, accuracy });
  };
  viewer.addEventListener('change', sayNet);
  return panel;
}

function remembered(): Pick<TileMap, 'address' | 'attribution'> {
  try {
    const { address, attribution } = JSON.parse(localStorage.getItem(REMEMBERED) ?? '{}') as Partial<TileMap>;
    return { address: String(address ?? ''), attribution: String(attribution ?? '') };
  } catch {
    // No storage, or not written by us.
    return { address: '', attribution: '' };
  }
}

function remember({ address, attribution }: TileMap): void {
  try {
    localStorage.setItem(REMEMBERED, JSON.stringify({ address, attribution }));
  } catch {
    // Without storage it is typed again next time.
  }
}
