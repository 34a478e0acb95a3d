import type { Block, BlockEnd, BlockRecord, Entity, Insert, Layout, XYZ } from '@node-projects/acad-ts';
import { library } from './load.ts';
import { override } from './override.ts';

const { BlockTypeFlags, DwgReferenceType } = library;
const EXTERNAL = BlockTypeFlags.XRef | BlockTypeFlags.XRefOverlay;

/** The parts of the library's bit writer that are used here. */
interface BitWriter {
  writeBit(value: boolean): void;
  writeByte(value: number): void;
  writeBitShort(value: number): void;
  writeBitLong(value: number): void;
  writeVariableText(text: string | null): void;
  write3BitDouble(position: XYZ): void;
  handleReferenceTyped(type: number, to: Entity | Block | BlockEnd | Layout | number | null): void;
  handleReferenceTypedHandle(type: number, handle: number): void;
}

/** The parts of the library's object writer that are used here. */
interface ObjectWriter {
  readonly _writer: BitWriter;
  readonly r2000Plus: boolean;
  readonly r2004Plus: boolean;
  readonly r2007Plus: boolean;
  /** The references of model space by the name of their block. */
  readonly insertsByBlockName: ReadonlyMap<string, readonly Insert[]>;
  _getCompatibleEntities(entities: Iterable<Entity>): readonly Entity[];
  _writeCommonNonEntityData(record: BlockRecord): void;
  _writeXrefDependantBit(entry: { readonly flags: number }): void;
  _registerObject(record: BlockRecord): void;
}

/**
 * Replaces the library's writer of block headers. The library looks up each handle of a block in the list of all of
 * them, twice, which took a minute for a drawing of 26 000 entities. A set does it here; the bytes are the same
 * (`library.test.ts`). Source of the layout: Open Design Specification, section 20.4.49.
 */
export function writeBlockHeadersAtOnce(): void {
  override<(this: ObjectWriter, record: BlockRecord) => void>(
    library.DwgObjectWriter.prototype,
    '_writeBlockHeader',
    () =>
      function (record) {
        const out = this._writer;
        const entities = this._getCompatibleEntities(record.entities);
        const owned = ownedHandles(record, entities);
        const references = referencesTo(record, this.insertsByBlockName.get(record.name) ?? []);
        const flags = record.combinedFlags;
        const isExternal = (flags & EXTERNAL) !== 0;

        this._writeCommonNonEntityData(record);
        out.writeVariableText(storedName(record, flags));
        this._writeXrefDependantBit({ flags });
        out.writeBit((flags & BlockTypeFlags.Anonymous) !== 0);
        out.writeBit(record.hasAttributes);
        out.writeBit((flags & BlockTypeFlags.XRef) !== 0);
        out.writeBit((flags & BlockTypeFlags.XRefOverlay) !== 0);
        if (this.r2000Plus) out.writeBit(record.isUnloaded);
        if (this.r2004Plus && !isExternal) out.writeBitLong(owned.size);
        out.write3BitDouble(record.blockEntity.basePoint);
        out.writeVariableText(record.blockEntity.xRefPath);
        if (this.r2000Plus) {
          for (let i = 0; i < references.size; i++) out.writeByte(1);
          out.writeByte(0);
          out.writeVariableText(record.blockEntity.comments);
          out.writeBitLong(0);
        }
        if (this.r2007Plus) {
          out.writeBitShort(record.units);
          out.writeBit(record.isExplodable);
          out.writeByte(record.canScale ? 1 : 0);
        }
        out.handleReferenceTyped(DwgReferenceType.HardPointer, 0);
        out.handleReferenceTyped(DwgReferenceType.HardOwnership, record.blockEntity);
        if (!this.r2004Plus && !isExternal) {
          out.handleReferenceTyped(DwgReferenceType.SoftPointer, entities[0] ?? 0);
          out.handleReferenceTyped(DwgReferenceType.SoftPointer, entities.at(-1) ?? 0);
        }
        if (this.r2004Plus)
          for (const handle of owned) out.handleReferenceTypedHandle(DwgReferenceType.HardOwnership, handle);
        out.handleReferenceTyped(DwgReferenceType.HardOwnership, record.blockEnd);
        if (this.r2000Plus) {
          for (const handle of references) out.handleReferenceTypedHandle(DwgReferenceType.SoftPointer, handle);
          out.handleReferenceTyped(DwgReferenceType.HardPointer, record.layout);
        }
        this._registerObject(record);
      },
  );
}

/** The contents of a block: the handles stored in the file unless it is a layout, then its entities. */
function ownedHandles(record: BlockRecord, entities: readonly Entity[]): ReadonlySet<number> {
  const handles = new Set(record.layout === null ? record.ownedObjectHandles : []);
  for (const { handle } of entities) handles.add(handle);
  return handles;
}

/** References to a block; those to the block of a table also come from elsewhere. */
function referencesTo(record: BlockRecord, inserts: readonly Insert[]): ReadonlySet<number> {
  const handles = new Set(inserts.map(({ handle }) => handle));
  if (record.name.toUpperCase().startsWith('*T')) for (const handle of record.insertHandles) handles.add(handle);
  return handles;
}

/** Anonymous blocks keep only their first two letters, layouts lose their number: programs number them again. */
function storedName({ name, layout }: BlockRecord, flags: number): string {
  if ((flags & BlockTypeFlags.Anonymous) !== 0) return name.slice(0, 2);
  return layout === null ? name : name.replace(/[0-9]/g, '');
}
