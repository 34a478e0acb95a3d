import { VIEW_TABLES } from '@fieldbridge/view-wire';
import { css, THEMES } from '../palette.ts';
import { t, word } from '../text/index.ts';
import { copyButton } from '../ui/copy-button.ts';
import { columnHead, h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';
import { find } from './find.ts';
import { Region } from './region.ts';
import { type Found, type Selection, selectIn } from './select-in.ts';

/** Rows of the list; the others are counted. */
const MOST_ROWS = 200;
/** Marks in the picture, corners of a polygon, and pixels that a pointer moves in a click. */
const MOST_MARKS = 5000;
const MOST_CORNERS = 500;
const STILL = 5;

type Place = readonly [easting: number, northing: number];

/** Selects by window, polygon or attribute, counts and lists the results. */
export class SelectPanel {
  readonly element = h('section', { 'aria-label': t('select.button') });
  readonly #viewer: Viewer;
  readonly #result = h('div', { role: 'status' });
  readonly #list = h('div');
  readonly #hint = h('p', { className: 'hint' });
  readonly #crossing = h('input', { type: 'checkbox' });
  readonly #modes = new Map<'window' | 'polygon', HTMLButtonElement>();
  #mode: 'off' | 'window' | 'polygon' = 'off';
  #corners: Place[] = [];
  #pointer: Place | undefined;
  #found: readonly Found[] = [];
  #turn = 0;

  constructor(viewer: Viewer) {
    this.#viewer = viewer;
    const mode = (name: 'window' | 'polygon', text: string) => {
      const button = h('button', { 'aria-pressed': 'false', onclick: () => this.#begin(name) }, text);
      this.#modes.set(name, button);
      return button;
    };
    this.element.append(
      h('h2', {}, t('select.button')),
      h(
        'div',
        { className: 'choices' },
        mode('window', t('select.window')),
        mode('polygon', t('select.polygon')),
        h('button', { onclick: () => void this.#selectPicture() }, t('select.picture')),
      ),
      this.#hint,
      h('label', {}, this.#crossing, t('select.crossing')),
      this.#form(),
      ...[this.#result, this.#list],
    );
  }

  /** Whether presses in the plan are corners. */
  get isActive(): boolean {
    return this.#mode !== 'off';
  }

  /** A press of the pointer begins, moves or ends at a place. */
  press(phase: 'start' | 'move' | 'end', x: number, y: number): void {
    const place = this.#viewer.camera.toWorld(x, y);
    this.#pointer = place;
    if (this.#mode === 'polygon') {
      if (phase === 'end') this.#addCorner(place);
    } else if (phase === 'start') {
      if (this.#corners.length === 0) this.#corners = [place];
    } else if (phase === 'end' && this.#corners.length > 0) {
      const [first] = this.#corners;
      const [x1, y1] = this.#viewer.camera.toScreen(...first!);
      // A press without movement is the first of two corners.
      if (Math.hypot(x - x1, y - y1) > STILL) {
        this.#corners = [];
        // From left to right: things inside; from right to left: also things that cross.
        void this.#show((isWanted) => selectIn(this.#viewer, Region.window(first!, place), x < x1, isWanted));
      }
    }
    this.#viewer.redraw();
  }

  move(x: number, y: number): void {
    this.#pointer = this.#viewer.camera.toWorld(x, y);
    if (this.#corners.length > 0) this.#viewer.redraw();
  }

  /** Removes the last corner, else ends the choice of corners. @returns whether there was either */
  back(): boolean {
    if (this.#mode === 'off') return false;
    if (this.#corners.pop() === undefined) this.#begin(this.#mode);
    this.#viewer.redraw();
    return true;
  }

  /** The current window or polygon, and the selection. */
  draw(context: CanvasRenderingContext2D): void {
    const { camera, settings } = this.#viewer;
    const theme = THEMES[settings.theme];
    const shapes = new Path2D();
    for (const { shape, easting, northing } of this.#found.slice(0, MOST_MARKS)) {
      let isNext = false;
      for (let i = 0; i + 1 < shape.length; i += 2) {
        const isPlace = !Number.isNaN(shape[i]!);
        if (isPlace) shapes[isNext ? 'lineTo' : 'moveTo'](...camera.toScreen(shape[i]!, shape[i + 1]!));
        isNext = isPlace;
      }
      if (shape.length > 0 || Number.isNaN(easting)) continue;
      const [x, y] = camera.toScreen(easting, northing);
      shapes.rect(x - 6, y - 6, 12, 12);
    }
    for (const [colour, width] of [
      [css(theme.paper, 0.85), 6],
      ['rgb(226 0 170)', 2.5],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(shapes);
    }
    const corners = this.#shownCorners;
    if (corners.length < 2) return;
    const outline = new Path2D();
    for (const [i, corner] of corners.entries()) outline[i === 0 ? 'moveTo' : 'lineTo'](...camera.toScreen(...corner));
    outline.closePath();
    const isCrossing = this.#mode === 'window' && corners[2]![0] < corners[0]![0];
    context.save();
    context.setLineDash(isCrossing ? [6, 4] : []);
    context.strokeStyle = css(theme.ink);
    context.lineWidth = 1.5;
    context.fillStyle = isCrossing ? 'rgb(47 158 68 / .15)' : 'rgb(42 125 225 / .15)';
    context.fill(outline);
    context.stroke(outline);
    context.restore();
  }

  /** Ends the current action. */
  end(): void {
    this.#turn++;
  }

  get #shownCorners(): readonly Place[] {
    const [first] = this.#corners;
    if (first === undefined || this.#pointer === undefined) return [];
    const [e, n] = this.#pointer;
    return this.#mode === 'window' ? [first, [e, first[1]], [e, n], [first[0], n]] : [...this.#corners, [e, n]];
  }

  #begin(mode: 'window' | 'polygon'): void {
    this.#mode = this.#mode === mode ? 'off' : mode;
    this.#corners = [];
    for (const [name, button] of this.#modes) button.setAttribute('aria-pressed', String(name === this.#mode));
    this.#hint.replaceChildren(
      ...(this.#mode === 'window' ? [t('select.windowHint')] : []),
      ...(this.#mode === 'polygon'
        ? [t('select.polygonHint'), ' ', h('button', { onclick: () => this.#close() }, t('select.close'))]
        : []),
    );
    this.#viewer.redraw();
  }

  #addCorner(place: Place): void {
    const [first] = this.#corners;
    const { camera } = this.#viewer;
    const [x, y] = camera.toScreen(...place);
    const [x1, y1] = first === undefined ? [Infinity, Infinity] : camera.toScreen(...first);
    if (this.#corners.length > 2 && Math.hypot(x - x1, y - y1) < 2 * STILL) this.#close();
    else if (this.#corners.length < MOST_CORNERS) this.#corners.push(place);
  }

  /** Selects with the polygon. */
  #close(): void {
    if (this.#corners.length < 3) return;
    const region = new Region(this.#corners);
    this.#corners = [];
    void this.#show((isWanted) => selectIn(this.#viewer, region, this.#crossing.checked, isWanted));
  }

  async #selectPicture(): Promise<void> {
    const { width, height } = this.#viewer.camera;
    const corners = [
      [0, 0],
      [width, 0],
      [width, height],
      [0, height],
    ] as const;
    const region = new Region(corners.map(([x, y]) => this.#viewer.camera.toWorld(x, y)));
    await this.#show((isWanted) => selectIn(this.#viewer, region, this.#crossing.checked, isWanted));
  }

  #form(): HTMLElement {
    const kinds = VIEW_TABLES.filter((table) =>
      this.#viewer.manifest.segments.some(({ counts }) => (counts[table] ?? 0) > 0),
    );
    const table = h(
      'select',
      {},
      h('option', { value: '' }, t('select.any')),
      ...kinds.map((kind) => h('option', { value: kind }, word(kind))),
    );
    const names = h('datalist', { id: 'layers' });
    for (const { name } of [...this.#viewer.layers.values()].slice(0, 1000)) names.append(h('option', { value: name }));
    const [layer, code, name, text] = [h('input'), h('input'), h('input'), h('input')];
    layer.setAttribute('list', 'layers');
    const field = (label: string, input: HTMLElement) => h('label', { className: 'field' }, label, input);
    return h(
      'form',
      {
        onsubmit: (event: Event) => {
          event.preventDefault();
          const query = { table: table.value, layer: layer.value.trim(), code: code.value.trim() };
          const rest = { name: name.value.trim(), text: text.value.trim() };
          void this.#show((isWanted) => find(this.#viewer, { ...query, ...rest }, isWanted));
        },
      },
      field(t('select.kind'), table),
      field(t('select.layer'), layer),
      field(t('select.code'), code),
      field(t('select.name'), name),
      field(t('select.attribute'), text),
      names,
      h('button', { className: 'main' }, t('select.find')),
    );
  }

  /** Searches, then counts and lists. */
  async #show(look: (isWanted: () => boolean) => Promise<Selection>): Promise<void> {
    const turn = ++this.#turn;
    this.#result.textContent = t('note.loading');
    this.#list.replaceChildren();
    const isWanted = (): boolean => turn === this.#turn;
    let selection: Selection;
    try {
      selection = await look(isWanted);
    } catch (error) {
      this.#result.textContent = t('note.refused', { reason: error instanceof Error ? error.message : String(error) });
      return;
    }
    if (!isWanted()) return;
    const { found, isCut } = selection;
    this.#found = found;
    this.#viewer.redraw();
    const counts = new Map<string, number>();
    for (const { table } of found) counts.set(table, (counts.get(table) ?? 0) + 1);
    const kinds = [...counts].map(([table, count]) => `${count} ${word(table)}`).join(', ');
    this.#result.textContent = [
      t('select.count', { count: found.length }),
      ...(kinds === '' ? [] : [kinds]),
      ...(isCut ? [t('select.cut')] : []),
    ].join(' · ');
    const rows = await Promise.all(found.slice(0, MOST_ROWS).map((one) => this.#row(one)));
    if (!isWanted() || found.length === 0) return;
    const heads = [t('select.kind'), t('select.name'), t('select.code'), t('select.layer'), ''];
    this.#list.replaceChildren(
      copyButton(() =>
        found.map(({ table, row, easting, northing }) => [table, row + 1, easting, northing].join('\t')).join('\n'),
      ),
      h('button', { onclick: () => this.#clear() }, t('select.clear')),
      found.length > MOST_ROWS ? h('p', {}, t('select.more', { shown: MOST_ROWS })) : '',
      h(
        'table',
        { className: 'found' },
        h('thead', {}, h('tr', {}, ...heads.map(columnHead))),
        h('tbody', {}, ...rows),
      ),
    );
  }

  async #row(one: Found): Promise<HTMLElement> {
    const feature = await this.#viewer.feature(one).catch(() => null);
    const value = (name: string): string => feature?.fields.find(([field]) => field === name)?.[1] ?? '';
    const cells = [
      `${word(one.table)} ${one.row + 1}`,
      value('name') || value('text').slice(0, 40),
      value('code'),
      value('layer'),
    ];
    const show = h('button', { onclick: () => this.#visit(one) }, t('panel.visit'));
    show.setAttribute('aria-label', `${t('panel.visit')}: ${cells.filter(Boolean).join(', ')}`);
    return h('tr', {}, ...cells.map((text) => h('td', {}, text)), h('td', {}, show));
  }

  #visit({ easting, northing, shape }: Found): void {
    if (Number.isNaN(easting)) return;
    const places = shape.filter((value) => !Number.isNaN(value));
    const easts = [easting, ...places.filter((_, i) => i % 2 === 0)];
    const norths = [northing, ...places.filter((_, i) => i % 2 === 1)];
    const edge = (values: readonly number[], pick: (a: number, b: number) => number) => values.reduce(pick);
    const [west, south] = [edge(easts, Math.min), edge(norths, Math.min)];
    const [east, north] = [edge(easts, Math.max), edge(norths, Math.max)];
    const half = Math.max(east - west, north - south, 10);
    this.#viewer.fit([west - half, south - half, east + half, north + half]);
  }

  #clear(): void {
    this.#turn++;
    this.#found = [];
    this.#result.textContent = '';
    this.#list.replaceChildren();
    this.#viewer.redraw();
  }
}
