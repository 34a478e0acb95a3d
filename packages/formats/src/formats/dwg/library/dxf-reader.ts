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
/** Groups with texts as people typed them, in which a caret and a letter mean a control character. */
const TEXTS = new Set([1, 3, 301, 303]);
/** Properties of the library's builder with the tables of a drawing. */
const TABLES = ['layers', 'lineTypesTable', 'textStyles', 'blockRecords', 'dimensionStyles', 'appIds'] as const;

/**
 * Corrects how the library reads a DXF, which is our way of writing: texts keep their blanks and carets, 16-bit numbers
 * their sign (a layer that is off has a negative colour), and names are looked up only among entries of their own kind.
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
  // Called for names of blocks, of applications and of entries that only tables and multilines have.
  override<(this: Builder, name: string) => CadObject | null>(
    library.CadDocumentBuilder.prototype,
    'tryGetTableEntry',
    (original) =>
      function (name) {
        return this.blockRecords?.tryGetValue(name) ?? original.call(this as never, name as never);
      },
  );
}

/** Replaces a value that a library class derives from the current group. */
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
