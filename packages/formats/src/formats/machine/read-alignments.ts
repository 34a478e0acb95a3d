import { alignmentOf, type VerticalPoint } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { NODE, NODE_LAYOUTS, PVI, PVI_CURVE, START_STATION, TEMPLATE } from './alignment-nodes.ts';
import { horizontalElements } from './horizontal.ts';
import { readRecord } from './layout.ts';
import { ALIGNMENT, TP3_TABLE } from './layouts.ts';
import { isNodeAt, type ListNode, readNodes } from './node-list.ts';
import { NO_PAGE } from './page-chain.ts';
import type { Reading } from './reading.ts';

/** Positions of the list offsets in an alignment's record, each after the u16 number of the list. */
const LIST_AT = { horizontal: 2, vertical: 8, templates: 14 } as const;

/** Reads the alignments: horizontal and vertical elements; of templates only the names. */
export async function readAlignments(reading: Reading): Promise<void> {
  const table = await reading.table(TP3_TABLE.alignment, ALIGNMENT);
  const tally = reading.tally(TP3_TABLE.alignment);
  const seen = new Set<number>();
  for (let row = 0; row < table.count; row++) {
    await reading.breathe();
    const base = row * table.recordSize;
    const { name } = readRecord(ALIGNMENT, table.view, base);
    tally.found++;
    reading.problems.about = { kind: 'alignment', name };
    const heads = [LIST_AT.horizontal, LIST_AT.vertical].map((at) => table.view.getUint32(base + at, true));
    // Records of alignments that were never filled have uninitialised memory instead of offsets.
    if (!heads.some((at) => at === NO_PAGE || isNodeAt(reading.source, at))) {
      reading.problems.report(issueOf('alignment-empty', { name }, { offset: table.offsetOf(row) }));
      tally.skipped++;
      continue;
    }
    const list = (which: keyof typeof LIST_AT): ListNode[] => {
      const first = table.view.getUint32(base + LIST_AT[which], true);
      const nodes = readNodes(reading.source, first, `list ${which}`, reading.problems, seen);
      return which === 'horizontal' ? untilUnusable(nodes, reading) : usable(nodes, reading);
    };
    const { elements, assumed } = horizontalElements(list('horizontal'), name, reading.problems);
    const vertical = verticalPoints(list('vertical'));
    if (assumed > 0) {
      const place = { offset: table.offsetOf(row) };
      reading.problems.report(issueOf('alignment-curve-assumed', { count: assumed, name }, place));
    }
    const templates = list('templates').filter((node) => node.type === NODE.template);
    if (templates.length > 0) {
      const names = templates.slice(0, 20).map((node) => TEMPLATE.fields.name.read(node.payload, 0));
      const parameters = { count: templates.length, name, templates: names.join(', ') };
      reading.problems.report(issueOf('template-skipped', parameters, { offset: table.offsetOf(row) }));
    }
    reading.count(elements.length + vertical.points.length);
    const startStation = elements[0]?.startStation ?? vertical.startStation;
    reading.sink.alignment(alignmentOf(name, { startStation, horizontal: elements, vertical: vertical.points }));
    tally.read++;
  }
  table.release();
}

/** The nodes with a payload of the required length; others are reported. */
function usable(nodes: readonly ListNode[], reading: Reading): ListNode[] {
  return nodes.filter((node) => isUsable(node, reading, 'left-out'));
}

/** The nodes before the first unusable one: each begins where the previous one ends, so later ones have no position. */
function untilUnusable(nodes: readonly ListNode[], reading: Reading): ListNode[] {
  const end = nodes.findIndex((node) => !isUsable(node, reading, 'axis-ends'));
  return nodes.slice(0, end < 0 ? nodes.length : end);
}

function isUsable(node: ListNode, reading: Reading, consequence: 'left-out' | 'axis-ends'): boolean {
  const layout = NODE_LAYOUTS.get(node.type);
  if (layout !== undefined && node.payload.byteLength >= layout.size) return true;
  const fault =
    layout === undefined ? ({ fault: 'unknown' } as const) : ({ fault: 'short', needed: layout.size } as const);
  const parameters = { type: node.type, size: node.payload.byteLength, consequence, ...fault };
  reading.problems.report(issueOf('node-unknown', parameters, { offset: node.at }));
  return false;
}

function verticalPoints(nodes: readonly ListNode[]): { startStation: number; points: VerticalPoint[] } {
  const points: VerticalPoint[] = [];
  let startStation = 0;
  for (const { type, payload } of nodes) {
    if (type === NODE.startStation) startStation = readRecord(START_STATION, payload, 0).station;
    if (type !== NODE.pvi && type !== NODE.pviCurve) continue;
    const { station, elevation } = readRecord(PVI, payload, 0);
    if (!Number.isFinite(station) || !Number.isFinite(elevation)) continue;
    const stated = type === NODE.pviCurve ? readRecord(PVI_CURVE, payload, 0).length : 0;
    const length = Number.isFinite(stated) ? Math.max(0, stated) : 0;
    // A parabola is defined by its length along the axis; an arc would have a radius.
    points.push({
      station,
      elevation,
      curve: length > 0 ? 'parabola' : 'none',
      length,
      radius: Number.NaN,
    });
  }
  return { startStation: Number.isFinite(startStation) ? startStation : 0, points };
}
