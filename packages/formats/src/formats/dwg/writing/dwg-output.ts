import type { Feature, Path } from '@fieldbridge/fieldjob';
import { POINT_BLOCK, TAG } from '../../../kit/cad/point-block.ts';
import type { DrawingHead, DrawingOutput, Georeference, TextPlace } from '../../dxf/writing/drawing-output.ts';
import type { HatchPattern } from '../../dxf/writing/hatch-pattern.ts';
import { DEFINED } from '../../dxf/writing/point-block.ts';
import type { Target } from '../../dxf/writing/versions.ts';
import { ARC, CIRCLE } from '../entities/curves.ts';
import { POINT } from '../entities/linear.ts';
import { R2004 } from '../file/releases.ts';
import { SPACE } from '../object/common-entity.ts';
import { type WrittenBlock, writeBlocks } from './blocks.ts';
import type { DwgFile } from './dwg-file.ts';
import { writeFace, writeHatch, writeLine, writeLwPolyline } from './entities.ts';
import { EntityChain, type Handles, type Links, MARK } from './entity-chain.ts';
import { writeFields } from './fields.ts';
import { HandleList } from './handle-list.ts';
import { HANDLE } from './handles.ts';
import { ObjectWriter, REFERENCE } from './object-writer.ts';
import { writeObjects } from './objects.ts';
import { TableWriter } from './tables.ts';
import { escapePercents, writeAttribute, writeMtext, writeTextFields } from './texts.ts';
import { TYPE } from './types.ts';

const { owner, pointer, softPointer } = REFERENCE;
const CLOSED = 1;
/** Flag of a vertex of a 3D polyline. */
const VERTEX = 32;
const UNPLACED: TextPlace = {
  easting: 0,
  northing: 0,
  elevation: 0,
  height: 1,
  rotation: 0,
  across: 0,
  upright: 0,
  fit: 0,
  letterWidth: 1,
};

/** Opens a file for a drawing, when its head is known. */
export type OpenFile = (head: DrawingHead, layerZero: number) => DwgFile;

/** Writes a drawing as DWG. */
export class DwgOutput implements DrawingOutput {
  readonly target: Target;
  /** Lines and triangles with an elevation at only some positions; the others are written at 0. */
  halfKnown = 0;
  readonly #release: number;
  readonly #open: OpenFile;
  readonly #numbers: Handles = { next: HANDLE.firstFree };
  /** Writers of entities in model space and of their parts. */
  readonly #to: ObjectWriter;
  readonly #part: ObjectWriter;
  readonly #pointReferences = new HandleList();
  readonly #lineTypes = new Map<string, number>();
  readonly #place: TextPlace = { ...UNPLACED };
  #layerHandles: number[] = [];
  #links: Links = { layers: [], lineType: () => 0 };
  #head!: DrawingHead;
  #file: DwgFile | undefined;
  #model!: EntityChain;

  constructor(release: number, target: Target, open: OpenFile) {
    this.#release = release;
    this.target = target;
    this.#open = open;
    this.#to = new ObjectWriter(release);
    this.#part = new ObjectWriter(release);
  }

  /** Texts that were too long for a DWG. */
  get textsCut(): number {
    return this.#to.textsCut + this.#part.textsCut;
  }

