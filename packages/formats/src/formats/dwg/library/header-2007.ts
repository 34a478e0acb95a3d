import { hasEncryptedHeader } from './encrypted-header.ts';
import { library } from './load.ts';
import { override } from './override.ts';

interface Reader {
  readonly _fileBytes: Uint8Array;
}

/**
 * The library reads a file of 2007 as such and, when that fails, as one of 2004, which is how some programs write 2007.
 * Here the mark of 2004 decides, so that the structure that was checked (`structure/`) is the one that is read.
 */
export function settleHeaderOf2007(): void {
  const { prototype } = library.DwgReader;
  override<(this: Reader, header: unknown, stream: unknown) => void>(
    prototype,
    '_readFileHeaderAC21',
    (original) =>
      function (header, stream) {
        if (hasEncryptedHeader(this._fileBytes)) throw new Error('the header is that of 2004');
        original.call(this as never, header as never, stream as never);
      },
  );
  override<(this: Reader, header: unknown, stream: unknown) => void>(
    prototype,
    '_readFileHeaderAC18',
    (original) =>
      function (header, stream) {
        if (!hasEncryptedHeader(this._fileBytes)) throw new Error('its header or one of its maps is not whole');
        original.call(this as never, header as never, stream as never);
      },
  );
}
