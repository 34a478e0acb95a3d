import type { HorizontalElement } from '@fieldbridge/fieldjob';
import { issueOf } from '../../core/issues/issue-of.ts';
import { CURVE, NODE, START, STRAIGHT } from './alignment-nodes.ts';
import { readRecord } from './layout.ts';
import type { ListNode } from './node-list.ts';
import type { Problems } from './problem.ts';

/** Upper bound of the sine of a turn that is zero or a half circle, apart from rounding. */
const HALF_CIRCLE = 1e-9;
/** Longest element in metres; more is a damaged number. */
const LONGEST_ELEMENT = 1e7;

/**
 * Chains the horizontal elements from the start: every element has an azimuth and a length but no position. The side to
 * which a curve turns is not stored either; it follows from the azimuth of the next element.
 * @param nodes of known types and lengths, in order
 */
export function horizontalElements(
  nodes: readonly ListNode[],
  name: string,
  problems: Problems,
): { elements: HorizontalElement[]; assumed: number } {
  const elements: HorizontalElement[] = [];
  const start = nodes.find((node) => node.type === NODE.start);
  let assumed = 0;
  if (start === undefined) {
    if (nodes.length > 0) problems.report(issueOf('alignment-start-missing', { name }, { offset: nodes[0]!.at }));
    return { elements, assumed };
  }
  const origin = readRecord(START, start.payload, 0);
  let { easting, northing, station } = origin;
  if (!Number.isFinite(easting) || !Number.isFinite(northing)) {
    const what = `the axis of the alignment "${name}"`;
    problems.report(issueOf('coordinate-not-finite', { what }, { offset: start.at }));
    return { elements, assumed };
  }
  if (!Number.isFinite(station)) station = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i]!;
    const given = elementOf(node, azimuthOf(nodes[i + 1]));
    if (given === undefined) continue;
    if (
      !(given.length > 0 && given.length < LONGEST_ELEMENT) ||
      !Number.isFinite(given.azimuth) ||
      !(Math.abs(given.radius) > 0)
    ) {
      problems.report(issueOf('alignment-element-damaged', { name }, { offset: node.at }));
      break;
    }
    if (given.radius !== Infinity) assumed++;
    const { azimuth, length, radius } = given;
    elements.push({
      kind: radius === Infinity ? 'straight' : 'arc',
      startStation: station,
      length,
      startEasting: easting,
      startNorthing: northing,
      azimuth,
      startRadius: radius,
      endRadius: radius,
    });
    [easting, northing] = endOf(easting, northing, azimuth, length, radius);
    station += length;
  }
  return { elements, assumed };
}

interface Given {
  readonly azimuth: number;
  readonly length: number;
  /** Positive turns right; Infinity is straight. */
  readonly radius: number;
}

function elementOf(node: ListNode, following: number): Given | undefined {
  if (node.type === NODE.straight) return { ...readRecord(STRAIGHT, node.payload, 0), radius: Infinity };
  if (node.type !== NODE.curve) return undefined;
  const { azimuth, length, radius } = readRecord(CURVE, node.payload, 0);
  // Known vendor files only have positive radii; our own mark a left turn by a negative one.
  if (radius < 0) return { azimuth, length, radius };
  return { azimuth, length, radius: turnsLeft(following - azimuth, length / radius) ? -radius : radius };
}

/**
 * Whether a curve ends in the direction of the next element if it turns left, and not if it turns right. The cosines of
 * the two deviations differ by twice this product. A half circle ends in the same direction either way; without a next
 * element there is no deviation.
 * @param change of azimuth from its start to the next element, radians or NaN @param turn how far it turns, radians
 */
function turnsLeft(change: number, turn: number): boolean {
  return Math.abs(Math.sin(turn)) > HALF_CIRCLE && Math.sin(change) * Math.sin(turn) < 0;
}

function azimuthOf(node: ListNode | undefined): number {
  if (node?.type === NODE.straight) return STRAIGHT.fields.azimuth.read(node.payload, 0);
  return node?.type === NODE.curve ? CURVE.fields.azimuth.read(node.payload, 0) : Number.NaN;
}

/** End of an element of constant curvature. Azimuths are clockwise from north; a positive radius turns right. */
export function endOf(
  easting: number,
  northing: number,
  azimuth: number,
  length: number,
  radius: number,
): [number, number] {
  if (radius === Infinity) return [easting + length * Math.sin(azimuth), northing + length * Math.cos(azimuth)];
  const end = azimuth + length / radius;
  return [
    easting + radius * (Math.cos(azimuth) - Math.cos(end)),
    northing + radius * (Math.sin(end) - Math.sin(azimuth)),
  ];
}
