import { type SurfaceLine, surfaceOf } from '@fieldbridge/fieldjob';
import type { Issue, PlanPlace } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { ClausesOf } from '../../core/issues/sentence.ts';
import { readNode } from '../../kit/xml/node.ts';
import { readNumbers, readTuple } from '../../kit/xml/number-list.ts';
import { LeafRun } from '../../kit/xml/repeat.ts';
import { placeOf } from './positions.ts';
import { inFeatures, type Part, propertiesOf } from './properties.ts';
import type { Scope } from './scope.ts';
import { Tin } from './tin.ts';

type GeometryFault = ClausesOf<'geometry-damaged'>;

/** Most corners of a face. */
const MOST_CORNERS = 4;
const KINDS = { Breakline: 'brkType', Boundary: 'bndType' } as const;

/** Reads a surface. Triangles become counter-clockwise; invisible faces and those with missing points are left out. */
export async function readSurface(scope: Scope): Promise<void> {
  const { scanner } = scope.document;
  scope.found('Surface');
  const name = scanner.attributes.get('name') ?? '';
  const description = scanner.attributes.get('desc') ?? '';
  const reader = new SurfaceReader(scope, name);
  await scope.document.children((child) => {
    if (child === 'Definition') return reader.definition();
    if (child === 'SourceData') return reader.sourceData();
    if (child === 'Feature') return reader.properties();
    scope.notRead(child);
  });
  reader.report();
  const { breaklines, boundaries, attributes, tin } = reader;
  const rest = { description, breaklines, boundaries, attributes };
  scope.sink.surface(surfaceOf(name, tin.vertices(), tin.triangles(), rest));
}

class SurfaceReader {
  readonly breaklines: SurfaceLine[] = [];
  readonly boundaries: SurfaceLine[] = [];
  readonly attributes: string[] = [];
  readonly #scope: Scope;
  readonly #name: string;
  readonly tin: Tin;
  readonly #numbers = new Float64Array(MOST_CORNERS);
  readonly #run = new LeafRun(MOST_CORNERS);
  #invisible = 0;
  #invisibleAt: PlanPlace | undefined;
  /** Reported once it is known where the surface is. */
  #otherKind: Issue | undefined;
  /** Where the current list of points or faces begins in the file. */
  #listStart = 0;

  constructor(scope: Scope, name: string) {
    this.#scope = scope;
    this.#name = name;
    scope.document.about = { kind: 'surface', name };
    this.tin = new Tin(scope.scale, (soFar) => this.#expected(soFar));
  }

  /** Expected size of a list if the rest of the file consists of elements of the same average length. */
  #expected(soFar: number): number {
    const { size, scanner } = this.#scope.document;
    const bytes = scanner.consumed - this.#listStart;
    return bytes <= 0 ? 0 : soFar + Math.ceil((soFar / bytes) * (size - scanner.consumed));
  }

