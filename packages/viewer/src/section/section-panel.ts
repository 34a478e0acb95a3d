import { unitSign } from '../measure.ts';
import { css, THEMES } from '../palette.ts';
import { type Axes, type RoadAxis, stationText } from '../stations/axes.ts';
import { t } from '../text/index.ts';
import { copyButton } from '../ui/copy-button.ts';
import { h } from '../ui/dom.ts';
import type { Viewer } from '../viewer.ts';
import { elevationAt } from './mesh-cut.ts';
import { EXAGGERATIONS, SectionPlot } from './plot.ts';
import {
  crossLine,
  cutSurfaces,
  drawnLine,
  longLine,
  type Place,
  type SectionCurve,
  type SectionLine,
} from './section.ts';

/** Decimals of figures, rows of the table, and places of a drawn line. */
const DECIMALS = 3;
const MOST_ROWS = 300;
const MOST_PLACES = 1000;
/** Width of cross sections on each side, and their distance where none is stored. */
const WIDTH = 25;
const STEP = 20;

/** Long sections, cross sections, and sections along lines that a person draws, beside the plan. */
export class SectionPanel {
  readonly element = h('section', { className: 'plot', 'aria-label': t('section.button') });
  readonly #viewer: Viewer;
  readonly #roads: readonly RoadAxis[];
  readonly #plot = new SectionPlot();
  readonly #readout = h('output', { role: 'status' });
  readonly #legend = h('span', { className: 'legend' });
  readonly #hint = h('p', { className: 'hint' });
  readonly #table = h('details');
  readonly #choice = h('select', { 'aria-label': t('section.line') });
  readonly #heights = h('select', { 'aria-label': t('section.heights') });
  readonly #station = h('input', { type: 'number', step: 'any', 'aria-label': t('measure.station') });
  readonly #width = h('input', { type: 'number', min: '1', step: 'any', value: String(WIDTH) });
  readonly #cross: HTMLElement;
  readonly #sizes = new ResizeObserver(() => this.#draw());
  readonly #places: Place[] = [];
  #line: SectionLine | undefined;
  #curves: readonly SectionCurve[] = [];
  #cursor: number | undefined;
  #turn = 0;

