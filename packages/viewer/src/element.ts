import { addControls } from './controls.ts';
import type { SurfaceStyle } from './gl/renderer.ts';
import { unitSign } from './measure.ts';
import { type ColourMode, css, THEMES, type Theme } from './palette.ts';
import { httpSource, inlineSource, type ViewSource } from './source.ts';
import { h } from './ui/dom.ts';
import { featurePanel, strayPanel } from './ui/feature-panel.ts';
import { drawFurniture } from './ui/furniture.ts';
import { layerPanel } from './ui/layer-panel.ts';
import { type MeasureMode, Measuring } from './ui/measuring.ts';
import { drawPins, type Pin } from './ui/pins.ts';
import { STYLE } from './ui/style.ts';
import { openViewer, type Viewer } from './viewer.ts';

const SURFACES: Readonly<Record<SurfaceStyle, string>> = {
  ...{ height: 'Surfaces: by height', slope: 'Surfaces: by slope', shaded: 'Surfaces: shaded' },
  ...{ mesh: 'Surfaces: mesh', contours: 'Surfaces: contours', off: 'Surfaces: off' },
};
const COLOURS: Readonly<Record<ColourMode, string>> = {
  ...{ drawing: 'Colours: drawing', layer: 'Colours: layer', plain: 'Colours: none' },
};

/**
 * `<fieldbridge-view src="…">`: a whole viewer. `src` is the address of a job's view; without it the data is in the
 * page. `theme` is light, dark or print; without it that of the browser.
 */
