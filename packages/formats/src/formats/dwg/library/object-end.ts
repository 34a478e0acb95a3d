import { library } from './load.ts';
import { override } from './override.ts';

interface Reader {
  _position: number;
  guardEnd?: number;
}

interface ObjectReader {
  /** Reads the size before an object. */
  readonly _crcReader: Reader;
  /** Size of the object in bytes. */
  readonly _size: number;
  readonly _objectReader: Reader;
  readonly _textReader: Reader;
  readonly _handlesReader: Reader;
  /** Why the current object cannot be read. */
  unreadable?: unknown;
}

const UNREADABLE = -1;

/** Bytes after an object that its reader may look at: some of the library's readers take more than there is. */
const ROOM = 1024;

/**
 * Ends the reading of an object near its stated end instead of at the end of all objects: a count from a damaged object
 * costs its own size, not that of the drawing. The library then reports the object as unread and continues with the
 * next one.
 */
export function guardObjects(): void {
  const { prototype } = library.DwgObjectReader;
  override<(this: ObjectReader, offset: number) => number>(
    prototype,
    '_getEntityType',
    (original) =>
      function (offset) {
        const readers = [this._objectReader, this._textReader, this._handlesReader];
        for (const reader of readers) reader.guardEnd = Infinity;
        delete this.unreadable;
        try {
          const type = original.call(this as never, offset as never);
          for (const reader of readers) reader.guardEnd = this._crcReader._position + this._size + ROOM;
          return type;
        } catch (error) {
          // Thrown here, it would end the reading of the whole file; thrown shortly after, it is reported for this
          // object only.
          this.unreadable = error;
          return UNREADABLE;
        }
      },
  );
  override<(this: ObjectReader, type: number) => unknown>(
    prototype,
    '_readObject',
    (original) =>
      function (type) {
        if (type === UNREADABLE) throw this.unreadable;
        return original.call(this as never, type as never);
      },
  );
}
