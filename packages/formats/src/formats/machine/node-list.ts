import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { NO_PAGE } from './page-chain.ts';
import type { Problems } from './problem.ts';

/** Size of the header of a node: type, header size, 0, payload size, 0, next, previous. */
export const NODE_HEADER = 18;
/** Most nodes of one list: no road has an axis of 100 000 elements. */
const MOST_NODES = 100_000;

/** A node of a list of elements. */
export interface ListNode {
  readonly type: number;
  readonly at: number;
  readonly payload: DataView;
}

/** Whether there is a node at an offset. */
export function isNodeAt(source: ByteSource, at: number): boolean {
  if (at === 0 || at + NODE_HEADER > source.size) return false;
  const head = viewOf(readBytes(source, at, NODE_HEADER));
  return head.getUint16(2, true) === NODE_HEADER && at + NODE_HEADER + head.getUint16(6, true) <= source.size;
}

/**
 * Walks a list of nodes from `first`; stops with an issue at an invalid node.
 * @param seen offsets of the nodes of all previous lists: no two lists share one, so a damaged file cannot multiply
 * them
 */
export function readNodes(
  source: ByteSource,
  first: number,
  list: string,
  problems: Problems,
  seen: Set<number>,
): ListNode[] {
  const nodes: ListNode[] = [];
  let at = first;
  while (at !== NO_PAGE && at !== 0) {
    if (seen.has(at) || nodes.length >= MOST_NODES) {
      problems.report(issueOf('node-loop', { list }, { offset: at }));
      break;
    }
    if (at + NODE_HEADER > source.size) {
      problems.report(issueOf('node-outside', { list }, { offset: at }));
      break;
    }
    seen.add(at);
    const head = viewOf(readBytes(source, at, NODE_HEADER));
    const size = head.getUint16(6, true);
    if (head.getUint16(2, true) !== NODE_HEADER || at + NODE_HEADER + size > source.size) {
      problems.report(issueOf('node-not-a-node', { list }, { offset: at }));
      break;
    }
    nodes.push({ type: head.getUint16(0, true), at, payload: viewOf(readBytes(source, at + NODE_HEADER, size)) });
    at = head.getUint32(10, true);
  }
  return nodes;
}

const viewOf = (raw: Uint8Array): DataView => new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
