import type { CadDocument, CadObject } from '@node-projects/acad-ts';
import { DataStore } from './data-store.ts';
import { library } from './load.ts';
import { override } from './override.ts';

/** The section with the shapes of solids since 2013. */
const SECTION = 'AcDb:AcDsPrototype_1b';
/** Signatures of binary shapes; the section contains other things, too. */
const SHAPES = ['ACIS BinaryFile', 'ASM BinaryFile'];

interface FileReader {
  readonly _fileHeader: { readonly acadVersion: number };
  _getSectionBuffer18(header: unknown, section: string): Uint8Array | null;
  triggerNotification(text: string, kind: number): void;
}

const shapes = new WeakMap<CadObject, Uint8Array>();

/** The binary shape of a solid as stored in its separate section, which the library does not read. */
export function storedShapeOf(entity: CadObject): Uint8Array | undefined {
  return shapes.get(entity);
}

/** Keeps the shapes of solids, bodies, regions and surfaces of 2013 and later. */
export function keepShapes(): void {
  override<(this: FileReader) => CadDocument>(
    library.DwgReader.prototype,
    'read',
    (original) =>
      function () {
        const document = original.call(this as never);
        if (this._fileHeader.acadVersion < library.ACadVersion.AC1027) return document;
        const tell = (error: unknown): void =>
          this.triggerNotification((error as Error).message, library.NotificationType.Error);
        try {
          const section = this._getSectionBuffer18(this._fileHeader, SECTION);
          if (section !== null) takeShapes(document, section, tell);
        } catch (error) {
          tell(error);
        }
        return document;
      },
  );
}

function takeShapes(document: CadDocument, section: Uint8Array, tell: (error: unknown) => void): void {
  new DataStore(section).records((handle, data) => {
    const entity = isShape(data) ? document.getCadObject(handle) : null;
    if (entity !== null) shapes.set(entity, data);
  }, tell);
}

function isShape(data: Uint8Array): boolean {
  const start = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1', 0, SHAPES[0]!.length);
  return SHAPES.some((shape) => start.startsWith(shape));
}