export class FieldbridgeView extends HTMLElement {
  /** The view itself, once its data is there. */
  viewer: Viewer | undefined;
  /** Places to look at, drawn over the picture; see `setPins`. */
  #pins: readonly Pin[] = [];
  /** Set before the element is added to use another source. */
  source: ViewSource | undefined;
  readonly #picture = h('div', { className: 'picture' });
  readonly #tools = h('div', { className: 'tools', role: 'toolbar', 'aria-label': 'View' });
  readonly #status = h('div', { className: 'status' });
  readonly #side = h('aside', { hidden: true, 'aria-live': 'polite' });
  readonly #note = h('div', { className: 'note', role: 'status' });
  #end: () => void = () => undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.#picture.append(this.#note);
    root.append(h('div', { className: 'whole' }, this.#tools, this.#picture, this.#side, this.#status));
  }

  connectedCallback(): void {
    this.#note.textContent = 'Loading …';
    const address = this.getAttribute('src');
    const source = this.source ?? (address === null ? inlineSource(document) : httpSource(address));
    openViewer(this.#picture, source).then(
      (viewer) => this.#open(viewer),
      (error: unknown) => {
        this.#note.textContent = `This job cannot be shown: ${error instanceof Error ? error.message : error}`;
      },
    );
  }

  /** Marks places; earlier marks go. */
  setPins(pins: readonly Pin[]): void {
    this.#pins = pins;
    this.viewer?.redraw();
  }

  /**
   * Shows a place in the middle of the plan.
   * @param size of what is seen around it, in the job's unit; by default a fiftieth of the job
   */
  showPlace(easting: number, northing: number, size?: number): void {
    if (this.viewer === undefined) return;
    const [west = 0, south = 0, east = 0, north = 0] = this.viewer.mainBox ?? [];
    const half = (size ?? (Math.max(east - west, north - south) || 100) / 50) / 2;
    this.viewer.fit([easting - half, northing - half, easting + half, northing + half]);
  }

  disconnectedCallback(): void {
    this.#end();
    this.viewer?.destroy();
    this.viewer = undefined;
  }

  #open(viewer: Viewer): void {
    this.viewer = viewer;
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.#setTheme((this.getAttribute('theme') as Theme['name'] | null) ?? (dark ? 'dark' : 'light'));
    this.#note.textContent = viewer.isAccelerated
      ? ''
      : 'This browser has no WebGL 2: drawn slowly, surfaces as edges.';
    this.#picture.append(this.#note);
    viewer.overlays.push(drawFurniture, (context, of) => drawPins(context, of, this.#pins));
    const measuring = new Measuring(viewer, () => this.#showMeasure(measuring));
    this.#fillTools(viewer, measuring);
    this.#fillStatus(viewer);
    const { counts, whole } = viewer.manifest.segments[0] ?? { counts: {}, whole: null };
    viewer.canvas.setAttribute('role', 'img');
    const kinds = Object.entries(counts).flatMap(([kind, count]) => (count > 0 ? [`${count} ${kind}`] : []));
    viewer.canvas.setAttribute('aria-label', `Plan of ${viewer.manifest.name}: ${kinds.join(', ') || 'nothing'}`);
    if (whole === null) this.#note.textContent = 'Nothing in this job has a position.';
    viewer.addEventListener('fault', (event) => {
      this.#note.textContent = (event as CustomEvent<string>).detail;
    });
    viewer.addEventListener('lost', () => {
      this.#note.textContent = 'The graphics card has stopped; waiting for it.';
    });
    viewer.addEventListener('restored', () => {
      this.#note.textContent = '';
    });
    this.#end = addControls(viewer, {
      move: (x, y, touch) => {
        this.#showPlace(viewer, x, y);
        if (measuring.mode !== 'off') measuring.move(x, y, touch);
      },
      click: (x, y, touch) => {
        this.#showPlace(viewer, x, y);
        if (measuring.mode !== 'off') void measuring.click(x, y, touch);
        else void this.#select(viewer, x, y, touch);
      },
    });
    this.shadowRoot!.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape') return;
      if (measuring.mode === 'off') this.#show(undefined);
      else measuring.back();
    });
    viewer.redraw();
    this.dispatchEvent(new Event('ready'));
  }

  #fillTools(viewer: Viewer, measuring: Measuring): void {
    const toggle = (text: string, isOn: () => boolean, click: () => void): HTMLButtonElement => {
      const press = (): void => {
        click();
        this.#refresh();
      };
      const button = h('button', { onclick: press }, text);
      this.#presses.push(() => button.setAttribute('aria-pressed', String(isOn())));
      return button;
    };
    const mode = (text: string, wanted: MeasureMode) =>
      toggle(
        text,
        () => measuring.mode === wanted,
        () => measuring.begin(measuring.mode === wanted ? 'off' : wanted),
      );
    const strays = viewer.manifest.segments.reduce((sum, { strayCount }) => sum + strayCount, 0);
    const hasHeights = viewer.heights !== null && viewer.heights[1] > viewer.heights[0];
    const hasMesh = viewer.manifest.segments.some(({ levels }) => levels.some(({ kind }) => kind === 'mesh'));
    this.#tools.append(
      h('button', { title: 'Show where the data is (0)', onclick: () => viewer.fit() }, 'Fit'),
      toggle(
        'Layers',
        () => this.#side.firstElementChild?.getAttribute('aria-label') === 'Layers',
        () => {
          const isOpen = this.#side.firstElementChild?.getAttribute('aria-label') === 'Layers';
          this.#show(isOpen ? undefined : layerPanel(viewer));
        },
      ),
      mode('Distance', 'distance'),
      mode('Area', 'area'),
      toggle(
        'Names',
        () => viewer.settings.names,
        () => {
          viewer.settings.names = !viewer.settings.names;
          viewer.redraw();
        },
      ),
      ...(hasHeights
        ? [
            toggle(
              '3-D',
              () => !viewer.camera.isPlan,
              () => {
                const { camera } = viewer;
                Object.assign(camera, camera.isPlan ? { tilt: 0.7, turn: 0.5 } : { tilt: Math.PI / 2, turn: 0 });
                viewer.redraw();
              },
            ),
          ]
        : []),
      ...(hasMesh
        ? [choice(SURFACES, viewer.settings.surfaces, (value) => this.#set(viewer, { surfaces: value }))]
        : []),
      choice(COLOURS, viewer.settings.colours, (value) => this.#set(viewer, { colours: value })),
      ...(strays > 0 ? [h('button', { onclick: () => this.#show(strayPanel(viewer)) }, `${strays} far away`)] : []),
      h('button', { className: 'end', onclick: () => void this.#save(viewer) }, 'Picture'),
      toggle(
        'Dark',
        () => viewer.settings.theme === 'dark',
        () => this.#setTheme(viewer.settings.theme === 'dark' ? 'light' : 'dark'),
      ),
    );
    viewer.addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  #refresh(): void {
    for (const refresh of this.#presses) refresh();
  }

  readonly #presses: (() => void)[] = [];

  #set(viewer: Viewer, settings: Partial<Viewer['settings']>): void {
    Object.assign(viewer.settings, settings);
    if (settings.surfaces !== undefined) viewer.settings.contours = settings.surfaces === 'contours' ? undefined : 0;
    viewer.restyle();
  }

  #setTheme(theme: Theme['name']): void {
    this.setAttribute('theme', theme);
    if (this.viewer === undefined) return;
    this.viewer.settings.theme = theme;
    this.#picture.style.background = css(THEMES[theme].paper);
    this.viewer.restyle();
  }

  readonly #place = h('span', { title: 'Position of the pointer' });

  #fillStatus(viewer: Viewer): void {
    const [segment] = viewer.manifest.segments;
    const unplaced = viewer.manifest.segments.reduce((sum, { unplaced }) => sum + unplaced, 0);
    const scale = h('span', { title: 'Scale on a screen of 96 pixels an inch' });
    viewer.addEventListener('change', () => {
      const metres = { metre: 1, internationalFoot: 0.3048, usSurveyFoot: 1200 / 3937 }[viewer.unit] ?? 1;
      scale.textContent = `about 1 : ${Number((((viewer.camera.scale ** -1 * 96) / 0.0254) * metres).toPrecision(2)).toLocaleString('en')}`;
    });
    this.#status.append(
      this.#place,
      h('span', {}, `Unit: ${unitSign(viewer.unit)}`),
      h('span', {}, segment?.crs === 'local' ? 'No reference system' : (segment?.crs.slice(0, 60) ?? '')),
      scale,
      ...(unplaced > 0 ? [h('span', {}, `${unplaced} without a position`)] : []),
    );
  }

  #showPlace(viewer: Viewer, x: number, y: number): void {
    const [easting, northing] = viewer.camera.toWorld(x, y);
    // As many decimals as a pixel is worth, at most millimetres.
    const decimals = Math.max(0, Math.min(3, Math.ceil(Math.log10(viewer.camera.scale))));
    this.#place.textContent = `E ${easting.toFixed(decimals)}  N ${northing.toFixed(decimals)}`;
  }

  async #select(viewer: Viewer, x: number, y: number, touch: boolean): Promise<void> {
    const [hit] = viewer.pick(x, y, touch);
    if (hit === undefined) {
      this.#show(undefined);
      return;
    }
    this.dispatchEvent(new CustomEvent('select', { detail: hit }));
    const feature = await viewer.feature(hit).catch(() => null);
    this.#show(
      feature === null
        ? h('section', {}, h('h2', {}, `${hit.table}, row ${hit.row + 1}`), 'Its attributes are not available here.')
        : featurePanel(viewer, feature),
    );
  }

  #showMeasure(measuring: Measuring): void {
    this.#refresh();
    if (measuring.mode === 'off') {
      this.#note.textContent = '';
      return;
    }
    const rows = measuring.result.map(([name, value]) => h('tr', {}, h('th', {}, name), h('td', {}, value)));
    this.#note.replaceChildren(
      measuring.places.length === 0 ? 'Click or tap places; Escape takes the last one back.' : h('table', {}, ...rows),
    );
  }

  #show(panel: HTMLElement | undefined): void {
    this.#side.replaceChildren(...(panel === undefined ? [] : [panel]));
    this.#side.hidden = panel === undefined;
    this.#refresh();
  }

  async #save(viewer: Viewer): Promise<void> {
    const address = URL.createObjectURL(await viewer.picture());
    h('a', { href: address, download: `${viewer.manifest.name || 'view'}.png` }).click();
    URL.revokeObjectURL(address);
  }
}

function choice<K extends string>(names: Readonly<Record<K, string>>, chosen: K, change: (value: K) => void) {
  const options = Object.entries<string>(names).map(([value, text]) =>
    h('option', { value, selected: value === chosen }, text),
  );
  const select = h('select', { 'aria-label': 'Choose', onchange: () => change(select.value as K) }, ...options);
  return select;
}

if (!customElements.get('fieldbridge-view')) customElements.define('fieldbridge-view', FieldbridgeView);
