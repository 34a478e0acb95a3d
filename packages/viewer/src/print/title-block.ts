import { VIEW_TABLES, type ViewChunk } from '@fieldbridge/view-wire';
import type { Drawable } from '../gl/renderer.ts';
import { metresOf, roundLength, unitSign } from '../measure.ts';
import { colourOf, css, THEMES } from '../palette.ts';
import { svg } from '../svg-context.ts';
import { spoken, t, word } from '../text/index.ts';
import type { Viewer } from '../viewer.ts';
import type { SheetBox } from './paper.ts';
import type { PrintOrder } from './print-panel.ts';

/** An entry of the legend. */
export interface Ink {
  readonly name: string;
  readonly colour: string;
}

/** Millimetres: width of the title, longest scale bar, width and height of an entry of the legend, its letters. */
const [TITLE, BAR, COLUMN, ROW, LETTER] = [76, 40, 44, 4.6, 2.6];
/** Approximate number of letters that fit. */
const [MOST_TITLE, MOST_NAME] = [34, 24];

/** Visible layers of the drawing (or kinds, if the colours are theirs), by name. */
export function legendOf(viewer: Viewer, drawables: readonly Drawable[]): readonly Ink[] {
  const found = new Map<string, Ink>();
  const { colours, surfaces } = viewer.settings;
  for (const { chunk, palette } of drawables) {
    const { pens, layers } = viewer.manifest.segments[palette]!;
    for (const pen of new Set(pensOf(chunk))) {
      const [index = -1, , , , table = -1] = pens[pen] ?? [];
      const layer = layers[index];
      const state = viewer.layers.get((layer?.name ?? '').toLowerCase());
      if (state !== undefined && !(state.visible && state.opacity > 0)) continue;
      const kind = VIEW_TABLES[table];
      // Surfaces have separate colours, except their edges.
      if (colours === 'kind' && kind === 'surfaces' && surfaces !== 'mesh') continue;
      const name = colours === 'kind' ? kind && word(kind) : layer?.name;
      if (name === undefined) continue;
      found.set(name, { name, colour: css(colourOf([index, -1, 0, -1, table], layer, colours, THEMES.print)) });
    }
  }
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, spoken()));
}

const pensOf = (chunk: ViewChunk): Iterable<number> => (chunk.kind === 'mesh' ? [chunk.pen] : chunk.pen);

/** Title, date, scale, unit, system, scale bar, north and legend, below the map. */
export function titleBlock(box: SheetBox, viewer: Viewer, turn: number, order: PrintOrder, legend: readonly Ink[]) {
  const { x, y, width, height } = box;
  const text = (at: readonly [number, number], size: number, words: string, weight = 400): SVGElement =>
    svg('text', { x: x + at[0], y: y + at[1], 'font-size': size, 'font-weight': weight, fill: '#000' }, words);
  const metres = metresOf(viewer.unit);
  const length = roundLength(((BAR / 1000) * order.scale) / metres);
  const bar = (length * metres * 1000) / order.scale;
  const crs = viewer.manifest.segments[0]?.crs ?? 'local';
  const unit = unitSign(viewer.unit);
  const barX = x + TITLE + 4;
  const degrees = (turn * 180) / Math.PI;
  const legendX = TITLE + BAR + 28;
  const columns = Math.max(1, Math.floor((width - legendX) / COLUMN));
  const rows = Math.floor((height - 8) / ROW);
  const room = columns * rows;
  const shown = legend.length > room ? legend.slice(0, room - 1) : legend;
  const place = (i: number): [number, number] => [legendX + Math.floor(i / rows) * COLUMN, 8 + (i % rows) * ROW];
  const entries = shown.flatMap(({ name, colour }, i) => {
    const [across, down] = place(i);
    const line = { x1: x + across, x2: x + across + 6, y1: y + down - 1, y2: y + down - 1 };
    return [
      svg('line', { ...line, stroke: colour, 'stroke-width': 0.8 }),
      text([across + 8, down], LETTER, cut(name === '' ? t('layers.noName') : name, MOST_NAME)),
    ];
  });
  const rest = legend.length - shown.length;
  return svg(
    'g',
    { 'font-family': 'system-ui, sans-serif' },
    svg('rect', { x, y, width, height, fill: 'none', stroke: '#000', 'stroke-width': 0.25 }),
    text([3, 8], 5, cut(order.title, MOST_TITLE), 600),
    text([3, 14], 3.2, order.date),
    text([3, 20], 3.6, `1 : ${order.scale.toLocaleString(spoken())}`, 600),
    text([3, 25.5], 3, t('status.unit', { unit })),
    text([3, 30.5], 3, cut(crs === 'local' ? t('status.system') : crs, 46)),
    svg('path', {
      ...{ d: `M${barX} ${y + 14}v3h${bar}v-3`, fill: 'none', stroke: '#000', 'stroke-width': 0.35 },
      class: 'bar',
    }),
    text([TITLE + 4, 22], 3, `0 – ${length} ${unit}`),
    svg('path', {
      ...{ d: 'M0 -8L3 5L0 2L-3 5Z', fill: '#000' },
      transform: `translate(${x + TITLE + BAR + 14} ${y + 14}) rotate(${degrees})`,
    }),
    text([TITLE + BAR + 12.9, 26], 3.4, 'N'),
    ...entries,
    ...(rest > 0 ? [text(place(shown.length), LETTER, t('print.more', { count: rest }))] : []),
  );
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
