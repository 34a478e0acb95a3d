import type { Issue } from '../../../core/issues/issue.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { chunk, integer } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import type { Outcome } from './draw.ts';
import { drawProxyGraphics } from './proxy-graphics.ts';

/** Number of the first class, in the order of the section CLASSES, in entities of that class. */
const FIRST_CLASS = 500;

/** ACAD_PROXY_ENTITY and any object with proxy graphics; for the former the number of its class. */
export const PROXY = { classNumber: integer(91, -1), picture: chunk(310) };

/**
 * ACAD_PROXY_ENTITY and application objects that are not known here (walls, Civil 3D points and profiles): drawn by
 * their proxy graphics, if they have any.
 */
export function drawProxy(into: Interpreter): Outcome {
  const { entity } = into;
  const refusal = refuseProxy(into);
  if (refusal !== undefined) return refusal;
  into.begin();
  const { drawn, left } = drawProxyGraphics(into, entity.chunk(PROXY.picture), true);
  if (drawn === 0) return withoutPicture(into);
  into.remark(issueOf('proxy-as-picture'));
  if (left > 0) into.remark(issueOf('proxy-partly-drawn', { parts: left }));
  return undefined;
}

/** Why it cannot be drawn: it has no proxy graphics. */
export function refuseProxy(into: Interpreter): Outcome {
  return into.entity.has(PROXY.picture) ? undefined : withoutPicture(into);
}

function withoutPicture({ entity, names, classes }: Interpreter): Issue {
  const type = names.text(entity.type);
  const kind = /^ACAD_PROXY_ENTITY$/i.test(type) ? classes[entity.get(PROXY.classNumber) - FIRST_CLASS] : undefined;
  if (kind === undefined) return issueOf('entity-not-supported', { type });
  return issueOf('proxy-without-picture', { kind });
}
