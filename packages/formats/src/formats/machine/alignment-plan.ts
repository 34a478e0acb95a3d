import { type Alignment, chordsOf, DEFAULT_STROKE_TOLERANCE, type HorizontalElement } from '@fieldbridge/fieldjob';
import { CURVE, NODE, PVI, PVI_CURVE, START, START_STATION, STRAIGHT } from './alignment-nodes.ts';
import { cutText } from './captions.ts';
import type { TablePart } from './container-writer.ts';
import { NO_VALUE } from './field.ts';
import { endOf } from './horizontal.ts';
import { type Layout, type RecordOf, writeRecord } from './layout.ts';
import { ALIGNMENT, SHORT_NAME_UNITS } from './layouts.ts';
import type { Losses } from './losses.ts';
import { NODE_HEADER } from './node-list.ts';
import { NO_PAGE } from './page-chain.ts';

export const ALIGNMENT_RECORD = 336;
/** Numbers of the lists in an alignment's record, at 0, 6, 12 and 18. */
const LISTS = [1, 2, 5, 3];
const LIST_ENTRY = 6;
/** Bytes of a start node: the sample's size, of which all but the last double are known. */
const START_SIZE = 48;
const CURVE_SIZE = 28;
const START_ELEVATION_AT = 16;
const ARC_KIND = 1;
const STATION_INTERVAL = 10;
/** Largest gap in metres between elements that can be due to rounding. */
const MOST_LEAP = 0.005;

type Node = { type: number; payload: Uint8Array };

/** The lists of all alignments as bytes, and the records that point at them. @param at file offset of the bytes */
export function alignmentParts(
  all: readonly Alignment[],
  at: number,
  losses: Losses,
): { lists: Uint8Array; records: TablePart } {
  const alignments = all.map((given) => {
    const alignment = { ...given, horizontal: given.horizontal.flatMap((element) => known(element, losses)) };
    losses.add('section-left-out', alignment.sections.length);
    losses.add('station-equation-left-out', alignment.equations.length);
    losses.add('alignment-joined', leaps(alignment.horizontal));
    return alignment;
  });
  const chunks: Uint8Array[] = [];
  let used = at;
  const put = (nodes: readonly Node[]): number => {
    const first = used;
    const bytes = chain(nodes, first);
    chunks.push(bytes);
    used += bytes.length;
    return nodes.length === 0 ? NO_PAGE : first;
  };
  const offsets = alignments.map((alignment) => [
    put(horizontalNodes(alignment)),
    put(verticalNodes(alignment, losses)),
  ]);
  const records: TablePart = {
    count: alignments.length,
    fill: (view, base, row) => {
      LISTS.forEach((list, i) => {
        view.setUint16(base + LIST_ENTRY * i, list, true);
        view.setUint32(base + LIST_ENTRY * i + 2, offsets[row]![i] ?? NO_PAGE, true);
      });
      const { name } = alignments[row]!;
      const cut = cutText(name, SHORT_NAME_UNITS - 1);
      losses.add('text-cut', cut === name ? 0 : 1);
      ALIGNMENT.fields.name.write(view, base, cut);
    },
  };
  return { lists: Buffer.concat(chunks), records };
}

/** Elements of kinds that the format is known to hold: how it holds clothoids is not known. */
function known(element: HorizontalElement, losses: Losses): HorizontalElement[] {
  if (element.kind !== 'clothoid') return [element];
  losses.add('clothoid-stroked', 1);
  return chordsOf(element, DEFAULT_STROKE_TOLERANCE);
}

function node<L extends Layout>(type: number, layout: L, values: Partial<RecordOf<L>>, size = layout.size): Node {
  const payload = new Uint8Array(size);
  writeRecord(layout, new DataView(payload.buffer), 0, values);
  return { type, payload };
}

/** Number of elements that do not begin where the previous one ends. */
function leaps(horizontal: readonly HorizontalElement[]): number {
  return horizontal.slice(1).filter((element, i) => {
    const { startEasting, startNorthing, azimuth, length, startRadius } = horizontal[i]!;
    const radius = horizontal[i]!.kind === 'straight' ? Infinity : startRadius;
    const [easting, northing] = endOf(startEasting, startNorthing, azimuth, length, radius);
    return Math.hypot(element.startEasting - easting, element.startNorthing - northing) > MOST_LEAP;
  }).length;
}

function horizontalNodes({ horizontal, startStation }: Alignment): Node[] {
  const first = horizontal[0];
  if (first === undefined) return [];
  const start = node(
    NODE.start,
    START,
    {
      northing: first.startNorthing,
      easting: first.startEasting,
      azimuth: first.azimuth,
      station: Number.isFinite(first.startStation) ? first.startStation : startStation,
      interval: STATION_INTERVAL,
    },
    START_SIZE,
  );
  new DataView(start.payload.buffer).setFloat64(START_ELEVATION_AT, NO_VALUE, true);
  // Readers treat an element without a length as damage.
  return [start, ...horizontal.filter(({ length }) => length > 0).map(elementNode)];
}

function elementNode({ kind, azimuth, length, startRadius }: HorizontalElement): Node {
  if (kind === 'straight') return node(NODE.straight, STRAIGHT, { azimuth, length });
  return node(NODE.curve, CURVE, { kind: ARC_KIND, radius: startRadius, length, azimuth }, CURVE_SIZE);
}

function verticalNodes({ vertical, startStation }: Alignment, losses: Losses): Node[] {
  if (vertical.length === 0) return [];
  const nodes = [node(NODE.startStation, START_STATION, { station: startStation })];
  for (const { station, elevation, curve, length } of vertical) {
    if (curve === 'arc') losses.add('vertical-arc-as-parabola', 1);
    if (curve === 'none' || !(length > 0)) nodes.push(node(NODE.pvi, PVI, { station, elevation }));
    else nodes.push(node(NODE.pviCurve, PVI_CURVE, { station, elevation, length }));
  }
  return nodes;
}

/** Consecutive nodes from offset `at`, linked in both directions. */
function chain(nodes: readonly Node[], at: number): Uint8Array {
  const sizes = nodes.map(({ payload }) => NODE_HEADER + payload.length);
  const bytes = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  const view = new DataView(bytes.buffer);
  let position = 0;
  let previous = NO_PAGE;
  nodes.forEach(({ type, payload }, i) => {
    const next = i + 1 < nodes.length ? at + position + sizes[i]! : NO_PAGE;
    view.setUint16(position, type, true);
    view.setUint16(position + 2, NODE_HEADER, true);
    view.setUint16(position + 6, payload.length, true);
    view.setUint32(position + 10, next, true);
    view.setUint32(position + 14, previous, true);
    bytes.set(payload, position + NODE_HEADER);
    previous = at + position;
    position += sizes[i]!;
  });
  return bytes;
}