  begin(head: DrawingHead): void {
    const numbers = this.#numbers;
    this.#head = head;
    this.#layerHandles = head.layers.map(() => numbers.next++);
    for (const name of head.lineTypes.names) this.#lineTypes.set(name, numbers.next++);
    this.#links = {
      layers: this.#layerHandles,
      lineType: (name) => this.#lineTypes.get(head.lineTypes.of(name)) ?? HANDLE.continuous,
    };
    this.#file = this.#open(head, this.#layerHandles[head.zero]!);
    this.#model = new EntityChain(this.#to, this.#file.objects, this.#links, numbers, SPACE.model);
  }

  point(layer: number, feature: Feature, e: number, n: number, z: number): void {
    this.#model.open(TYPE.point, layer, feature, markOf(z));
    writeFields(POINT, this.#to, e, n, known(z));
  }

  pointReference(
    layer: number,
    feature: Feature,
    e: number,
    n: number,
    z: number,
    attributes: readonly string[],
  ): void {
    const to = this.#to;
    const { data } = to;
    const handle = this.#model.open(TYPE.insert, layer, feature);
    this.#pointReferences.add(handle);
    data.triple(e, n, known(z));
    // Scales of 1.
    data.pair(3);
    data.bitDouble(0);
    data.triple(0, 0, 1);
    data.flag(true);
    to.refer(pointer, HANDLE.pointRecord);
    this.#parts(handle, layer, attributes.length / 2, (parts, i) => {
      parts.open(TYPE.attribute, layer);
      const tag = attributes[2 * i]!;
      writeAttribute(this.#part, this.#beside(e, n, known(z)), tag, attributes[2 * i + 1]!, tag !== TAG.name);
    });
  }

  line(layer: number, feature: Feature, ends: Float64Array): void {
    const stated = Number(!Number.isNaN(ends[2]!)) + Number(!Number.isNaN(ends[5]!));
    if (stated === 1) this.halfKnown++;
    this.#model.open(TYPE.line, layer, feature, stated === 0 ? MARK.unknown : MARK.none);
    writeLine(this.#to, ends);
  }

  circle(layer: number, feature: Feature, e: number, n: number, z: number, radius: number): void {
    this.#model.open(TYPE.circle, layer, feature, markOf(z));
    writeFields(CIRCLE, this.#to, e, n, known(z), radius);
  }

  arc(
    layer: number,
    feature: Feature,
    e: number,
    n: number,
    z: number,
    radius: number,
    start: number,
    end: number,
  ): void {
    this.#model.open(TYPE.arc, layer, feature, markOf(z));
    writeFields(ARC, this.#to, e, n, known(z), radius, start, end);
  }

  polyline(layer: number, feature: Feature, path: Path, elevation: number, width: number): void {
    // An elevation of 0 is not stated, so it must be said that it is known.
    this.#model.open(TYPE.lwPolyline, layer, feature, elevation === 0 ? MARK.known : MARK.none);
    writeLwPolyline(this.#to, path, known(elevation), width);
  }

  polyline3d(layer: number, feature: Feature, path: Path): void {
    const { data } = this.#to;
    const handle = this.#model.open(TYPE.polyline3d, layer, feature);
    data.byte(0);
    data.byte(path.closed ? CLOSED : 0);
    const c = path.coordinates;
    this.#parts(handle, layer, path.count, (parts, i) => {
      parts.open(TYPE.vertex3d, layer);
      this.#part.data.byte(VERTEX);
      this.#part.data.triple(c[3 * i]!, c[3 * i + 1]!, known(c[3 * i + 2]!));
    });
  }

  hatch(layer: number, feature: Feature, path: Path, elevation: number, pattern: HatchPattern): void {
    this.#model.open(TYPE.hatch, layer, feature);
    writeHatch(this.#to, path, known(elevation), pattern);
  }

  face(layer: number, vertices: Float64Array, a: number, b: number, c: number): void {
    let stated = 0;
    for (const vertex of [a, b, c]) if (!Number.isNaN(vertices[3 * vertex + 2]!)) stated++;
    if (stated === 1 || stated === 2) this.halfKnown++;
    this.#model.open(TYPE.face, layer, undefined, stated === 0 ? MARK.unknown : MARK.none);
    writeFace(this.#to, vertices, a, b, c);
  }

  text(layer: number, feature: Feature, place: TextPlace, text: string): void {
    this.#model.open(TYPE.text, layer, feature, markOf(place.elevation));
    writeTextFields(this.#to, place, escapePercents(text));
  }

  paragraph(layer: number, feature: Feature, place: TextPlace, width: number, attachment: number, text: string): void {
    this.#model.open(TYPE.mtext, layer, feature, markOf(place.elevation));
    writeMtext(this.#to, place, width, attachment, escapePercents(text));
  }

  end(georeference: Georeference | undefined): void {
    this.#model.end();
    const { layers, lineTypes, box, zero } = this.#head;
    const { objects } = this.#file!;
    const to = this.#to;
    const definitions = this.#pointDefinition();
    new TableWriter(to, objects).write({
      layers,
      layerHandles: this.#layerHandles,
      lineTypes: this.#lineTypes,
      lineTypeOf: ({ layer }) => this.#lineTypes.get(lineTypes.ofLayer(layer.lineType)) ?? HANDLE.continuous,
      box,
      hasMarks: this.#model.hasMarks,
    });
    const space = { extension: 0, hasAttributes: false, entities: new HandleList(), references: new HandleList() };
    const blocks: WrittenBlock[] = [
      {
        ...space,
        ...{ name: '*Model_Space', handle: HANDLE.modelRecord, begin: HANDLE.modelBegin, end: HANDLE.modelEnd },
        ...{ space: SPACE.model, layout: HANDLE.modelLayout, entities: this.#model.handles },
        extension: georeference === undefined ? 0 : HANDLE.modelExtension,
      },
      {
        ...space,
        ...{ name: '*Paper_Space', handle: HANDLE.paperRecord, begin: HANDLE.paperBegin, end: HANDLE.paperEnd },
        ...{ space: SPACE.paper, layout: HANDLE.paperLayout },
      },
      {
        ...space,
        ...{ name: POINT_BLOCK, handle: HANDLE.pointRecord, begin: HANDLE.pointBegin, end: HANDLE.pointEnd },
        ...{ space: SPACE.owner, layout: 0, hasAttributes: true },
        ...{ entities: definitions, references: this.#pointReferences },
      },
    ];
    writeBlocks(blocks, to, objects, this.#links, zero);
    writeObjects(to, objects, georeference, box);
  }

  /** Ends the file. @throws the operating system's error when it could not be written */
  async finish(): Promise<void> {
    await this.#file!.finish();
  }

  abandon(): void {
    this.#file?.abandon();
  }

  /** The place of a name beside a point. */
  #beside(e: number, n: number, z: number): TextPlace {
    const place = this.#place;
    place.height = this.#head.textHeight;
    place.easting = e + place.height / 2;
    place.northing = n + place.height / 2;
    place.elevation = z;
    return place;
  }

  /** The parts of an entity, and the end of their sequence; the entity's data and references are at those of them. */
  #parts(entity: number, layer: number, count: number, write: (parts: EntityChain, index: number) => void): void {
    const to = this.#to;
    const { objects } = this.#file!;
    const parts = new EntityChain(this.#part, objects, this.#links, this.#numbers, SPACE.owner, entity);
    for (let i = 0; i < count; i++) write(parts, i);
    parts.end();
    const { handles } = parts;
    const last = new EntityChain(this.#part, objects, this.#links, this.#numbers, SPACE.owner, entity);
    const end = last.open(TYPE.sequenceEnd, layer);
    last.end();
    if (this.#release >= R2004) {
      to.data.bitLong(count);
      for (let i = 0; i < count; i++) to.refer(owner, handles.at(i));
    } else for (const i of [0, count - 1]) to.refer(softPointer, handles.at(i));
    to.refer(owner, end);
  }

  /** The contents of the block that represents points: a POINT and definitions of its attributes. */
  #pointDefinition(): HandleList {
    const { zero } = this.#head;
    const to = this.#part;
    const block = new EntityChain(to, this.#file!.objects, this.#links, this.#numbers, SPACE.owner, HANDLE.pointRecord);
    block.open(TYPE.point, zero);
    writeFields(POINT, to, 0, 0, 0);
    for (const [tag, prompt] of DEFINED) {
      block.open(TYPE.attributeDefinition, zero);
      writeAttribute(to, this.#beside(0, 0, 0), tag, '', tag !== TAG.name, prompt);
    }
    block.end();
    return block.handles;
  }
}

/** An elevation as a DWG holds it. */
function known(z: number): number {
  return Number.isNaN(z) ? 0 : z;
}

function markOf(z: number): number {
  return Number.isNaN(z) ? MARK.unknown : MARK.none;
}
