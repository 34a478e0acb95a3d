import { roundStep } from '../stations/axes.ts';
import { elevationAt } from './mesh-cut.ts';
import type { SectionCurve } from './section.ts';

/** Pixels around the drawing: left for elevations, below for stations. */
const [LEFT, RIGHT, TOP, BOTTOM] = [58, 14, 10, 24];
/** Least pixels between two lines of the grid. */
const [APART_X, APART_Y] = [90, 28];
/** Possible exaggerations of heights. */
export const EXAGGERATIONS = [1, 2, 5, 10, 20, 50, 100] as const;
const SPACE = 'http://www.w3.org/2000/svg';

/** The content of a plot. */
export interface PlotContent {
  readonly from: number;
  readonly to: number;
  readonly curves: readonly SectionCurve[];
  /** How a station is written on the axis. */
  readonly label: (station: number, decimals: number) => string;
  /** 0: what fits. */
  readonly exaggeration: number;
}

/** Heights along a line, as SVG whose colours are those of the element's theme. */
export class SectionPlot {
  readonly svg = svg('svg', { class: 'section', tabindex: 0, role: 'img' }) as SVGSVGElement;
  /** Exaggeration of heights. */
  exaggeration = 1;
  readonly #cursor = svg('g', { class: 'cursor' });
  #content: PlotContent | undefined;
  #scale = { x: 1, y: 1, from: 0, top: 0 };

  /** Draws it at its current size. */
  draw(content: PlotContent, width: number, height: number): void {
    this.#content = content;
    const { from, to, curves } = content;
    const [w, h] = [Math.max(1, width - LEFT - RIGHT), Math.max(1, height - TOP - BOTTOM)];
    const heights = curves.flatMap(({ parts }) => parts.flatMap((part) => part.map(([, up]) => up)));
    const [low, high] = heights.length === 0 ? [0, 1] : [least(heights), -least(heights.map((up) => -up))];
    const range = Math.max(high - low, 1e-3);
    const perStation = w / Math.max(to - from, 1e-6);
    const most = (h * 0.9) / range / perStation;
    this.exaggeration = content.exaggeration || (EXAGGERATIONS.findLast((factor) => factor <= most) ?? most);
    const perHeight = perStation * this.exaggeration;
    const top = (low + high) / 2 + h / 2 / perHeight;
    this.#scale = { x: perStation, y: perHeight, from, top };
    const nodes: Element[] = [];
    const grid = (x1: number, y1: number, x2: number, y2: number): void => {
      nodes.push(svg('line', { x1, y1, x2, y2, class: 'grid' }));
    };
    const text = (x: number, y: number, anchor: string, content: string): void => {
      nodes.push(Object.assign(svg('text', { x, y, 'text-anchor': anchor }), { textContent: content }));
    };
    const stepX = roundStep(APART_X / perStation);
    for (let k = Math.ceil(from / stepX - 1e-9); k * stepX <= to + stepX * 1e-9; k++) {
      const x = this.#x(k * stepX);
      grid(x, TOP, x, TOP + h);
      text(x, height - 8, 'middle', content.label(k * stepX, decimalsOf(stepX)));
    }
    const stepY = roundStep(APART_Y / perHeight);
    for (let k = Math.ceil((top - h / perHeight) / stepY); k * stepY <= top; k++) {
      const y = this.#y(k * stepY);
      grid(LEFT, y, width - RIGHT, y);
      text(LEFT - 6, y + 4, 'end', (k * stepY).toFixed(decimalsOf(stepY)));
    }
    const clip = svg('clipPath', { id: 'plot' });
    clip.append(svg('rect', { x: LEFT, y: TOP, width: w, height: h }));
    const lines = svg('g', { 'clip-path': 'url(#plot)' });
    for (const [i, { parts }] of curves.entries())
      for (const part of parts) {
        const points = part.map(([at, up]) => `${this.#x(at).toFixed(2)},${this.#y(up).toFixed(2)}`);
        lines.append(svg('polyline', { points: points.join(' '), class: `curve c${i % 6}` }));
      }
    this.svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
    this.svg.replaceChildren(clip, ...nodes, lines, this.#cursor);
  }

  /** Station at a place of the plot, in pixels from its left. */
  stationAt(x: number): number {
    const { from = 0, to = 0 } = this.#content ?? {};
    return Math.min(to, Math.max(from, this.#scale.from + (x - LEFT) / this.#scale.x));
  }

  /** Marks a station; nothing without one. */
  mark(station: number | undefined): void {
    if (station === undefined || this.#content === undefined) {
      this.#cursor.replaceChildren();
      return;
    }
    const x = this.#x(station);
    const marks = this.#content.curves.flatMap(({ parts }, i) => {
      const up = elevationAt(parts, station);
      return up === undefined ? [] : [svg('circle', { cx: x, cy: this.#y(up), r: 4, class: `curve c${i % 6}` })];
    });
    this.#cursor.replaceChildren(svg('line', { x1: x, x2: x, y1: TOP, y2: '100%' }), ...marks);
  }

  #x(station: number): number {
    return LEFT + (station - this.#scale.from) * this.#scale.x;
  }

  #y(up: number): number {
    return TOP + (this.#scale.top - up) * this.#scale.y;
  }
}

const decimalsOf = (step: number): number => Math.max(0, -Math.floor(Math.log10(step)));
/** The least of many: spreading them would pass too many arguments. */
const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);

function svg(name: string, attributes: Readonly<Record<string, string | number>>): Element {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}
