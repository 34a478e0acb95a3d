import { IdTable } from './id-table.ts';

/** Vertices and triangles that there is room for at first. */
const FIRST_CAPACITY = 1024;

/** A triangulation that grows: points by their number, faces by the numbers of their points. */
export class Tin {
  /** Points without a number or three coordinates. */
  badPoints = 0;
  /** Faces that do not name three points. */
  badFaces = 0;
  readonly #scale: number;
  readonly #ids = new IdTable();
  #coordinates = new Float64Array(3 * FIRST_CAPACITY);
  #vertexCount = 0;
  #triangles = new Int32Array(3 * FIRST_CAPACITY);
  #triangleCount = 0;

  /** @param scale factor from the file's lengths to the job's unit */
  constructor(scale: number) {
    this.#scale = scale;
  }

  vertices(): Float64Array {
    return this.#coordinates.slice(0, 3 * this.#vertexCount);
  }

  triangles(): Int32Array {
    return this.#triangles.slice(0, 3 * this.#triangleCount);
  }

  /** Adds a point; false when it is none. @param numbers northing, easting, elevation @param count how many there were */
  addPoint(id: number, numbers: Float64Array, count: number): boolean {
    if (!Number.isSafeInteger(id) || count !== 3) {
      this.badPoints++;
      return false;
    }
    this.#ids.add(id);
    const at = 3 * this.#vertexCount++;
    if (at === this.#coordinates.length) {
      const grown = new Float64Array(2 * at);
      grown.set(this.#coordinates);
      this.#coordinates = grown;
    }
    this.#coordinates[at] = numbers[1]! * this.#scale;
    this.#coordinates[at + 1] = numbers[0]! * this.#scale;
    this.#coordinates[at + 2] = numbers[2]! * this.#scale;
    return true;
  }

  /** Adds a face of three points, or of four as two triangles. @param numbers the points' numbers @param count how many */
  addFace(numbers: Float64Array, count: number): void {
    const a = this.#ids.find(numbers[0]!);
    const b = this.#ids.find(numbers[1]!);
    const c = this.#ids.find(numbers[2]!);
    const d = count === 4 ? this.#ids.find(numbers[3]!) : 0;
    if ((count !== 3 && count !== 4) || a < 0 || b < 0 || c < 0 || d < 0) {
      this.badFaces++;
      return;
    }
    this.#addTriangle(a, b, c);
    if (count === 4) this.#addTriangle(a, c, d);
  }

  /** Adds a triangle, turned counter-clockwise seen from above. */
  #addTriangle(first: number, second: number, third: number): void {
    const c = this.#coordinates;
    const easting = c[3 * first]!;
    const northing = c[3 * first + 1]!;
    const area =
      (c[3 * second]! - easting) * (c[3 * third + 1]! - northing) -
      (c[3 * third]! - easting) * (c[3 * second + 1]! - northing);
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
}
