import { chunk, integer } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import type { Fault, Outcome } from './draw.ts';
import { drawProxyGraphics } from './proxy-graphics.ts';

/** First number that classes have in the entities made of them, in the order of the section CLASSES. */
const FIRST_CLASS = 500;

/** ACAD_PROXY_ENTITY, and any object that has a picture; of the first the number of its class. */
export const PROXY = { classNumber: integer(91, -1), picture: chunk(310) };

/**
 * ACAD_PROXY_ENTITY, and objects of applications that nobody else knows (walls, Civil 3D points and profiles): drawn by the
 * picture that the application left with them, if it did.
 */
export function drawProxy(into: Interpreter): Outcome {
  const { entity } = into;
  const refusal = refuseProxy(into);
  if (refusal !== undefined) return refusal;
  into.begin();
  const { drawn, left } = drawProxyGraphics(into, entity.chunk(PROXY.picture), true);
  if (drawn === 0) return withoutPicture(into);
  into.remark('proxy-as-picture', 'an object of another program was drawn by the picture that it left');
  if (left > 0)
    into.remark('proxy-partly-drawn', `${left} parts of the picture of an object of another program are not drawn`);
  return undefined;
}

/** Why it cannot be drawn: it has no picture. */
export function refuseProxy(into: Interpreter): Outcome {
  return into.entity.has(PROXY.picture) ? undefined : withoutPicture(into);
}

function withoutPicture({ entity, names, classes }: Interpreter): Fault {
  const type = names.text(entity.type);
  const kind = /^ACAD_PROXY_ENTITY$/i.test(type) ? classes[entity.get(PROXY.classNumber) - FIRST_CLASS] : undefined;
  if (kind === undefined) return { code: 'entity-not-supported', text: `${type} entities are not read` };
  return { code: 'proxy-without-picture', text: `an object of another program (${kind}) left no picture of itself` };
}
