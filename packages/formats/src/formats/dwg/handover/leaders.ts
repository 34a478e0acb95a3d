import type { Color, Leader, MultiLeader, MultiLeaderObjectContextData } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';
import { writePicture } from './proxies.ts';

/** Meaning of a four-byte colour, by its highest byte. */
const METHOD = { layer: 0xc0, block: 0xc1, rgb: 0xc2, index: 0xc3 } as const;

export function writeLeader(leader: Leader, out: Groups): void {
  out.number(72, leader.pathType);
  for (const vertex of leader.vertices) out.point(10, vertex);
}

/**
 * MULTILEADER: its proxy graphics; the text or block of its context; for every leader its landing, the knee from there
 * to the text, and its lines from the arrow on; after the end of the context (301) the fields of the multileader
 * itself.
 */
export function writeMultiLeader(leader: MultiLeader, out: Groups): void {
  writePicture(leader, out);
  const { contextData } = leader;
  if (contextData) writeContext(contextData, out);
  out.name(301, '}');
  out.number(170, leader.pathType);
  out.number(291, leader.enableDogleg ? 1 : 0);
  if (leader.arrowhead) out.name(342, leader.arrowhead.handle.toString(16));
  if (leader.blockContentId) out.name(344, leader.blockContentId.handle.toString(16));
  for (const { text } of leader.blockAttributes) out.text(302, text);
}

function writeContext(context: MultiLeaderObjectContextData, out: Groups): void {
  out.number(41, context.textHeight);
  out.number(140, context.arrowheadSize);
  if (context.hasTextContents) {
    out.text(304, context.textLabel);
    out.point(12, context.textLocation);
    out.point(13, context.direction);
    out.number(90, rawColour(context.textColor));
    out.number(171, context.textAttachmentPoint);
  }
  out.number(296, context.hasContentsBlock ? 1 : 0);
  if (context.hasContentsBlock) {
    out.point(15, context.blockContentLocation);
    out.point(16, context.blockContentScale);
    out.number(46, context.blockContentRotation);
  }
  for (const root of context.leaderRoots) {
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

function rawColour(color: Color): number {
  if (color.isTrueColor) return (METHOD.rgb << 24) | (color.r << 16) | (color.g << 8) | color.b;
  if (color.isByLayer) return METHOD.layer << 24;
  return color.isByBlock ? METHOD.block << 24 : (METHOD.index << 24) | color.index;
}
