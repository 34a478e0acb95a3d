import type { TileMap } from '@fieldbridge/view-wire';
import { addControls } from './controls.ts';
import { openCanvas } from './gl/context.ts';
import type { SurfaceStyle } from './gl/renderer.ts';
import type { PointTexts } from './labels.ts';
import { metresOf, unitSign } from './measure.ts';
import { type ColourMode, css, THEMES, type Theme } from './palette.ts';
import type { Fault } from './scene.ts';
import type { SectionPanel } from './section/section-panel.ts';
import type { SelectPanel } from './select/select-panel.ts';
import { httpSource, inlineSource, ViewChangedError, type ViewSource } from './source.ts';
import type { Axes } from './stations/axes.ts';
import type { TextKey } from './text/en.ts';
import { speak, spoken, t, word } from './text/index.ts';
import { drawAttribution } from './ui/attribution.ts';
import { copyButton } from './ui/copy-button.ts';
import { h } from './ui/dom.ts';
import { drawFurniture } from './ui/furniture.ts';
import { drawGrid } from './ui/grid.ts';
import { Magnifier } from './ui/magnifier.ts';
import { type MeasureMode, Measuring } from './ui/measuring.ts';
import { drawPins, type Pin } from './ui/pins.ts';
import { stillPicture } from './ui/still-picture.ts';
import { STYLE } from './ui/style.ts';
import { Viewer } from './viewer.ts';

const SURFACES: readonly SurfaceStyle[] = ['height', 'slope', 'shaded', 'mesh', 'contours', 'off'];
const COLOURS: readonly ColourMode[] = ['drawing', 'layer', 'kind', 'plain'];
const NAMES: readonly PointTexts[] = ['name', 'code', 'both', 'height', 'off'];

/** Milliseconds after which a note says that the view is loading. */
const LATE_MS = 200;
/** Below this width in pixels, the picture has too little room beside a panel. */
const NARROW = 640;

/** The module can also be imported where there is no page, as on a server that prepares one. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);

/**
 * `<fieldbridge-view src="…">`: a whole viewer. `src` is the address of a job's view; without it the data is in the
 * page. `theme` is light, dark or print; the browser's theme by default. `colours` is drawing, layer, kind or plain.
 * `lang` is its language; by default the first of the browser's languages that it supports. `maps` is a list of map
 * tiles to choose from, as JSON. `still` is the address of a picture for browsers without WebGL 2.
 */
export class FieldbridgeView extends Base {
  /** The view itself, once its data is there. */
  viewer: Viewer | undefined;
  /** Marked places, drawn over the picture; see `setPins`. */
  #pins: readonly Pin[] = [];
  /** Set before the element is added to use another source. */
  source: ViewSource | undefined;
  /** Maps of tiles to choose from. None is requested before it is chosen. */
  maps: readonly TileMap[] | undefined;
  readonly #picture = h('div', { className: 'picture' });
  readonly #tools = h('div', { className: 'tools', role: 'toolbar' });
  readonly #status = h('div', { className: 'status' });
  readonly #side = h('aside', { hidden: true, 'aria-live': 'polite' });
  readonly #beside = h('div', { className: 'beside' });
  readonly #whole = h(
    'div',
    { className: 'whole' },
    ...[this.#tools, this.#picture, this.#side, this.#beside, this.#status],
  );
  #axes: Promise<Axes> | undefined;
  #stations: Axes | undefined;
  #sections: SectionPanel | undefined;
  #selecting: SelectPanel | undefined;
  readonly #note = h('div', { className: 'note', role: 'status' });
  #end: () => void = () => undefined;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const style = new CSSStyleSheet();
    style.replaceSync(STYLE);
    root.adoptedStyleSheets = [style];
    this.#picture.append(this.#note);
    root.append(this.#whole);
  }

  connectedCallback(): void {
    void this.#load(this.getAttribute('still'));
  }

