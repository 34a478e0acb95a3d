import type { PlanPlace } from '../../core/issues/issue.ts';
import type { LeafRun } from '../../kit/xml/repeat.ts';
import { IdTable } from './id-table.ts';

/** Initial capacity for vertices and triangles. */
const FIRST_CAPACITY = 1024;
/**
 * From this many on, memory for the expected number is allocated at once, because doubling copies and touches memory
 * again.
 */
const ENOUGH_TO_GUESS = 1 << 16;
/** Largest factor by which an array grows at once: the estimate may be wrong, and a file may lie. */
const MOST_GROWTH = 8;
/** An array that is used less than this is copied to its size; pages beyond the used part were never touched. */
const LEAST_USED = 1 / 4;

/** A growing triangulation: points by number, faces by the numbers of their points. */
export class Tin {
  /** Points without a number or three coordinates. */
  badPoints = 0;
  /** Where the first of them is, if it says so. */
  badPointAt: PlanPlace | undefined;
  /** Faces that do not refer to three points. */
  badFaces = 0;
  /** A point of the first of them that has one. */
  badFaceAt: PlanPlace | undefined;
  readonly #scale: number;
  readonly #expected: (soFar: number) => number;
  readonly #ids = new IdTable();
  #coordinates = new Float64Array(3 * FIRST_CAPACITY);
  #vertexCount = 0;
  #triangles = new Int32Array(3 * FIRST_CAPACITY);
  #triangleCount = 0;

  /**
   * @param scale factor from the file's lengths to the job's unit
   * @param expected estimates the number of points or faces from the number so far
   */
  constructor(scale: number, expected: (soFar: number) => number) {
    this.#scale = scale;
    this.#expected = expected;
  }

  /** Easting, northing, elevation triples; ends the triangulation. */
  vertices(): Float64Array {
    const { length } = this.#coordinates;
    const used = 3 * this.#vertexCount;
    return used < length * LEAST_USED ? this.#coordinates.slice(0, used) : this.#coordinates.subarray(0, used);
  }

  /** Vertex indices, three per triangle; ends the triangulation. */
  triangles(): Int32Array {
    const { length } = this.#triangles;
    const used = 3 * this.#triangleCount;
    return used < length * LEAST_USED ? this.#triangles.slice(0, used) : this.#triangles.subarray(0, used);
  }

  /**
   * Adds a point; false if it is invalid.
   * @param numbers northing, easting, elevation from `at` on
   * @param count how many there were
   */
  addPoint(id: number, numbers: Float64Array, count: number, at = 0): boolean {
    const finite = Number.isFinite(numbers[at]! + numbers[at + 1]! + numbers[at + 2]!);
    if (!Number.isSafeInteger(id) || count !== 3 || !finite) {
      this.badPoints++;
      if (count > 1)
        this.badPointAt ??= { easting: numbers[at + 1]! * this.#scale, northing: numbers[at]! * this.#scale };
      return false;
    }
    this.#ids.add(id);
    const place = 3 * this.#vertexCount++;
    if (place === this.#coordinates.length) {
      const grown = new Float64Array(3 * this.#roomFor(place / 3));
      grown.set(this.#coordinates);
      this.#coordinates = grown;
    }
    this.#coordinates[place] = numbers[at + 1]! * this.#scale;
    this.#coordinates[place + 1] = numbers[at]! * this.#scale;
    this.#coordinates[place + 2] = numbers[at + 2]! * this.#scale;
    return true;
  }

  /** Adds the points of a run of elements. @param length of the run @returns the number of valid points */
  addPoints({ ids, counts, numbers, size }: LeafRun, length: number): number {
    const before = this.#vertexCount;
    for (let i = 0; i < length; i++) this.addPoint(ids[i]!, numbers, counts[i]!, size * i);
    return this.#vertexCount - before;
  }

  /**
   * Adds a face of three points, or of four as two triangles.
   * @param numbers the points' numbers from `at` on
   * @param count how many
   */
  addFace(numbers: Float64Array, count: number, at = 0): void {
    const a = this.#ids.find(numbers[at]!);
    const b = this.#ids.find(numbers[at + 1]!);
    const c = this.#ids.find(numbers[at + 2]!);
    const d = count === 4 ? this.#ids.find(numbers[at + 3]!) : 0;
    if ((count !== 3 && count !== 4) || a < 0 || b < 0 || c < 0 || d < 0) {
      this.badFaces++;
      for (let i = 0; i < Math.min(count, 3); i++) this.badFaceAt ??= this.placeOf(numbers[at + i]!);
      return;
    }
    this.#addTriangle(a, b, c);
    if (count === 4) this.#addTriangle(a, c, d);
  }

  /** Adds the faces of a run of elements. @param length of the run */
  addFaces({ counts, numbers, size }: LeafRun, length: number): void {
    for (let i = 0; i < length; i++) this.addFace(numbers, counts[i]!, size * i);
  }

  /** Where the point of a number is. */
  placeOf(id: number): PlanPlace | undefined {
    return this.#placeAt(this.#ids.find(id));
  }

  /** Where its first point is. */
  first(): PlanPlace | undefined {
    return this.#placeAt(this.#vertexCount > 0 ? 0 : -1);
  }

  #placeAt(found: number): PlanPlace | undefined {
    if (found < 0) return undefined;
    return { easting: this.#coordinates[3 * found]!, northing: this.#coordinates[3 * found + 1]! };
  }

  /** Adds a triangle, counter-clockwise seen from above. */
  #addTriangle(first: number, second: number, third: number): void {
    const c = this.#coordinates;
    const easting = c[3 * first]!;
    const northing = c[3 * first + 1]!;
    const area =
      (c[3 * second]! - easting) * (c[3 * third + 1]! - northing) -
      (c[3 * third]! - easting) * (c[3 * second + 1]! - northing);
    const at = 3 * this.#triangleCount++;
    if (at === this.#triangles.length) {
      const grown = new Int32Array(3 * this.#roomFor(at / 3));
      grown.set(this.#triangles);
      this.#triangles = grown;
    }
    this.#triangles[at] = first;
    this.#triangles[at + 1] = area < 0 ? third : second;
    this.#triangles[at + 2] = area < 0 ? second : third;
  }

  /** The capacity to allocate when `count` elements fill the array. */
  #roomFor(count: number): number {
    if (count < ENOUGH_TO_GUESS) return 2 * count;
    return Math.min(Math.max(Math.ceil(1.5 * count), this.#expected(count)), MOST_GROWTH * count);
  }
}
