import type { CadDocument, Entity, ProxyEntity } from '@node-projects/acad-ts';
import { pictureOf } from '../library/pictures.ts';
import { storedShapeOf } from '../library/shapes.ts';
import type { Groups } from './groups.ts';

/** Classes of a drawing are numbered from here, and not beyond the other. */
const FIRST_CLASS = 500;
const LAST_CLASS = 0x7fff;

/** What is drawn of an entity that the library does not know: its shape (surfaces), else the picture that its application left with it. */
export function writePicture(entity: Entity, out: Groups): void {
  const picture = storedShapeOf(entity) ?? pictureOf(entity);
  if (picture !== undefined) out.chunk(310, picture);
}

/** ACAD_PROXY_ENTITY: its class by number, and its picture. */
export function writeProxy(proxy: ProxyEntity, out: Groups): void {
  out.number(91, proxy.classId);
  writePicture(proxy, out);
}

/** Section CLASSES: the names, in the order of their numbers without a gap. */
export function writeClasses({ classes }: CadDocument, out: Groups): void {
  const names: string[] = [];
  for (const { classNumber, dxfName } of classes ?? [])
    if (classNumber >= FIRST_CLASS && classNumber <= LAST_CLASS) names[classNumber - FIRST_CLASS] = dxfName;
  for (let i = 0; i < names.length; i++) {
    out.name(0, 'CLASS');
    out.name(1, names[i]);
  }
}
