import type { Color, DxfClassCollection, Entity } from '@node-projects/acad-ts';
import { library } from './load.ts';
import { override } from './override.ts';

/** The library's object before it is linked to others. */
interface Template {
  readonly cadObject: Entity;
}

interface ObjectReader {
  readonly _mergedReaders: { readBit(): boolean };
  _readCommonEntityData(template: Template): void;
  /** Reads the shape of a solid, as text or as bytes. */
  _readModelerGeometryData(template: Template): void;
  /** The block reference whose own fields were read last. */
  reference?: Template;
}

interface FileReader {
  triggerNotification(text: string, kind: number): void;
}

/** Corrects the library's errors, which were found by comparing DWG files with the same drawings in DXF (NOTES.md). */
export function fixLibrary(): void {
  // Attributes are in the drawing's own coordinates, both in a file and in a document. The library transforms them by
  // their reference again.
  override(library.Insert.prototype, 'applyAttributeTransform', () => () => {});

  // Without the table of classes, the entities that every release has are still read.
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

  // For solids, bodies and regions only the shape is read: the library loses the whole entity when it fails in the
  // shape or after it.
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
          // It is reported as one with an unreadable shape, like all binary shapes.
        }
        return template;
      },
  );

  // A table is drawn by its block. When the library fails at the cells, everything needed has already been read.
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

  // A true colour is written with red and blue swapped.
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