  constructor(viewer: Viewer, { roads }: Axes, close: () => void) {
    this.#viewer = viewer;
    this.#roads = roads;
    for (const [i, { name }] of roads.entries())
      this.#choice.append(
        h('option', { value: `long ${i}` }, t('section.long', { name })),
        h('option', { value: `cross ${i}` }, t('section.cross', { name })),
      );
    this.#choice.append(h('option', { value: 'drawn' }, t('section.drawn')));
    this.#heights.append(h('option', { value: '0' }, t('section.fitting')));
    for (const factor of EXAGGERATIONS)
      this.#heights.append(h('option', { value: String(factor) }, t('section.times', { factor })));
    const step = (direction: -1 | 1, text: string) =>
      h('button', { 'aria-label': text, title: text, onclick: () => this.#step(direction) }, direction < 0 ? '‹' : '›');
    this.#cross = h(
      'span',
      {},
      ...[step(-1, t('section.before')), this.#station, step(1, t('section.after'))],
      h('label', {}, t('section.width'), this.#width),
    );
    this.#choice.onchange = () => void this.#show();
    this.#station.onchange = this.#width.onchange = () => void this.#show();
    this.#heights.onchange = () => this.#draw();
    const { svg } = this.#plot;
    svg.onpointermove = (event) => this.#mark(this.#stationUnder(event));
    svg.onclick = (event) => this.#open(this.#stationUnder(event));
    svg.onkeydown = (event) => this.#key(event);
    const bar = h(
      'div',
      { className: 'bar' },
      ...[this.#choice, this.#cross, this.#heights, this.#legend, this.#readout],
      h('button', { className: 'end', onclick: close }, t('section.close')),
    );
    this.element.append(bar, this.#hint, svg, this.#table);
    this.#sizes.observe(svg);
    void this.#show();
  }

  /** Whether clicks in the plan draw its line. */
  get isDrawing(): boolean {
    return this.#choice.value === 'drawn';
  }

  /** The pointer is at a place of the plan. */
  move(easting: number, northing: number): void {
    this.#mark(this.#line?.stationOf({ easting, northing }), true);
  }

  /** Adds a place to the line that is drawn. */
  click(x: number, y: number, touch: boolean): void {
    const snapped = this.#viewer.snap(x, y, touch);
    const [easting, northing] = this.#viewer.camera.toWorld(x, y);
    const place = snapped ?? { easting, northing };
    const last = this.#places.at(-1);
    if (this.#places.length >= MOST_PLACES) return;
    if (last?.easting === place.easting && last.northing === place.northing) return;
    this.#places.push({ easting: place.easting, northing: place.northing });
    void this.#show();
  }

  /** Removes the last place of the drawn line. @returns whether there was one */
  back(): boolean {
    if (!this.isDrawing || this.#places.pop() === undefined) return false;
    void this.#show();
    return true;
  }

  /** Its line and the place of the cursor, over the plan. */
  draw(context: CanvasRenderingContext2D): void {
    const { camera, settings } = this.#viewer;
    const path = new Path2D();
    if (this.#line !== undefined && !this.#choice.value.startsWith('long')) {
      const { places } = this.#line.line;
      for (let i = 0; i + 1 < places.length; i += 2)
        path[i === 0 ? 'moveTo' : 'lineTo'](...camera.toScreen(places[i]!, places[i + 1]!));
    }
    for (const { easting, northing } of this.isDrawing ? this.#places : []) {
      const [x, y] = camera.toScreen(easting, northing);
      path.addPath(new Path2D('M4 0A4 4 0 1 1 4 -.01Z'), new DOMMatrix().translate(x, y));
    }
    const place = this.#cursor === undefined ? undefined : this.#line?.placeAt(this.#cursor);
    if (place !== undefined) {
      const [x, y] = camera.toScreen(place.easting, place.northing);
      path.addPath(
        new Path2D('M8 0A8 8 0 1 1 8 -.01ZM-13 0H-3M3 0H13M0 -13V-3M0 3V13'),
        new DOMMatrix().translate(x, y),
      );
    }
    for (const [colour, width] of [
      [css(THEMES[settings.theme].paper, 0.85), 5],
      ['rgb(226 0 170)', 2],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke(path);
    }
  }

  /** Ends it. */
  destroy(): void {
    this.#turn++;
    this.#sizes.disconnect();
    this.element.remove();
  }

  get #road(): RoadAxis | undefined {
    return this.#roads[Number(this.#choice.value.split(' ')[1])];
  }

  get #lineNow(): SectionLine | undefined {
    if (this.isDrawing) return this.#places.length > 1 ? drawnLine(this.#places) : undefined;
    const road = this.#road!;
    if (this.#choice.value.startsWith('long')) return longLine(road);
    if (this.#station.value === '') this.#station.value = String(this.#crossStations[0] ?? road.axis.from);
    return crossLine(road, Number(this.#station.value), Math.max(0.1, Number(this.#width.value) || WIDTH));
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    this.#cross.hidden = !this.#choice.value.startsWith('cross');
    const line = this.#lineNow;
    this.#line = line;
    this.#cursor = undefined;
    this.#curves = line?.design ?? [];
    this.#hint.textContent = line === undefined && this.isDrawing ? t('section.hint') : t('note.loading');
    this.#viewer.redraw();
    this.#draw();
    if (line === undefined) {
      if (!this.isDrawing) this.#hint.textContent = t('section.none');
      return;
    }
    const isWanted = (): boolean => turn === this.#turn;
    try {
      const cut = await cutSurfaces(this.#viewer, line, isWanted);
      if (!isWanted()) return;
      this.#curves = [...line.design, ...cut];
      this.#hint.textContent = this.#curves.length === 0 ? t('section.none') : '';
    } catch (error) {
      if (!isWanted()) return;
      this.#hint.textContent = t('note.refused', { reason: error instanceof Error ? error.message : String(error) });
    }
    this.#draw();
    this.element.dispatchEvent(new Event('drawn'));
  }

  #draw(): void {
    const line = this.#line;
    // An empty plot has no size; if it is hidden and shown within one frame, the observer of its size does not notice.
    this.#plot.svg.classList.toggle('empty', line === undefined || this.#curves.length === 0);
    const { clientWidth, clientHeight } = this.#plot.svg;
    if (line === undefined || clientWidth === 0) return;
    this.#plot.draw(
      {
        ...{ from: line.from, to: line.to, curves: this.#curves },
        label: (station, decimals) => this.#label(station, decimals),
        exaggeration: Number(this.#heights.value),
      },
      clientWidth,
      clientHeight,
    );
    this.#heights.options[0]!.textContent =
      `${t('section.fitting')} (${Number(this.#plot.exaggeration.toPrecision(2))} ×)`;
    this.#plot.svg.setAttribute('aria-label', this.#choice.selectedOptions[0]?.text ?? '');
    this.#legend.replaceChildren(
      ...this.#curves.map((curve, i) => h('span', {}, h('i', { className: `c${i % 6}` }), this.#nameOf(curve))),
    );
    this.#fillTable();
    this.#mark(this.#cursor);
  }

  #label(station: number, decimals: number): string {
    if (!this.#choice.value.startsWith('long')) return station.toFixed(decimals);
    return stationText(station, this.#road!.runs, this.#viewer.unit, decimals);
  }

  #nameOf({ name, kind }: SectionCurve): string {
    return kind === 'design' ? t('section.design', { name }) : name;
  }

  /** The station under a pointer in the plot. */
  #stationUnder(event: MouseEvent): number {
    return this.#plot.stationAt(event.clientX - this.#plot.svg.getBoundingClientRect().left);
  }

  #mark(station: number | undefined, isOfPlan = false): void {
    if (station === undefined && isOfPlan && this.#cursor === undefined) return;
    this.#cursor = station;
    this.#plot.mark(station);
    this.#viewer.redraw();
    if (station === undefined) {
      this.#readout.textContent = '';
      return;
    }
    const unit = unitSign(this.#viewer.unit);
    const heights = this.#curves.map((curve) => {
      const up = elevationAt(curve.parts, station);
      return `${this.#nameOf(curve)} ${up === undefined ? '–' : `${up.toFixed(DECIMALS)} ${unit}`}`;
    });
    this.#readout.textContent = [this.#label(station, DECIMALS), ...heights].join(' · ');
  }

  #key(event: KeyboardEvent): void {
    const line = this.#line;
    if (line === undefined) return;
    const size = (line.to - line.from) * (event.shiftKey ? 0.1 : 0.01);
    const now = this.#cursor ?? line.from;
    const to = (
      { ArrowLeft: now - size, ArrowRight: now + size, Home: line.from, End: line.to } as Record<string, number>
    )[event.key];
    if (event.key === 'Enter' && this.#cursor !== undefined) this.#open(this.#cursor);
    if (to === undefined) return;
    event.preventDefault();
    this.#mark(Math.min(line.to, Math.max(line.from, to)));
  }

  /** From a long section to the cross section at a station. */
  #open(station: number): void {
    if (!this.#choice.value.startsWith('long')) return;
    this.#choice.value = this.#choice.value.replace('long', 'cross');
    this.#station.value = String(Number(station.toFixed(DECIMALS)));
    void this.#show();
  }

  get #crossStations(): number[] {
    const stations = this.#road?.alignment.sections.map(({ station }) => station) ?? [];
    return [...new Set(stations)].sort((a, b) => a - b);
  }

  #step(direction: -1 | 1): void {
    const { axis } = this.#road!;
    const now = Number(this.#station.value);
    const stored = this.#crossStations;
    const next =
      stored.length === 0
        ? now + direction * STEP
        : direction > 0
          ? stored.find((station) => station > now)
          : stored.findLast((station) => station < now);
    if (next === undefined) return;
    this.#station.value = String(Math.min(axis.to, Math.max(axis.from, next)));
    void this.#show();
  }

  /** The heights as a table, at every vertex of one of the lines. */
  #fillTable(): void {
    this.#table.hidden = this.#curves.length === 0;
    const all = this.#curves.flatMap(({ parts }) => parts.flatMap((part) => part.map(([station]) => station)));
    const stations = [...new Set(all)].sort((a, b) => a - b);
    const rowAt = (station: number): string[] => [
      this.#label(station, DECIMALS),
      ...this.#curves.map(({ parts }) => elevationAt(parts, station)?.toFixed(DECIMALS) ?? ''),
    ];
    const head = [t('measure.station'), ...this.#curves.map((curve) => this.#nameOf(curve))];
    const fill = (): void => {
      if (!this.#table.open || this.#table.childElementCount > 1) return;
      const rows = stations.slice(0, MOST_ROWS).map((station) => h('tr', {}, ...rowAt(station).map(cell)));
      const headings = head.map((text) => h('th', { scope: 'col' }, text));
      this.#table.append(
        copyButton(() => [head, ...stations.map(rowAt)].map((row) => row.join('\t')).join('\n')),
        stations.length > MOST_ROWS ? t('section.more', { shown: MOST_ROWS, count: stations.length }) : '',
        h('table', {}, h('thead', {}, h('tr', {}, ...headings)), h('tbody', {}, ...rows)),
      );
    };
    this.#table.replaceChildren(h('summary', {}, t('section.table')));
    this.#table.ontoggle = fill;
    fill();
  }
}

const cell = (text: string): HTMLElement => h('td', {}, text);
