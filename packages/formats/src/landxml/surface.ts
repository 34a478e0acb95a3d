import { type SurfaceLine, surfaceOf } from '@fieldbridge/fieldjob';
import { readNumbers, readTuple } from '../xml/number-list.ts';
import { IdTable } from './id-table.ts';
import type { Scope } from './scope.ts';

/** Vertices and triangles that there is room for at first. */
const FIRST_CAPACITY = 1024;
/** Elements after which it is asked whether to give way. */
const STRIDE = 256;
const KINDS = { Breakline: 'brkType', Boundary: 'bndType' } as const;

/** Reads a surface. Triangles are turned counter-clockwise; faces marked invisible and those without their points are left out. */
export async function readSurface(scope: Scope): Promise<void> {
  const { scanner } = scope.document;
  scope.found('Surface');
  const name = scanner.attributes.get('name') ?? '';
  const description = scanner.attributes.get('desc') ?? '';
  const reader = new SurfaceReader(scope, name);
  await scope.document.children((child) => {
    if (child === 'Definition') return reader.definition();
    if (child === 'SourceData') return reader.sourceData();
  });
  reader.report();
  const { breaklines, boundaries } = reader;
  scope.sink.surface(surfaceOf(name, reader.vertices(), reader.triangles(), { description, breaklines, boundaries }));
}

class SurfaceReader {
  readonly breaklines: SurfaceLine[] = [];
  readonly boundaries: SurfaceLine[] = [];
  readonly #scope: Scope;
  readonly #name: string;
  readonly #ids = new IdTable();
  #coordinates = new Float64Array(3 * FIRST_CAPACITY);
  #vertexCount = 0;
  #triangles = new Int32Array(3 * FIRST_CAPACITY);
  #triangleCount = 0;
  readonly #numbers = new Float64Array(4);
  #badPoints = 0;
  #invisible = 0;
  #badFaces = 0;

  constructor(scope: Scope, name: string) {
    this.#scope = scope;
    this.#name = name;
  }

  vertices(): Float64Array {
    return this.#coordinates.slice(0, 3 * this.#vertexCount);
  }

  triangles(): Int32Array {
    return this.#triangles.slice(0, 3 * this.#triangleCount);
  }

  /** Reports, once each, what was left out. */
  report(): void {
    const say = (code: string, count: number, what: string, severity: 'note' | 'warning'): void => {
      if (count > 0) this.#scope.document.report(code, severity, `surface "${this.#name}": ${count} ${what}`);
    };
    say(
      'surface-point-unreadable',
      this.#badPoints,
      'points without a number or three coordinates were left out',
      'warning',
    );
    say(
      'face-without-point',
      this.#badFaces,
      'faces that do not name three points of the surface were left out',
      'warning',
    );
    say('face-invisible', this.#invisible, 'faces that are marked invisible were left out', 'note');
  }

  async definition(): Promise<void> {
    const kind = this.#scope.document.scanner.attributes.get('surfType') ?? 'TIN';
    if (kind.toUpperCase() !== 'TIN') {
      this.#scope.document.report(
        'surface-kind',
        'warning',
        `surface "${this.#name}" is of the kind "${kind}"; its faces were read as triangles`,
      );
    }
    await this.#scope.document.children((child) => {
      if (child === 'Pnts') return this.#each(() => this.#point());
      if (child === 'Faces') return this.#each(() => this.#face());
    });
  }

  /** Calls `read` for each child of the current element; it leaves the child behind. The loop that large files spend their time in. */
  async #each(read: () => void): Promise<void> {
    const { document } = this.#scope;
    const depth = document.scanner.depth;
    for (let i = 1; document.toChild(depth); i++) {
      read();
      if (i % STRIDE === 0 && document.due) await document.breathe();
    }
  }

  #point(): void {
    const { scanner } = this.#scope.document;
    const { attributes } = scanner;
    const place = attributes.find('id');
    const id = place < 0 ? Number.NaN : attributes.number(place, scanner.bytes);
    const count = readTuple(scanner, this.#numbers);
    if (!Number.isSafeInteger(id) || count !== 3) {
      this.#badPoints++;
      return;
    }
    this.#scope.spend(1);
    this.#ids.add(id);
    const { scale } = this.#scope;
    const at = 3 * this.#vertexCount++;
    if (at === this.#coordinates.length) {
      const grown = new Float64Array(2 * at);
      grown.set(this.#coordinates);
      this.#coordinates = grown;
    }
    this.#coordinates[at] = this.#numbers[1]! * scale;
    this.#coordinates[at + 1] = this.#numbers[0]! * scale;
    this.#coordinates[at + 2] = this.#numbers[2]! * scale;
  }

  #face(): void {
    const { scanner } = this.#scope.document;
    const { attributes } = scanner;
    const hidden = attributes.length > 0 && attributes.get('i') === '1';
    const count = readTuple(scanner, this.#numbers);
    if (hidden) {
      this.#invisible++;
      return;
    }
    const a = this.#ids.find(this.#numbers[0]!);
    const b = this.#ids.find(this.#numbers[1]!);
    const c = this.#ids.find(this.#numbers[2]!);
    const d = count === 4 ? this.#ids.find(this.#numbers[3]!) : 0;
    if ((count !== 3 && count !== 4) || a < 0 || b < 0 || c < 0 || d < 0) {
      this.#badFaces++;
      return;
    }
    this.#triangle(a, b, c);
    if (count === 4) this.#triangle(a, c, d);
  }

  #triangle(first: number, second: number, third: number): void {
    const c = this.#coordinates;
    const [e, n] = [c[3 * first]!, c[3 * first + 1]!];
    const area = (c[3 * second]! - e) * (c[3 * third + 1]! - n) - (c[3 * third]! - e) * (c[3 * second + 1]! - n);
    const at = 3 * this.#triangleCount++;
    if (at === this.#triangles.length) {
      const grown = new Int32Array(2 * at);
      grown.set(this.#triangles);
      this.#triangles = grown;
    }
    this.#triangles[at] = first;
    this.#triangles[at + 1] = area < 0 ? third : second;
    this.#triangles[at + 2] = area < 0 ? second : third;
  }

  /** Reads breaklines and boundaries; what the surface was computed from otherwise is counted. */
  sourceData(): Promise<void> {
    const { document } = this.#scope;
    return document.children((child) => {
      if (child !== 'Breaklines' && child !== 'Boundaries') return this.#scope.notRead(child);
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
    let bad: string | undefined;
    document.eachChild((child) => {
      if (child !== 'PntList3D' && child !== 'PntList2D') return;
      const size = child === 'PntList3D' ? 3 : 2;
      const list = readNumbers(document.scanner, this.#scope.budget * size);
      if (list.bad !== undefined || list.numbers.length % size !== 0) bad ??= list.bad ?? 'an odd list';
      else parts.push(turned(list.numbers, size, scale));
    });
    if (bad !== undefined || parts.length === 0) {
      const text = `a ${element.toLowerCase()} of surface "${this.#name}" has ${bad ?? 'no points'} and was left out`;
      this.#scope.skipped(element, 'geometry-damaged', text);
      return;
    }
    for (const coordinates of parts) {
      this.#scope.spend(coordinates.length / 3);
      lines.push({ ...head, coordinates });
    }
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
