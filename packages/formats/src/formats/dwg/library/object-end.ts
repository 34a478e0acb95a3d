import { library } from './load.ts';
import { override } from './override.ts';

interface Reader {
  _position: number;
  guardEnd?: number;
}

interface ObjectReader {
  /** Reads the size in front of an object. */
  readonly _crcReader: Reader;
  /** Bytes of the object. */
  readonly _size: number;
  readonly _objectReader: Reader;
  readonly _textReader: Reader;
  readonly _handlesReader: Reader;
  /** Why the object at hand cannot be read. */
  unreadable?: unknown;
}

const UNREADABLE = -1;

/** Bytes behind an object that its reader may look at: some of the library's readers take more than there is. */
const ROOM = 1024;

/**
 * Ends the reading of an object near the end that it states, instead of the end of all objects: a count out of a damaged object costs
 * its own size, not that of the drawing. The object is told as unread by the library then, and the next one is read.
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
          // Here it would end the reading of the whole file; a moment later it is told of this object only.
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
