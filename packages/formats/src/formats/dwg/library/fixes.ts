import type { Color, DxfClassCollection, Entity } from '@node-projects/acad-ts';
import { library } from './load.ts';
import { override } from './override.ts';

/** What the library makes of an object before it is tied to others. */
interface Template {
  readonly cadObject: Entity;
}

interface ObjectReader {
  readonly _mergedReaders: { readBit(): boolean };
  _readCommonEntityData(template: Template): void;
  /** Reads the shape of a solid, as text or as bytes. */
  _readModelerGeometryData(template: Template): void;
  /** The block reference whose own part was read last. */
  reference?: Template;
}

interface FileReader {
  triggerNotification(text: string, kind: number): void;
}

/** Puts right what the library gets wrong of a drawing, found by comparing DWG files with their DXF twins (NOTES.md). */
export function fixLibrary(): void {
  // Attributes stand in the drawing's own coordinates, in a file and in a document. The library moves them by their reference again.
  override(library.Insert.prototype, 'applyAttributeTransform', () => () => {});

  // Without the table of classes the entities that every release knows are read all the same.
  override<(this: FileReader) => DxfClassCollection>(
    library.DwgReader.prototype,
    '_readClasses',
    (original) =>
      function () {
        try {
          return original.call(this as never);
        } catch (error) {
          const text = `The table of classes cannot be read (${(error as Error).message})`;
          this.triggerNotification(text, library.NotificationType.Error);
          return new library.DxfClassCollection();
        }
      },
  );

  const { prototype } = library.DwgObjectReader;

  // Of solids, bodies and regions the shape is read and no more: the library loses the whole of one when it fails there or behind it.
  override<(this: ObjectReader, template: Template) => Template>(
    prototype,
    '_readModelerGeometry',
    () =>
      function (template) {
        this._readCommonEntityData(template);
        try {
          const isEmpty = this._mergedReaders.readBit();
          if (!isEmpty) this._readModelerGeometryData(template);
        } catch {
          // It is told as one whose shape is not read, as all are whose shape is binary.
        }
        return template;
      },
  );

  // A table is drawn by its block. When the library fails at the cells, what it has read before is all that is needed.
  override<(this: ObjectReader, template: Template) => void>(
    prototype,
    '_readInsertCommonHandles',
    (original) =>
      function (template) {
        original.call(this as never, template as never);
        this.reference = template;
      },
  );
  override<(this: ObjectReader) => Template>(
    prototype,
    '_readTableEntity',
    (original) =>
      function () {
        delete this.reference;
        try {
          return original.call(this as never);
        } catch (error) {
          if (this.reference === undefined) throw error;
          return this.reference;
        }
      },
  );

  // A true colour is written with red and blue in each other's place.
  for (const name of ['writeCmColor', 'writeEnColor', 'writeEnColorBook']) {
    override<(color: Color, ...more: never[]) => void>(
      library.DwgStreamWriterAC18.prototype,
      name,
      (original) =>
        function (this: unknown, color, ...more) {
          const turned = color.isTrueColor ? new library.Color(color.b, color.g, color.r) : color;
          original.call(this as never, turned, ...more);
        },
    );
  }
}
