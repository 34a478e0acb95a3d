import type { Entity } from '@node-projects/acad-ts';
import { library } from './load.ts';
import { override } from './override.ts';

interface Template {
  readonly cadObject: Entity;
  readonly proxyGraphics: Uint8Array | null;
}

const pictures = new WeakMap<Entity, Uint8Array>();

/** The proxy graphics of an entity as stored in the file; the library drops them. */
export function pictureOf(entity: Entity): Uint8Array | undefined {
  return pictures.get(entity);
}

/** Keeps the proxy graphics of entities. */
export function keepPictures(): void {
  override<(template: Template) => void>(
    library.DwgObjectReader.prototype,
    '_readCommonEntityData',
    (original) =>
      function (this: unknown, template) {
        original.call(this as never, template as never);
        if (template.proxyGraphics) pictures.set(template.cadObject, template.proxyGraphics);
      },
  );
}
