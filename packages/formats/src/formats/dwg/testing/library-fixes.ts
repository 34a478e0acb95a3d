import type { Color } from '@node-projects/acad-ts';
import { library } from './load-library.ts';
import { override } from './override.ts';

/** Corrects the library's errors, which were found by comparing DWG files with the same drawings in DXF. */
export function fixLibrary(): void {
  // Attributes are in the drawing's own coordinates, both in a file and in a document. The library transforms them by
  // their reference again.
  override(library.Insert.prototype, 'applyAttributeTransform', () => () => {});

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
