import { colourOf, css, type LayerState, THEMES } from '../palette.ts';
import { spoken, t } from '../text/index.ts';
import { h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';
import { inOrder, type LayerEntry, layerTree } from './layer-tree.ts';

/** Entries of a group that are listed at a time. */
const MOST = 300;
/** With more layers, groups are closed at first. */
const MOST_OPEN = 60;

/** The layers of a job by the parts of their names, with their colours: shown or hidden, faded, some alone. */
export class LayerPanel {
  readonly element: HTMLElement;
  readonly #viewer: Viewer;
  readonly #layers: readonly LayerState[];
  readonly #list = h('ul', { className: 'layers' });
  readonly #search = h('input', {
    ...{ type: 'search', placeholder: t('layers.find'), 'aria-label': t('layers.find') },
    oninput: () => this.#fill(),
  });
  readonly #count = h('p', { role: 'status' });
  readonly #colours = new Map<string, string>();
  /** What the colours stand for. */
  #look = '';
  /** The groups that were opened or closed by hand. */
  readonly #open = new Map<string, boolean>();
  /** Updates of the list. */
  #refreshes: (() => void)[] = [];

  /** @param more below the layers */
  constructor(viewer: Viewer, more: Node) {
    this.#viewer = viewer;
    this.#layers = inOrder(viewer.layers.values(), spoken());
    this.element = h(
      'section',
      { 'aria-label': t('panel.layers') },
      h('h2', {}, t('panel.layers')),
      this.#search,
      this.#count,
      h('div', { className: 'choices' }, h('button', { onclick: () => this.#isolate([]) }, t('layers.showAll'))),
      ...[this.#list, more],
    );
    this.#fill();
    const follow = (): void => {
      if (!this.element.isConnected) viewer.removeEventListener('change', follow);
      else if (this.#findColours()) this.#refresh();
    };
    viewer.addEventListener('change', follow);
  }

  /** @returns whether they have changed */
  #findColours(): boolean {
    const { manifest, settings } = this.#viewer;
    const look = `${settings.colours} ${settings.theme}`;
    if (look === this.#look) return false;
    this.#look = look;
    for (const { layers } of manifest.segments)
      for (const [i, layer] of layers.entries())
        this.#colours.set(layer.name, css(colourOf([i, -1, 0, -1], layer, settings.colours, THEMES[settings.theme])));
    return true;
  }

  #fill(): void {
    const wanted = this.#search.value.trim().toLowerCase();
    const all = this.#layers;
    const tree = layerTree(wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted)));
    const shown = tree.reduce((sum, { layers }) => sum + layers.length, 0);
    this.#count.textContent = t('layers.count', { shown, all: all.length });
    this.#refreshes = [];
    this.#list.replaceChildren();
    this.#append(this.#list, tree, shown <= MOST_OPEN || wanted !== '');
    this.#refresh();
  }

  /** Lists entries, the next ones on demand. */
  #append(list: HTMLElement, entries: readonly LayerEntry[], isOpen: boolean): void {
    list.append(...entries.slice(0, MOST).map((entry) => this.#item(entry, isOpen)));
    const rest = entries.slice(MOST);
    if (rest.length === 0) return;
    const next = (): void => {
      item.remove();
      this.#append(list, rest, isOpen);
      this.#refresh();
    };
    const item = h('li', {}, h('button', { onclick: next }, t('layers.more', { count: rest.length })));
    list.append(item);
  }

  #item({ label, name, layers, entries }: LayerEntry, isOpen: boolean): HTMLElement {
    const isGroup = entries.length > 0;
    const change = (values: Partial<LayerState>): void => {
      for (const layer of layers) Object.assign(layer, values);
      this.#viewer.restyle();
      this.#refresh();
    };
    const named = { name: name || t('layers.noName') };
    const box = h('input', {
      ...{
        type: 'checkbox',
        'aria-label': isGroup ? t('layers.group', { ...named, count: layers.length }) : named.name,
      },
      onchange: () => change({ visible: box.checked }),
    });
    const fade = h('input', {
      ...{ type: 'range', min: '0', max: '1', step: '0.05', 'aria-label': t('layers.opacity', named) },
      oninput: () => change({ opacity: Number(fade.value) }),
    });
    const only = h(
      'button',
      { title: t('layers.onlyOne', named), onclick: () => this.#isolate(layers) },
      t('layers.only'),
    );
    this.#refreshes.push(() => {
      const seen = layers.reduce((sum, { visible }) => sum + Number(visible), 0);
      box.checked = seen === layers.length;
      box.indeterminate = seen > 0 && !box.checked;
      fade.value = String(layers.reduce((sum, { opacity }) => sum + opacity, 0) / layers.length);
    });
    const text = label || t('layers.noName');
    if (!isGroup) {
      const swatch = h('span', { className: 'swatch' });
      this.#refreshes.push(() => {
        swatch.style.background = this.#colours.get(name) ?? '';
      });
      return h('li', {}, h('div', {}, h('label', { title: name }, box, swatch, text), fade, only));
    }
    return this.#group(name, entries, isOpen, [
      h('label', { title: name }, box, text, h('small', {}, String(layers.length))),
      ...[fade, only],
    ]);
  }

  #group(name: string, entries: readonly LayerEntry[], isOpen: boolean, row: readonly Node[]): HTMLElement {
    const inner = h('ul', { hidden: true });
    const show = (opened: boolean): void => {
      inner.hidden = !opened;
      toggle.textContent = opened ? '▾' : '▸';
      toggle.setAttribute('aria-expanded', String(opened));
      if (opened && inner.firstChild === null) this.#append(inner, entries, isOpen);
    };
    const toggle = h('button', {
      ...{ className: 'fold', 'aria-label': t('layers.fold', { name }) },
      onclick: () => {
        const opened = inner.hidden !== false;
        this.#open.set(name, opened);
        show(opened);
        this.#refresh();
      },
    });
    show(this.#open.get(name) ?? isOpen);
    return h('li', {}, h('div', {}, toggle, ...row), inner);
  }

  #isolate(layers: readonly LayerState[]): void {
    this.#viewer.isolate(layers.map(({ name }) => name));
    this.#refresh();
  }

  #refresh(): void {
    for (const refresh of this.#refreshes) refresh();
  }
}