  /** Loads the current state of the job, and shows the same part of it as before: place and visible layers. */
  async reload(): Promise<void> {
    const before = this.viewer;
    this.disconnectedCallback();
    await this.#load(null);
    const { viewer } = this as { viewer: Viewer | undefined };
    if (before === undefined || viewer === undefined) return;
    for (const [key, { visible, opacity }] of before.layers) {
      const state = viewer.layers.get(key);
      if (state !== undefined) Object.assign(state, { visible, opacity });
    }
    const { easting, northing, elevation, scale, turn, tilt } = before.camera;
    // A view of everything keeps showing everything.
    if (!before.isAsFitted) Object.assign(viewer.camera, { easting, northing, elevation, scale, turn, tilt });
    viewer.restyle();
  }

  /** @param still shown instead if the browser cannot draw, or the data is not available */
  async #load(still: string | null): Promise<void> {
    const turn = ++this.#turn;
    const canvas = openCanvas(this.#picture);
    const address = this.getAttribute('src');
    const source = this.source ?? (address === null ? inlineSource(document) : httpSource(address));
    const manifest = still === null || canvas.context !== null ? source.manifest() : undefined;
    // It is handled below.
    manifest?.catch(() => undefined);
    await speak(this.lang === '' ? navigator.languages : [this.lang]);
    this.#whole.lang = spoken();
    this.#tools.ariaLabel = t('tool.view');
    this.#note.textContent = t('note.loading');
    const instead = (reason: string, act: string): void =>
      this.#picture.prepend(stillPicture(still!, this.#note, reason, [act, () => void this.#load(null)]));
    if (manifest === undefined) {
      instead(t('note.still'), t('note.stillDraw'));
      return;
    }
    try {
      const known = await manifest;
      if (turn === this.#turn) this.#open(new Viewer(this.#picture, source, known, canvas));
    } catch (error) {
      const reason = t('note.refused', { reason: error instanceof Error ? error.message : String(error) });
      if (still === null) this.#note.textContent = reason;
      // Drawing differently does not help if the server refuses, for example because it has no room for a view.
      else instead(reason, t('note.reload'));
    }
  }

  /** Counts clicks: answers to an earlier one are not shown. */
  #selections = 0;

  /** Counts loads: a load that is superseded or removed before it ends is not shown. */
  #turn = 0;

  /** Marks places; earlier marks are removed. */
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

  /** The page is about to be printed: a copy in the colours of paper is printed. */
  readonly #print = (): void => {
    this.#afterPrint();
    if (this.viewer === undefined) return;
    const copy = this.viewer.printed();
    copy.className = 'printed';
    this.#picture.append(copy);
  };
  readonly #afterPrint = (): void => this.#picture.querySelector('.printed')?.remove();

