import type { CadDocument, Entity, ProxyEntity } from '@node-projects/acad-ts';
import { pictureOf } from '../library/pictures.ts';
import { storedShapeOf } from '../library/shapes.ts';
import type { Groups } from './groups.ts';

/** Lowest and highest number of a drawing's classes. */
const FIRST_CLASS = 500;
const LAST_CLASS = 0x7fff;

/** The graphics of an entity that the library does not know: its shape (surfaces), else its proxy graphics. */
export function writePicture(entity: Entity, out: Groups): void {
  const picture = storedShapeOf(entity) ?? pictureOf(entity);
  if (picture !== undefined) out.chunk(310, picture);
}

/** ACAD_PROXY_ENTITY: its class by number, and its proxy graphics. */
export function writeProxy(proxy: ProxyEntity, out: Groups): void {
  out.number(91, proxy.classId);
  writePicture(proxy, out);
}

/** Section CLASSES: the names, in the order of their numbers without gaps. */
export function writeClasses({ classes }: CadDocument, out: Groups): void {
  const names: string[] = [];
  for (const { classNumber, dxfName } of classes ?? [])
    if (classNumber >= FIRST_CLASS && classNumber <= LAST_CLASS) names[classNumber - FIRST_CLASS] = dxfName;
  for (let i = 0; i < names.length; i++) {
    out.name(0, 'CLASS');
    out.name(1, names[i]);
  }
}
