import type { ViewChunk } from '@fieldbridge/view-wire';
import type { Picture } from '../pictures.ts';
import { AT, Batch } from './context.ts';

/** Steps of the longest side: more than a picture has pixels. */
const STEPS = 2 ** 20;

/** A picture on the graphics card. */
interface Quad extends Pick<ViewChunk, 'head'> {
  readonly texture: WebGLTexture;
  readonly batch: Batch;
}

/** Uploads pictures when they are first drawn. Those of the job stay as long as the view, which limits their pixels. */
export class PictureQuads {
  readonly #gl: WebGL2RenderingContext;
  readonly #made = new WeakMap<Picture, Quad>();

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
  }

  of(picture: Picture): Quad {
    const known = this.#made.get(picture);
    if (known !== undefined) return known;
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture.bitmap);
    gl.generateMipmap(gl.TEXTURE_2D);
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
    for (const wrap of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, wrap, gl.CLAMP_TO_EDGE);
    gl.activeTexture(gl.TEXTURE0);
    const c = picture.bent ?? flat(picture.corners);
    const [easting, northing] = [c[0]!, c[1]!];
    const reach = Math.max(...c.map((value, i) => Math.abs(value - (i % 2 === 0 ? easting : northing))));
    const step = (reach || 1) / STEPS;
    const steps = Int32Array.from(c, (value, i) => Math.round((value - (i % 2 === 0 ? easting : northing)) / step));
    const batch = new Batch(gl)
      .integers(AT.at, steps, 2)
      .floats(AT.along, shares(c.length, 0), 1)
      .floats(AT.side, shares(c.length, 1), 1)
      .indices(meshes(sideOf(c.length)));
    const quad = { head: { kind: 0, easting, northing, elevation: 0, step }, texture, batch };
    this.#made.set(picture, quad);
    return quad;
  }

  /** Removes a picture from the graphics card. */
  release(picture: Picture): void {
    const quad = this.#made.get(picture);
    if (quad === undefined) return;
    this.#made.delete(picture);
    this.#gl.deleteTexture(quad.texture);
    quad.batch.delete();
  }
}

/** Corners, in order around the picture, as a net of two by two. */
const flat = (c: readonly number[]): number[] => [c[0]!, c[1]!, c[2]!, c[3]!, c[6]!, c[7]!, c[4]!, c[5]!];

/** Places along a side of a net of so many numbers. */
const sideOf = (numbers: number): number => Math.round(Math.sqrt(numbers / 2));

/** How far across (axis 0) or up (1) each place of a net is. */
function shares(numbers: number, axis: 0 | 1): Float32Array {
  const side = sideOf(numbers);
  return Float32Array.from(
    { length: side * side },
    (_, i) => (axis === 0 ? i % side : Math.floor(i / side)) / (side - 1),
  );
}

/** Two triangles for each mesh of a net. */
function meshes(side: number): Uint16Array {
  const triangles: number[] = [];
  for (let row = 0; row < side - 1; row++)
    for (let column = 0; column < side - 1; column++) {
      const at = row * side + column;
      triangles.push(at, at + 1, at + side + 1, at, at + side + 1, at + side);
    }
  return Uint16Array.from(triangles);
}
