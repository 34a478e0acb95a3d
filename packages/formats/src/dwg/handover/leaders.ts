import type { Color, Leader, MultiLeader } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

export function writeLeader(leader: Leader, out: Groups): void {
  for (const vertex of leader.vertices) out.point(10, vertex);
}

/**
 * MULTILEADER: what its context says of the text or block, then of every leader its landing, the knee from there to the text, and its
 * lines from the arrow on; last what the multileader itself says.
 */
export function writeMultiLeader(leader: MultiLeader, out: Groups): void {
  const { contextData } = leader;
  if (!contextData) return;
  out.number(140, contextData.arrowheadSize);
  out.number(41, contextData.textHeight);
  if (contextData.hasTextContents) {
    out.text(304, contextData.textLabel);
    out.point(12, contextData.textLocation);
    out.point(13, contextData.direction);
    out.number(90, rawColour(contextData.textColor));
    out.number(171, contextData.textAttachmentPoint);
  }
  if (contextData.hasContentsBlock) {
    out.number(296, 1);
    out.point(15, contextData.blockContentLocation);
    out.point(16, contextData.blockContentScale);
    out.number(46, contextData.blockContentRotation);
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
  out.name(301, '}');
  out.number(170, leader.pathType);
  out.number(291, leader.enableDogleg ? 1 : 0);
  if (leader.arrowhead) out.name(342, leader.arrowhead.handle.toString(16));
  if (leader.blockContentId) out.name(344, leader.blockContentId.handle.toString(16));
  for (const { text } of leader.blockAttributes) out.text(302, text);
}

/** A colour in the four bytes that newer objects have: how it is meant, and the colour. */
function rawColour(color: Color): number {
  if (color.isTrueColor) return (0xc2 << 24) | (color.r << 16) | (color.g << 8) | color.b;
  if (color.isByLayer) return 0xc0 << 24;
  return color.isByBlock ? 0xc1 << 24 : (0xc3 << 24) | color.index;
}
