import type { ExtentBox } from '@fieldbridge/fieldjob';
import { colourOfIndex, nearestIndex } from '../../../kit/cad/aci.ts';
import { POINT_BLOCK } from '../../../kit/cad/point-block.ts';
import { LAYER_STANDARD } from '../tables.ts';
import { HANDLE, nearestWeight } from './drawing-writer.ts';
import type { GroupWriter } from './group-writer.ts';
import type { WrittenLayer } from './layer-names.ts';
import type { LineTypeNames } from './line-type-names.ts';
import { escapeText, piecesOf } from './texts.ts';
import type { Target } from './versions.ts';

/** Longest description of a layer, in units: that of a text in extended data. */
export const LONGEST_DESCRIPTION = 255;
/** Foreground colour: white or black. */
const DEFAULT_COLOUR = 7;

/** Writes the TABLES section. */
export class TableWriter {
  readonly #out: GroupWriter;
  readonly #target: Target;

  constructor(out: GroupWriter, target: Target) {
    this.#out = out;
    this.#target = target;
  }

  write(layers: readonly WrittenLayer[], lineTypes: LineTypeNames, box: ExtentBox | null): void {
    const out = this.#out;
    out.text(0, 'SECTION');
    out.text(2, 'TABLES');
    this.#viewport(box);
    const patterns = this.#target.modern ? ['ByBlock', 'ByLayer', 'Continuous'] : ['CONTINUOUS'];
    this.#table('LTYPE', HANDLE.lineTypeTable, [...patterns, ...lineTypes.names], (name, handle) => {
      this.#record('LTYPE', 'AcDbLinetypeTableRecord', handle, name, HANDLE.lineTypeTable);
      // A job has no line patterns: the name is kept, drawn as a solid line.
      out.groups(3, '');
      out.integer(72, 65);
      out.integer(73, 0);
      out.number(40, 0);
    });
    this.#table('LAYER', HANDLE.layerTable, layers, (layer, handle) => this.#layer(layer, handle, lineTypes));
    this.#table('STYLE', HANDLE.styleTable, ['Standard'], (name, handle) => {
      this.#record('STYLE', 'AcDbTextStyleTableRecord', handle, name, HANDLE.styleTable);
      out.groups(40, 0, 41, 1, 50, 0);
      out.integer(71, 0);
      out.number(42, 1);
      out.groups(3, 'txt', 4, '');
    });
    this.#table('VIEW', HANDLE.viewTable, [], () => {});
    this.#table('UCS', HANDLE.ucsTable, [], () => {});
    const described = layers.some(({ layer }) => layer.description !== '');
    this.#table('APPID', HANDLE.appIdTable, described ? ['ACAD', LAYER_STANDARD] : ['ACAD'], (name, handle) =>
      this.#record('APPID', 'AcDbRegAppTableRecord', handle, name, HANDLE.appIdTable),
    );
    if (this.#target.modern) {
      this.#dimensionStyles();
      this.#blockRecords();
    }
    out.text(0, 'ENDSEC');
  }

  #table<T>(name: string, handle: number, records: readonly T[], write: (record: T, handle: number) => void): void {
    this.#open(name, handle, records.length);
    for (const record of records) write(record, this.#target.modern ? this.#out.nextHandle() : 0);
    this.#out.text(0, 'ENDTAB');
  }

  #open(name: string, handle: number, count: number): void {
    const out = this.#out;
    out.text(0, 'TABLE');
    out.text(2, name);
    if (this.#target.modern) {
      out.handle(5, handle);
      out.handle(330, 0);
      out.text(100, 'AcDbSymbolTable');
    }
    out.integer(70, count);
    if (name === 'DIMSTYLE') out.text(100, 'AcDbDimStyleTable');
  }

  #record(type: string, subclass: string, handle: number, name: string, owner: number, flags = 0): void {
    const out = this.#out;
    out.text(0, type);
    if (this.#target.modern) {
      out.handle(type === 'DIMSTYLE' ? 105 : 5, handle);
      out.handle(330, owner);
      out.text(100, 'AcDbSymbolTableRecord');
      out.text(100, subclass);
    }
    out.text(2, name);
    if (type !== 'BLOCK_RECORD') out.integer(70, flags);
  }

  #layer({ name, layer }: WrittenLayer, handle: number, lineTypes: LineTypeNames): void {
    const out = this.#out;
    this.#record('LAYER', 'AcDbLayerTableRecord', handle, name, HANDLE.layerTable, layer.locked ? 4 : 0);
    const index = layer.colour < 0 ? DEFAULT_COLOUR : nearestIndex(layer.colour);
    // A negative colour switches the layer off.
    out.integer(62, layer.visible ? index : -index);
    if (this.#target.trueColour && layer.colour >= 0 && colourOfIndex(index) !== layer.colour)
      out.integer(420, layer.colour);
    out.text(6, lineTypes.ofLayer(layer.lineType));
    if (this.#target.modern) {
      out.integer(370, layer.lineWeight < 0 ? -3 : nearestWeight(layer.lineWeight));
    }
    if (layer.description === '') return;
    // AutoCAD stores the description of a layer after an empty text.
    out.text(1001, LAYER_STANDARD);
    out.text(1000, '');
    out.text(1000, escapeText(piecesOf(layer.description, LONGEST_DESCRIPTION)[0]!));
  }

  /** A view of everything, so that the drawing is visible when it is opened. */
  #viewport(box: ExtentBox | null): void {
    const out = this.#out;
    const { minEasting, minNorthing, maxEasting, maxNorthing } = box ?? {
      minEasting: 0,
      minNorthing: 0,
      maxEasting: 1,
      maxNorthing: 1,
    };
    this.#table('VPORT', HANDLE.viewportTable, ['*ACTIVE'], (name, handle) => {
      this.#record('VPORT', 'AcDbViewportTableRecord', handle, name, HANDLE.viewportTable);
      out.groups(10, 0, 20, 0, 11, 1, 21, 1);
      out.groups(12, (minEasting + maxEasting) / 2, 22, (minNorthing + maxNorthing) / 2);
      out.groups(13, 0, 23, 0, 14, 1, 24, 1, 15, 1, 25, 1, 16, 0, 26, 0, 36, 1, 17, 0, 27, 0, 37, 0);
      out.number(40, Math.max(maxNorthing - minNorthing, (maxEasting - minEasting) / 1.5, 1e-6) * 1.05);
      out.groups(41, 1.5, 42, 50, 43, 0, 44, 0, 50, 0, 51, 0);
      for (const [code, value] of [
        [71, 0],
        [72, 100],
        [73, 1],
        [74, 3],
        [75, 0],
        [76, 0],
        [77, 0],
        [78, 0],
      ] as const)
        out.integer(code, value);
    });
  }

  #dimensionStyles(): void {
    this.#table('DIMSTYLE', HANDLE.dimStyleTable, ['Standard'], (name, handle) =>
      this.#record('DIMSTYLE', 'AcDbDimStyleTableRecord', handle, name, HANDLE.dimStyleTable),
    );
  }

  #blockRecords(): void {
    const out = this.#out;
    const records = [
      ['*Model_Space', HANDLE.modelRecord, HANDLE.modelLayout],
      ['*Paper_Space', HANDLE.paperRecord, HANDLE.paperLayout],
      [POINT_BLOCK, HANDLE.pointRecord, 0],
    ] as const;
    this.#open('BLOCK_RECORD', HANDLE.blockRecordTable, records.length);
    for (const [name, handle, layout] of records) {
      out.text(0, 'BLOCK_RECORD');
      out.handle(5, handle);
      if (name === '*Model_Space' && this.#target.geodata) {
        out.text(102, '{ACAD_XDICTIONARY');
        out.handle(360, HANDLE.modelExtension);
        out.text(102, '}');
      }
      out.handle(330, HANDLE.blockRecordTable);
      out.text(100, 'AcDbSymbolTableRecord');
      out.text(100, 'AcDbBlockTableRecord');
      out.text(2, name);
      out.handle(340, layout);
    }
    out.text(0, 'ENDTAB');
  }
}
