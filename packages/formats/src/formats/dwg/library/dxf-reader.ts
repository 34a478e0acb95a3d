import type { CadObject } from '@node-projects/acad-ts';
import { decodeCarets } from '../../../kit/cad/text-codes.ts';
import { library } from './load.ts';
import { override } from './override.ts';

interface TextReader {
  readonly _data: Uint8Array;
  _bytePos: number;
  valueRaw: string;
  readonly code: number;
  readonly value: unknown;
  decodeString(bytes: Uint8Array): string;
}

interface NamedTable {
  tryGetValue(name: string): CadObject | undefined;
}

interface Builder extends Record<(typeof TABLES)[number], NamedTable | null> {
  tryGetCadObject(handle: number | null): CadObject | null;
}

const [LINE_FEED, RETURN] = [10, 13];
/** Groups that hold texts as people typed them, in which a caret and a letter stand for a control character. */
const TEXTS = new Set([1, 3, 301, 303]);
/** Where a builder of the library keeps the tables of a drawing. */
const TABLES = ['layers', 'lineTypesTable', 'textStyles', 'blockRecords', 'dimensionStyles', 'appIds'] as const;

/**
 * Puts right how the library reads a DXF, which is our way of writing: texts keep their blanks and carets, numbers of 16 bits their
 * sign (a layer that is off has a negative colour), and names are looked for among entries of their kind only.
 */
export function readHandedDxfWhole(): void {
  override<(this: TextReader) => string>(
    library.DxfTextReader.prototype,
    'readStringLine',
    () =>
      function () {
        const { _data: data, _bytePos: from } = this;
        const found = data.indexOf(LINE_FEED, from);
        const end = found < 0 ? data.length : found;
        this._bytePos = found < 0 ? end : end + 1;
        const line = this.decodeString(data.subarray(from, data[end - 1] === RETURN ? end - 1 : end));
        this.valueRaw = TEXTS.has(this.code) ? decodeCarets(line) : line;
        return this.valueRaw;
      },
  );

  const reader = library.DxfStreamReaderBase.prototype;
  overrideValue(reader, 'valueAsString', (value) => String(value));
  overrideValue(reader, 'valueAsShort', (value) => (Number(value) << 16) >> 16);

  override<(builder: Builder, handle: number | null, name: string, kind: new () => CadObject) => CadObject | null>(
    library.CadTemplate.prototype,
    'getTableReference',
    (original) =>
      function (this: unknown, builder, handle, name, kind) {
        if (name !== '' && builder.tryGetCadObject(handle) === null)
          for (const table of TABLES) {
            const entry = builder[table]?.tryGetValue(name);
            if (entry instanceof kind) return entry;
          }
        return original.call(this as never, builder, handle, name, kind);
      },
  );
  // Asked for by the names of blocks, of applications and of what only tables and multi-lines have.
  override<(this: Builder, name: string) => CadObject | null>(
    library.CadDocumentBuilder.prototype,
    'tryGetTableEntry',
    (original) =>
      function (name) {
        return this.blockRecords?.tryGetValue(name) ?? original.call(this as never, name as never);
      },
  );
}

/** Puts another value in the place of one that a class of the library works out of the group at hand. */
function overrideValue(target: object, name: string, make: (value: unknown) => string | number): void {
  if (Object.getOwnPropertyDescriptor(target, name)?.get === undefined)
    throw new Error(`acad-ts has no value "${name}" any more`);
  Object.defineProperty(target, name, {
    configurable: true,
    get(this: TextReader) {
      return make(this.value);
    },
  });
}
