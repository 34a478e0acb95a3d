/** Arrays that are made one after another in the same memory: new memory takes as long as everything else. */
export class Room<T extends Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array> {
  #array: T;

  /** @param array to begin with */
  constructor(array: T) {
    this.#array = array;
  }

  /** An array with undefined content; the previous one must not be used any more. */
  take(length: number): T {
    if (length > this.#array.length) {
      const make = this.#array.constructor as new (length: number) => T;
      this.#array = new make(length + (length >> 1));
    }
    return this.#array.subarray(0, length) as T;
  }
}