  /** Reports the omissions, each code once. */
  report(): void {
    const { document } = this.#scope;
    const { badPoints, badPointAt, badFaces, badFaceAt } = this.tin;
    const omissions = [
      ['surface-point-unreadable', badPoints, badPointAt],
      ['face-without-point', badFaces, badFaceAt],
      ['face-invisible', this.#invisible, this.#invisibleAt],
    ] as const;
    for (const [code, count, at] of omissions)
      if (count > 0) document.report(issueOf(code, { count, surface: this.#name }, placeOf(at)));
    if (this.#otherKind !== undefined) document.report({ ...this.#otherKind, ...placeOf(this.tin.first()) });
  }

  async definition(): Promise<void> {
    const kind = this.#scope.document.scanner.attributes.get('surfType') ?? 'TIN';
    const { line } = this.#scope.document.scanner;
    if (kind.toUpperCase() !== 'TIN')
      this.#otherKind = issueOf('surface-kind', { surface: this.#name, kind }, { line });
    await this.#scope.document.children((child) => {
      if (child === 'Pnts') return this.#points();
      if (child === 'Faces') return this.#faces();
      if (child === 'Feature') return this.properties('Definition');
      this.#scope.notRead(child);
    });
  }

  /** Keeps the properties of the current `Feature`. @param part of the surface that it is in */
  properties(part?: Part): void {
    this.attributes.push(...propertiesOf(inFeatures(readNode(this.#scope.document.scanner)), part));
  }

  async #points(): Promise<void> {
    const { document } = this.#scope;
    const { scanner } = document;
    const depth = scanner.depth;
    const run = this.#run;
    this.#listStart = scanner.consumed;
    while (document.toChild(depth)) {
      const { attributes } = scanner;
      const place = attributes.find('id');
      const id = place < 0 ? Number.NaN : attributes.number(place, scanner.bytes);
      this.#point(id, readTuple(scanner, this.#numbers));
      if (attributes.length === 1 && place === 0) {
        for (let read = scanner.repeated(run); read > 0; read = scanner.repeated(run))
          this.#scope.spend(this.tin.addPoints(run, read));
      }
      if (document.due) await document.breathe();
    }
  }

  #point(id: number, count: number): void {
    if (this.tin.addPoint(id, this.#numbers, count)) this.#scope.spend(1);
  }

  async #faces(): Promise<void> {
    const { document } = this.#scope;
    const { scanner } = document;
    const depth = scanner.depth;
    const run = this.#run;
    this.#listStart = scanner.consumed;
    while (document.toChild(depth)) {
      const plain = scanner.attributes.length === 0;
      const hidden = !plain && scanner.attributes.get('i') === '1';
      const count = readTuple(scanner, this.#numbers);
      if (hidden) {
        this.#invisible++;
        if (count > 0) this.#invisibleAt ??= this.tin.placeOf(this.#numbers[0]!);
      } else this.tin.addFace(this.#numbers, count);
      if (plain)
        for (let read = scanner.repeated(run); read > 0; read = scanner.repeated(run)) this.tin.addFaces(run, read);
      if (document.due) await document.breathe();
    }
  }

  /** Reads breaklines and boundaries; other source data is counted. */
  sourceData(): Promise<void> {
    const { document } = this.#scope;
    return document.children((child) => {
      if (child !== 'Breaklines' && child !== 'Boundaries') return this.#scope.notRead(child, 'SourceData');
      return document.children((line) => {
        if (line === 'Breakline') this.#line(line, this.breaklines);
        else if (line === 'Boundary') this.#line(line, this.boundaries);
        else this.#scope.notRead(line);
      });
    });
  }

  #line(element: 'Breakline' | 'Boundary', lines: SurfaceLine[]): void {
    const { document, scale } = this.#scope;
    const { attributes } = document.scanner;
    this.#scope.found(element);
    const head = { name: attributes.get('name') ?? '', kind: attributes.get(KINDS[element]) ?? '' };
    const parts: Float64Array[] = [];
    let bad: GeometryFault | undefined;
    let first: PlanPlace | undefined;
    document.eachChild((child) => {
      if (child === 'Feature') this.#scope.notRead(child, element);
      if (child !== 'PntList3D' && child !== 'PntList2D') return;
      const size = child === 'PntList3D' ? 3 : 2;
      const list = readNumbers(document.scanner, this.#scope.budget * size);
      this.#scope.spend(Math.ceil(list.numbers.length / size));
      if (list.numbers.length > 1) first ??= { easting: list.numbers[1]! * scale, northing: list.numbers[0]! * scale };
      if (list.bad !== undefined) bad ??= { fault: 'not-a-number', word: list.bad };
      else if (list.numbers.length % size !== 0) bad ??= { fault: 'odd-list' };
      else if (!list.numbers.every(Number.isFinite)) bad ??= { fault: 'not-finite' };
      else parts.push(turned(list.numbers, size, scale));
    });
    if (bad !== undefined || parts.length === 0) {
      const what = `a ${element.toLowerCase()} of the surface "${this.#name}"`;
      const fault = { what, ...(bad ?? { fault: 'no-point' }) };
      this.#scope.skipped(element, issueOf('geometry-damaged', fault, placeOf(first)));
      return;
    }
    for (const coordinates of parts) lines.push({ ...head, coordinates });
  }
}

/** Northing, easting (, elevation) lists as easting, northing, elevation triples in the job's unit. */
export function turned(numbers: Float64Array, size: 2 | 3, scale: number): Float64Array {
  const count = numbers.length / size;
  const triples = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    triples[3 * i] = numbers[size * i + 1]! * scale;
    triples[3 * i + 1] = numbers[size * i]! * scale;
    triples[3 * i + 2] = size === 3 ? numbers[size * i + 2]! * scale : Number.NaN;
  }
  return triples;
}
