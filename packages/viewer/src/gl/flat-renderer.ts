import { PATH_FLAGS, type PathChunk } from '@fieldbridge/view-wire';
import type { Camera } from '../camera.ts';
import type { LineStyle } from '../line-style.ts';
import { css } from '../palette.ts';
import type { Picture } from '../pictures.ts';
import { type Strokes, strokeChunk } from '../stroke.ts';
import { type Drawable, FILL_OPACITY, type FrameStyle, type Renderer, SOLID_OPACITY } from './renderer.ts';

/** The part of a renderer that a view needs. */
export type AnyRenderer = Pick<Renderer, 'useStyles' | 'setPalette' | 'release' | 'draw'> &
  Partial<Pick<Renderer, 'releasePicture' | 'prepare'>>;

/** Draws with a 2-D canvas where there is no WebGL 2: the same picture, slower, surfaces as edges only. */
export class FlatRenderer implements AnyRenderer {
  readonly #context: CanvasRenderingContext2D;
  readonly #palettes: Uint8Array[] = [];
  #styles: readonly (readonly (LineStyle | undefined)[])[] = [];

  constructor(context: CanvasRenderingContext2D) {
    this.#context = context;
  }

  useStyles(styles: readonly (readonly (LineStyle | undefined)[])[]): void {
    this.#styles = styles;
  }

  setPalette(segment: number, rgba: Uint8Array): void {
    this.#palettes[segment] = rgba;
  }

  release(drawable: Drawable): void {
    drawable.strokes = undefined;
  }

  draw(drawables: readonly Drawable[], pictures: readonly Picture[], camera: Camera, style: FrameStyle): void {
    const context = this.#context;
    context.setTransform(style.ratio, 0, 0, style.ratio, 0, 0);
    context.fillStyle = css(style.theme.paper);
    context.fillRect(0, 0, camera.width, camera.height);
    for (const picture of pictures) this.#drawPicture(picture, camera);
    for (const one of drawables)
      if (one.chunk.kind === 'paths') this.#drawPaths(one, camera);
      else if (one.chunk.kind === 'points') this.#drawPoints(one, camera, style.pointSize);
      else if (one.chunk.kind === 'mesh' && style.surfaces !== 'off')
        this.#drawMesh(one, camera, css(style.theme.ink, 0.3));
  }

  #drawPicture({ palette, pen, corners: c, bitmap, alpha: own }: Picture, camera: Camera): void {
    const alpha = own ?? (this.#palettes[palette]?.[4 * pen + 3] ?? 255) / 255;
    const [[x, y], [rx, ry], [ux, uy]] = [6, 4, 0].map((i) => camera.toScreen(c[i]!, c[i + 1]!)) as [
      Place,
      Place,
      Place,
    ];
    const { width, height } = bitmap;
    const context = this.#context;
    context.save();
    // From the upper left corner, across and down.
    context.transform((rx - x) / width, (ry - y) / width, (ux - x) / height, (uy - y) / height, x, y);
    context.globalAlpha = alpha;
    context.drawImage(bitmap, 0, 0);
    context.restore();
  }

  #drawPaths(one: Drawable, camera: Camera): void {
    const { chunk } = one;
    if (chunk.kind !== 'paths') return;
    const strokes = (one.strokes = strokeChunk(chunk, 0.3 / camera.scale / chunk.head.step));
    const place = placing(one, camera, strokes.height);
    this.#fillAreas(one, chunk, strokes, place);
    let start = 0;
    for (const [path, end] of strokes.ends.entries()) {
      const ink = this.#ink(one.palette, chunk.pen[path]!);
      if (ink !== undefined) {
        const style = this.#styles[one.palette]?.[chunk.pen[path]!];
        this.#context.beginPath();
        for (let v = start; v < end; v++) this.#context.lineTo(...place(strokes.plan, v));
        this.#context.strokeStyle = ink;
        this.#context.lineWidth = style?.width ?? 1;
        const lengths = style?.lengths?.map((length) => length * camera.scale);
        const isSeen = lengths === undefined || lengths.reduce((sum, length) => sum + length) > 3;
        this.#context.setLineDash(isSeen ? [...(lengths ?? style?.dashes ?? [])] : []);
        this.#context.stroke();
      }
      start = end;
    }
    this.#context.setLineDash([]);
  }

  /** Fills areas with their holes, below all lines. */
  #fillAreas(one: Drawable, { flags, pen, row }: PathChunk, { plan, ends }: Strokes, place: Placing): void {
    const context = this.#context;
    for (let path = 0; path < ends.length; path++) {
      const first = path;
      if (!(flags[path]! & PATH_FLAGS.area)) continue;
      while (path + 1 < ends.length && flags[path + 1]! & PATH_FLAGS.inner && row[path + 1] === row[first]) path++;
      const ink = this.#ink(one.palette, pen[first]!);
      if (ink === undefined) continue;
      context.beginPath();
      for (let ring = first; ring <= path; ring++) {
        const start = ring === 0 ? 0 : ends[ring - 1]!;
        for (let v = start; v < ends[ring]!; v++) context[v === start ? 'moveTo' : 'lineTo'](...place(plan, v));
        context.closePath();
      }
      context.globalAlpha = flags[first]! & PATH_FLAGS.solid ? SOLID_OPACITY : FILL_OPACITY;
      context.fillStyle = ink;
      context.fill('evenodd');
    }
    context.globalAlpha = 1;
  }

  #drawPoints(one: Drawable, camera: Camera, size: number): void {
    const { chunk } = one;
    if (chunk.kind !== 'points') return;
    const place = placing(one, camera, chunk.height);
    for (const [i, pen] of chunk.pen.entries()) {
      const ink = this.#ink(one.palette, pen);
      if (ink === undefined) continue;
      const [x, y] = place(chunk.plan, i);
      this.#context.fillStyle = ink;
      this.#context.fillRect(x - size / 2, y - size / 2, size, size);
    }
  }

  #drawMesh(one: Drawable, camera: Camera, ink: string): void {
    const { chunk } = one;
    if (chunk.kind !== 'mesh') return;
    const place = placing(one, camera, chunk.height);
    this.#context.beginPath();
    for (let i = 0; i < chunk.triangles.length; i += 3) {
      this.#context.moveTo(...place(chunk.plan, chunk.triangles[i]!));
      for (const corner of [1, 2, 0]) this.#context.lineTo(...place(chunk.plan, chunk.triangles[i + corner]!));
    }
    this.#context.strokeStyle = ink;
    this.#context.lineWidth = 0.5;
    this.#context.stroke();
  }

  #ink(segment: number, pen: number): string | undefined {
    const [red = 0, green = 0, blue = 0, alpha = 255] = this.#palettes[segment]?.subarray(4 * pen, 4 * pen + 4) ?? [];
    return alpha === 0 ? undefined : css((red << 16) | (green << 8) | blue, alpha / 255);
  }
}

type Place = [x: number, y: number];
type Placing = (plan: Int32Array, v: number) => Place;

function placing({ chunk: { head } }: Drawable, camera: Camera, height: Int32Array | null): Placing {
  return (plan, v) => {
    const up = height?.[v] ?? -(2 ** 31);
    return camera.toScreen(
      head.easting + plan[2 * v]! * head.step,
      head.northing + plan[2 * v + 1]! * head.step,
      up === -(2 ** 31) ? camera.elevation : head.elevation + up * head.step,
    );
  };
}
