import type { DwgObject } from '../object/dwg-object.ts';
import type { Names } from '../object/entity-reading.ts';
import { type Inventory, TYPE } from '../object/inventory.ts';
import type { Lost } from '../object/lost.ts';
import { type BlockRecord, fullName, readBlockHeader } from '../tables/blocks.ts';
import { type LayerRecord, readLayer } from '../tables/layers.ts';
import { readDashes } from '../tables/line-types.ts';
import { eachEntry, readName, visitAt } from '../tables/table.ts';
import { readLetterWidth } from '../tables/text-styles.ts';

/** The tables of a drawing: what its entities refer to. */
export interface DrawingTables {
  readonly names: Names;
  readonly layers: readonly LayerRecord[];
  readonly blocks: readonly BlockRecord[];
  /** Lengths of line types with a pattern, by their handle. */
  readonly dashes: ReadonlyMap<number, readonly number[]>;
  /** How wide letters are, by text style. */
  readonly letterWidths: ReadonlyMap<string, number>;
}

/** Reads the tables; what is lost is reported. */
export function readTables(
  object: DwgObject,
  inventory: Inventory,
  shapes: ReadonlyMap<number, Uint8Array>,
  lost: Lost,
): DrawingTables {
  const applications = new Map<number, string>();
  const lineTypes = new Map<number, string>();
  const dimensionStyles = new Map<number, string>();
  const colours = new Map<number, number>();
  const named = (names: Map<number, string>) => (): void => {
    names.set(object.handle, object.text());
  };
  eachEntry(object, inventory, [TYPE.applicationControl, TYPE.application, 'APPID'], named(applications), lost);
  const dashes = new Map<number, readonly number[]>();
  const takeLineType = (): void => {
    lineTypes.set(object.handle, readName(object));
    const lengths = readDashes(object);
    if (lengths.length > 0) dashes.set(object.handle, lengths);
  };
  eachEntry(object, inventory, [TYPE.lineTypeControl, TYPE.lineType, 'LTYPE'], takeLineType, lost);
  const takeStyle = (): void => {
    dimensionStyles.set(object.handle, readName(object));
  };
  eachEntry(object, inventory, [TYPE.dimensionStyleControl, TYPE.dimensionStyle, 'DIMSTYLE'], takeStyle, lost);
  const textStyles = new Map<number, string>();
  const letterWidths = new Map<string, number>();
  const takeTextStyle = (): void => {
    const name = readName(object);
    textStyles.set(object.handle, name);
    letterWidths.set(name, readLetterWidth(object));
  };
  eachEntry(object, inventory, [TYPE.textStyleControl, TYPE.textStyle, 'STYLE'], takeTextStyle, lost);
  const layers: LayerRecord[] = [];
  eachEntry(object, inventory, [TYPE.layerControl, TYPE.layer, 'LAYER'], () => layers.push(readLayer(object)), lost);
  const headers: BlockRecord[] = [];
  eachEntry(
    object,
    inventory,
    [TYPE.blockControl, TYPE.blockHeader, 'BLOCK_RECORD'],
    () => headers.push(readBlockHeader(object)),
    lost,
  );
  const blocks = headers.map((header) => ({ ...header, name: fullName(header, object) }));
  for (const index of inventory.ofClasses('DBCOLOR'))
    visitAt(object, index, 'DBCOLOR', () => colours.set(object.handle, object.readColour().rgb ?? -1), lost);
  return {
    names: {
      layers: new Map(layers.map(({ handle, name }) => [handle, name])),
      lineTypes,
      blocks: new Map(blocks.map(({ handle, name }) => [handle, name])),
      applications,
      dimensionStyles,
      textStyles,
      colours,
      shapes,
    },
    layers,
    blocks,
    dashes,
    letterWidths,
  };
}
