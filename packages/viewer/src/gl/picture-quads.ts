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

/** Uploads pictures when they are first drawn. They stay as long as the view, which limits their pixels. */
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
    const { corners: c } = picture;
    const [easting, northing] = [c[0]!, c[1]!];
    const reach = Math.max(...c.map((value, i) => Math.abs(value - (i % 2 === 0 ? easting : northing))));
    const step = (reach || 1) / STEPS;
    const steps = Int32Array.from(c, (value, i) => Math.round((value - (i % 2 === 0 ? easting : northing)) / step));
    const batch = new Batch(gl)
      .integers(AT.at, steps, 2)
      .floats(AT.along, Float32Array.of(0, 1, 1, 0), 1)
      .floats(AT.side, Float32Array.of(0, 0, 1, 1), 1)
      .indices(Uint16Array.of(0, 1, 2, 0, 2, 3));
    const quad = { head: { kind: 0, easting, northing, elevation: 0, step }, texture, batch };
    this.#made.set(picture, quad);
    return quad;
  }
}
