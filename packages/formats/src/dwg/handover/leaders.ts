import type { Leader, MultiLeader } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

export function writeLeader(leader: Leader, out: Groups): void {
  for (const vertex of leader.vertices) out.point(10, vertex);
}

/**
 * MULTILEADER: what its context says of the text, then of every leader its landing, the knee from there to the text, and its lines
 * from the arrow on.
 */
export function writeMultiLeader({ contextData }: MultiLeader, out: Groups): void {
  if (!contextData) return;
  out.number(41, contextData.textHeight);
  if (contextData.hasTextContents) {
    out.text(304, contextData.textLabel);
    out.point(12, contextData.textLocation);
    out.point(13, contextData.direction);
    out.number(171, contextData.textAttachmentPoint);
  }
  for (const root of contextData.leaderRoots) {
    out.name(302, 'LEADER{');
    out.point(10, root.connectionPoint);
    out.point(11, root.direction);
    out.number(40, root.landingDistance);
    for (const { points } of root.lines) {
      out.name(304, 'LEADER_LINE{');
      for (const point of points) out.point(10, point);
      out.name(305, '}');
    }
    out.name(303, '}');
  }
}
