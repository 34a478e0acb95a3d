import { library } from './load.ts';
import { override } from './override.ts';

/** Start of the notice for a page whose content is lost; the reason follows. */
export const PAGE_LOST = 'A page of the drawing cannot be unpacked: ';

interface FileReader {
  triggerNotification(text: string, kind: number): void;
}

/** The reader that joins a section from its pages; undefined outside of that. */
let reader: FileReader | undefined;

/**
 * Keeps the intact pages of a section when one is damaged: only the objects in that page are lost. The maps of the file
 * are unpacked by the same methods and must be intact.
 */
export function keepWholePages(): void {
  for (const name of ['_getSectionBuffer18', '_getSectionBuffer21']) {
    override<(this: FileReader, header: unknown, section: unknown) => unknown>(
      library.DwgReader.prototype,
      name,
      (original) =>
        function (header, section) {
          reader = this;
          try {
            return original.call(this as never, header as never, section as never);
          } finally {
            reader = undefined;
          }
        },
    );
  }
  override<(source: Uint8Array, at: number, target: Uint8Array) => void>(
    library.DwgLZ77AC18Decompressor,
    'decompressToDest',
    (original) =>
      (...parameters) =>
        tolerate(() => original.apply(library.DwgLZ77AC18Decompressor, parameters)),
  );
  override<(source: Uint8Array, at: number, length: number, target: Uint8Array) => void>(
    library.DwgLZ77AC21Decompressor,
    'decompress',
    (original) =>
      (...parameters) =>
        tolerate(() => original.apply(library.DwgLZ77AC21Decompressor, parameters)),
  );
}

function tolerate(unpack: () => void): void {
  try {
    unpack();
  } catch (error) {
    if (reader === undefined) throw error;
    reader.triggerNotification(`${PAGE_LOST}${(error as Error).message}`, library.NotificationType.Error);
  }
}