  disconnectedCallback(): void {
    removeEventListener('beforeprint', this.#print);
    removeEventListener('afterprint', this.#afterPrint);
    this.#turn++;
    this.#end();
    this.#end = () => undefined;
    this.viewer?.destroy();
    this.viewer = undefined;
    this.#presses.length = 0;
    this.#show(undefined);
    this.#closeSections();
    this.#axes = this.#stations = undefined;
    for (const part of [this.#tools, this.#status, this.#picture]) part.replaceChildren();
    this.#picture.append(this.#note);
  }

  #open(viewer: Viewer): void {
    this.viewer = viewer;
    addEventListener('beforeprint', this.#print);
    addEventListener('afterprint', this.#afterPrint);
    viewer.settings.colours = COLOURS.find((one) => one === this.getAttribute('colours')) ?? 'drawing';
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    this.#setTheme((this.getAttribute('theme') as Theme['name'] | null) ?? (dark ? 'dark' : 'light'));
    this.#note.textContent = viewer.isAccelerated ? '' : t('note.flat');
    this.#picture.append(this.#note);
    viewer.overlays.push(grid, drawFurniture, attribution, (context, of) => drawPins(context, of, this.#pins));
    const measuring = new Measuring(viewer, () => this.#showMeasure(measuring));
    viewer.overlays.push((context) => {
      this.#stations?.draw(context);
      this.#sections?.draw(context);
      this.#selecting?.draw(context);
    });
    if (viewer.manifest.segments.some(({ counts }) => (counts['alignments'] ?? 0) > 0))
      void this.#loadAxes(viewer).then((axes) => {
        if (this.viewer !== viewer) return;
        this.#stations = measuring.axes = axes;
        viewer.redraw();
      });
    this.#fillTools(viewer, measuring);
    this.#fillStatus(viewer);
    const [{ compared } = {}] = viewer.manifest.segments;
    if (compared !== undefined && this.clientWidth > NARROW) void this.#toggleDifferences(viewer, compared);
    const counts = new Map<string, number>();
    for (const segment of viewer.manifest.segments)
      for (const [kind, count] of Object.entries(segment.counts)) counts.set(kind, (counts.get(kind) ?? 0) + count);
    viewer.canvas.setAttribute('role', 'img');
    const kinds = [...counts].flatMap(([kind, count]) => (count > 0 ? [`${count} ${word(kind)}`] : []));
    viewer.canvas.setAttribute(
      'aria-label',
      t('picture.plan', { name: viewer.manifest.name, content: kinds.join(', ') || t('picture.nothing') }),
    );
    if (viewer.wholeBox === null) this.#note.textContent = t('note.unplaced');
    const again = (text: string): void => {
      const button = h('button', { onclick: () => void this.reload() }, t('note.reload'));
      this.#note.replaceChildren(text, ' ', button);
    };
    viewer.addEventListener('fault', (event) => {
      const { error, chunk } = (event as CustomEvent<Fault>).detail;
      const reason = error instanceof Error ? error.message : String(error);
      again(error instanceof ViewChangedError ? t('note.changed') : t('note.part', { part: chunk, reason }));
    });
    // A lost graphics card may never be restored; the view starts again with another context.
    viewer.addEventListener('lost', () => again(t('note.lost')));
    viewer.addEventListener('restored', () => this.#note.replaceChildren());
    const magnifier = new Magnifier(viewer, () => {
      const { snapped } = measuring;
      if (snapped === undefined) return undefined;
      return viewer.camera.toScreen(snapped.easting, snapped.northing, snapped.elevation ?? undefined);
    });
    let isHeld = false;
    this.#end = addControls(viewer, {
      hold: (x, y) => {
        isHeld = measuring.mode !== 'off';
        if (isHeld) {
          magnifier.show([x, y]);
          // On a phone it would cover the magnifier.
          this.#note.style.visibility = 'hidden';
          measuring.move(x, y, true);
        }
        return isHeld;
      },
      release: () => {
        isHeld = false;
        magnifier.show();
        this.#note.style.visibility = '';
        viewer.redraw();
      },
      move: (x, y, touch) => {
        if (isHeld) magnifier.show([x, y]);
        this.#showPlace(viewer, x, y);
        this.#sections?.move(...viewer.camera.toWorld(x, y));
        this.#selecting?.move(x, y);
        if (measuring.mode !== 'off') measuring.move(x, y, touch);
      },
      press: (phase, x, y) => {
        if (!this.#selecting?.isActive || measuring.mode !== 'off') return false;
        this.#selecting.press(phase, x, y);
        return true;
      },
      click: (x, y, touch) => {
        this.#showPlace(viewer, x, y);
        if (measuring.mode !== 'off') void measuring.click(x, y, touch);
        else if (this.#sections?.isDrawing) this.#sections.click(x, y, touch);
        else void this.#select(viewer, x, y, touch);
      },
    });
    this.shadowRoot!.addEventListener('keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape') return;
      if (measuring.mode !== 'off') measuring.back();
      else if (!this.#selecting?.back() && !this.#sections?.back()) this.#show(undefined);
    });
    viewer.redraw();
    this.dispatchEvent(new Event('ready'));
  }

  #fillTools(viewer: Viewer, measuring: Measuring): void {
    const toggle = (text: string, isOn: () => boolean, click: () => void | Promise<void>): HTMLButtonElement => {
      const press = (): void => {
        void click();
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
    const compared = viewer.manifest.segments.find((segment) => segment.compared !== undefined)?.compared;
    const strays = viewer.manifest.segments.reduce((sum, { strayCount }) => sum + strayCount, 0);
    const hasHeights = viewer.heights !== null && viewer.heights[1] > viewer.heights[0];
    const hasMesh = viewer.manifest.segments.some(({ levels }) => levels.some(({ kind }) => kind === 'mesh'));
    const hasAxes = viewer.manifest.segments.some(({ counts }) => (counts['alignments'] ?? 0) > 0);
    this.#tools.append(
      h('button', { title: t('tool.fitTitle'), onclick: () => viewer.fit() }, t('tool.fit')),
      toggle(
        t('tool.layers'),
        () => this.#isOpen(t('panel.layers')),
        async () => {
          const wasOpen = this.#isOpen(t('panel.layers'));
          const { LayerPanel } = await import('./layers/layer-panel.ts');
          this.#show(wasOpen ? undefined : new LayerPanel(viewer, this.#mapChoice(viewer)).element);
        },
      ),
      toggle(
        t('select.button'),
        () => this.#selecting !== undefined,
        () => this.#toggleSelecting(viewer),
      ),
      ...(compared === undefined
        ? []
        : [
            toggle(
              t('differences.button'),
              () => this.#isOpen(t('differences.button')),
              () => this.#toggleDifferences(viewer, compared),
            ),
          ]),
      mode(t('measure.distance'), 'distance'),
      mode(t('measure.area'), 'area'),
      ...(hasAxes ? [mode(t('measure.station'), 'station')] : []),
      ...(hasAxes || hasMesh
        ? [
            toggle(
              t('section.button'),
              () => this.#sections !== undefined,
              () => this.#toggleSections(viewer),
            ),
          ]
        : []),
      ...(hasHeights
        ? [
            toggle(
              t('tool.3d'),
              () => !viewer.camera.isPlan,
              () => {
                const { camera } = viewer;
                Object.assign(camera, camera.isPlan ? { tilt: 0.7, turn: 0.5 } : { tilt: Math.PI / 2, turn: 0 });
                viewer.redraw();
              },
            ),
          ]
        : []),
      toggle(
        t('tool.grid'),
        () => viewer.settings.grid,
        () => this.#set(viewer, { grid: !viewer.settings.grid }),
      ),
      choice('names', NAMES, viewer.settings.names, (names) => this.#set(viewer, { names })),
      ...(hasMesh
        ? [choice('surfaces', SURFACES, viewer.settings.surfaces, (surfaces) => this.#set(viewer, { surfaces }))]
        : []),
      choice('colours', COLOURS, viewer.settings.colours, (colours) => {
        this.setAttribute('colours', colours);
        this.#set(viewer, { colours });
      }),
      ...(strays > 0
        ? [h('button', { onclick: () => void this.#showStrays(viewer) }, t('tool.far', { count: strays }))]
        : []),
      h(
        'span',
        { className: 'end' },
        h('button', { onclick: () => void this.#save(viewer) }, t('tool.picture')),
        toggle(
          t('print.button'),
          () => this.#isOpen(t('print.button')),
          async () => {
            const wasOpen = this.#isOpen(t('print.button'));
            this.#show(wasOpen ? undefined : (await import('./print/print-panel.ts')).printPanel(viewer));
          },
        ),
        toggle(
          t('tool.dark'),
          () => viewer.settings.theme === 'dark',
          () => this.#setTheme(viewer.settings.theme === 'dark' ? 'light' : 'dark'),
        ),
      ),
    );
    viewer.addEventListener('change', () => this.#refresh());
    this.#refresh();
  }

  /** The choice of the map below the job, from those that were set or named by the attribute. */
  #mapChoice(viewer: Viewer): HTMLElement {
    const place = h('div');
    const maps = this.maps ?? (JSON.parse(this.getAttribute('maps') ?? '[]') as readonly TileMap[]);
    if (viewer.earth !== undefined)
      void import('./tiles/tile-panel.ts').then(({ tilePanel }) => place.append(tilePanel(viewer, maps)));
    return place;
  }

  #refresh(): void {
    for (const refresh of this.#presses) refresh();
  }

  readonly #presses: (() => void)[] = [];

  #set(viewer: Viewer, settings: Partial<Viewer['settings']>): void {
    Object.assign(viewer.settings, settings);
    if (settings.surfaces !== undefined) viewer.settings.contours = settings.surfaces === 'contours' ? undefined : 0;
    viewer.restyle();
    void this.#showKinds(viewer);
  }

  #setTheme(theme: Theme['name']): void {
    this.setAttribute('theme', theme);
    if (this.viewer === undefined) return;
    this.viewer.settings.theme = theme;
    this.#picture.style.background = css(THEMES[theme].paper);
    this.viewer.restyle();
    void this.#showKinds(this.viewer);
  }

  readonly #kinds = h('span', { className: 'kinds' });

  /** Explains the colours if they are those of kinds. */
  async #showKinds(viewer: Viewer): Promise<void> {
    const legend = viewer.settings.colours === 'kind' ? (await import('./ui/kind-legend.ts')).kindLegend(viewer) : [];
    this.#kinds.replaceChildren(...legend);
  }

  readonly #place = h('span', { className: 'of-screen' });

  #fillStatus(viewer: Viewer): void {
    const [segment] = viewer.manifest.segments;
    const unplaced = viewer.manifest.segments.reduce((sum, { unplaced }) => sum + unplaced, 0);
    const left = viewer.manifest.segments.reduce((sum, { imagesLeft = 0 }) => sum + imagesLeft, 0);
    const scale = h('span', { className: 'of-screen', title: t('status.scale') });
    this.#place.title = t('status.pointer');
    let format: Intl.NumberFormat | undefined;
    const write = (): void => {
      const about = Number(((metresOf(viewer.unit) * 96) / 0.0254 / viewer.camera.scale).toPrecision(2));
      scale.textContent = t('status.scaleAbout', { scale: format?.format(about) ?? about });
    };
    viewer.addEventListener('change', write);
    // Only when idle: making it takes longer than the script of the first picture.
    (globalThis.requestIdleCallback ?? setTimeout)(() => {
      format = new Intl.NumberFormat(spoken());
      write();
    });
    this.#status.append(
      this.#place,
      h('span', {}, t('status.unit', { unit: unitSign(viewer.unit) })),
      h('span', {}, segment?.crs === 'local' ? t('status.system') : (segment?.crs.slice(0, 60) ?? '')),
      scale,
      ...(unplaced > 0 ? [h('span', {}, t('status.unplaced', { count: unplaced }))] : []),
      ...(left > 0 ? [h('span', {}, t('status.pictures', { count: left }))] : []),
      this.#kinds,
    );
  }

  #showPlace(viewer: Viewer, x: number, y: number): void {
    const [easting, northing] = viewer.camera.toWorld(x, y);
    // As many decimals as a pixel resolves, at most millimetres.
    const decimals = Math.max(0, Math.min(3, Math.ceil(Math.log10(viewer.camera.scale))));
    const reading = this.#stations?.locate(easting, northing);
    const station = reading === undefined ? '' : `  ${this.#stations!.text(reading, decimals)}`;
    this.#place.textContent = `E ${easting.toFixed(decimals)}  N ${northing.toFixed(decimals)}${station}`;
  }

  /** The alignments of the job: fetched once, when they are first needed. */
  #loadAxes(viewer: Viewer): Promise<Axes> {
    this.#axes ??= import('./stations/axes.ts').then(({ Axes }) => Axes.of(viewer));
    return this.#axes;
  }

  async #toggleSections(viewer: Viewer): Promise<void> {
    if (this.#sections !== undefined) {
      this.#closeSections();
      return;
    }
    const [{ SectionPanel }, axes] = await Promise.all([import('./section/section-panel.ts'), this.#loadAxes(viewer)]);
    if (this.viewer !== viewer || this.#sections !== undefined) return;
    this.#sections = new SectionPanel(viewer, axes, () => this.#closeSections());
    this.#beside.replaceChildren(this.#sections.element);
    this.#refresh();
  }

  async #toggleSelecting(viewer: Viewer): Promise<void> {
    if (this.#selecting !== undefined) {
      this.#show(undefined);
      return;
    }
    const { SelectPanel } = await import('./select/select-panel.ts');
    if (this.viewer !== viewer || this.#selecting !== undefined) return;
    this.#selecting = new SelectPanel(viewer);
    this.#show(this.#selecting.element);
  }

  async #toggleDifferences(viewer: Viewer, names: readonly [a: string, b: string]): Promise<void> {
    if (this.#isOpen(t('differences.button'))) {
      this.#show(undefined);
      return;
    }
    const [{ differencesPanel }, diff] = await Promise.all([
      import('./compare/differences-panel.ts'),
      viewer.differences().catch((error: unknown) => {
        this.#note.textContent = t('note.refused', { reason: error instanceof Error ? error.message : String(error) });
      }),
    ]);
    if (this.viewer !== viewer || !diff) return;
    const visit = (easting: number, northing: number): void => {
      this.showPlace(easting, northing);
      this.setPins([{ easting, northing, level: 'note' }]);
    };
    this.#show(differencesPanel(viewer, names, diff, visit));
  }

  #closeSections(): void {
    this.#sections?.destroy();
    this.#sections = undefined;
    this.viewer?.redraw();
    this.#refresh();
  }

  async #select(viewer: Viewer, x: number, y: number, touch: boolean): Promise<void> {
    const [hit] = viewer.pick(x, y, touch);
    if (hit === undefined) {
      this.#selections++;
      this.#show(undefined);
      return;
    }
    this.dispatchEvent(new CustomEvent('select', { detail: hit }));
    const turn = ++this.#selections;
    const say = (text: TextKey): void =>
      this.#show(h('section', {}, h('h2', {}, t('panel.row', { table: word(hit.table), row: hit.row + 1 })), t(text)));
    // The attributes of a job that was just stored may be available some seconds after the picture.
    const late = setTimeout(() => say('note.loading'), LATE_MS);
    const [{ featurePanel }, feature] = await Promise.all([
      import('./ui/feature-panel.ts'),
      viewer.feature(hit).catch(() => null),
    ]);
    clearTimeout(late);
    if (turn !== this.#selections || this.viewer !== viewer) return;
    if (feature === null) say('attributes.missing');
    else this.#show(featurePanel(viewer, feature));
  }

  async #showStrays(viewer: Viewer): Promise<void> {
    this.#show((await import('./ui/feature-panel.ts')).strayPanel(viewer));
  }

  #showMeasure(measuring: Measuring): void {
    this.#refresh();
    if (measuring.mode === 'off') {
      this.#note.replaceChildren();
      return;
    }
    const rows = measuring.result.map(([name, value]) => h('tr', {}, h('th', {}, name), h('td', {}, value)));
    this.#note.replaceChildren(
      ...(measuring.places.length === 0
        ? [t('measure.hint')]
        : measuring.waiting > 0
          ? [t('note.loading')]
          : [h('table', {}, ...rows), copyButton(() => measuring.result.map((row) => row.join('\t')).join('\n'))]),
    );
  }

  #isOpen(label: string): boolean {
    return this.#side.firstElementChild?.getAttribute('aria-label') === label;
  }

  #show(panel: HTMLElement | undefined): void {
    if (panel !== this.#selecting?.element) {
      this.#selecting?.end();
      this.#selecting = undefined;
      this.viewer?.redraw();
    }
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

function grid(context: CanvasRenderingContext2D, { camera, settings, unit }: Viewer): void {
  if (settings.grid) drawGrid(context, camera, unit, THEMES[settings.theme]);
}

function attribution(context: CanvasRenderingContext2D, { backdrop, camera, settings }: Viewer): void {
  drawAttribution(context, backdrop, camera, THEMES[settings.theme]);
}

/** A choice of a few. @param kind beginning of the names of their texts */
function choice<G extends 'names' | 'surfaces' | 'colours', K extends string>(
  kind: G,
  values: readonly (K & (`${G}.${K}` extends TextKey ? K : never))[],
  chosen: K,
  change: (value: K) => void,
): HTMLSelectElement {
  const options = values.map((value) =>
    h('option', { value, selected: value === chosen }, t(`${kind}.${value}` as TextKey)),
  );
  const label = t(`${kind}.label` as TextKey);
  const select = h('select', { 'aria-label': label, onchange: () => change(select.value as K) }, ...options);
  return select;
}

if (globalThis.customElements?.get('fieldbridge-view') === undefined)
  globalThis.customElements?.define('fieldbridge-view', FieldbridgeView);
