import type { MeshChunk, PathChunk, PointChunk, ViewChunk } from '@fieldbridge/view-wire';
import type { Camera } from '../camera.ts';
import type { LineStyle } from '../line-style.ts';
import { PALETTE_WIDTH, type Theme } from '../palette.ts';
import type { Picture } from '../pictures.ts';
import { type Strokes, strokeChunk, strokesOf } from '../stroke.ts';
import { AT, Batch, compile, type Program } from './context.ts';
import { type PathBatches, pathBatches } from './path-batches.ts';
import { PictureQuads } from './picture-quads.ts';
import { MESH, PICTURE, POINTS, THIN, WIDE } from './programs.ts';

/** How surfaces are drawn. */
export type SurfaceStyle = 'off' | 'shaded' | 'mesh' | 'height' | 'slope' | 'contours';
const STYLE_NUMBER: Readonly<Record<SurfaceStyle, number>> = {
  off: 0,
  shaded: 1,
  mesh: 1,
  height: 2,
  slope: 3,
  contours: 4,
};

/** Largest error of an arc's chords in pixels, and the zoom factor after which it is stroked again. */
const ARC_ERROR = 0.2;
const ARC_CLOSER = 3;
/** Opacity of filled areas, and of solid hatches. */
export const FILL_OPACITY = 0.14;
export const SOLID_OPACITY = 0.85;
/** Shapes of points: control points have a separate one. */
const SHAPES = 6;
const CONTROL_POINTS = 6;

/** The texts of a program. */
type Shaders = Parameters<typeof compile>[1];
/** The program that draws a kind. */
const OF_KIND = { paths: THIN, points: POINTS, mesh: MESH } as const;

/** Settings of one frame besides the chunks. */
export interface FrameStyle {
  readonly theme: Theme;
  readonly surfaces: SurfaceStyle;
  /** Distance of contours in the job's unit. */
  readonly interval: number;
  readonly heights: readonly [number, number] | null;
  readonly pointSize: number;
  /** CSS pixels to device pixels. */
  readonly ratio: number;
  /** Device pixels that thin lines are wide; 1 by default. */
  readonly thin?: number;
}

/** A chunk with what the graphics card needs to draw it. */
export interface Drawable {
  readonly chunk: ViewChunk;
  readonly palette: number;
  strokes?: Strokes;
  /** Pixels per unit for which arcs were stroked. */
  scale?: number;
  paths?: PathBatches;
  /** Whether the graphics card has the heights of its paths. */
  isRaised?: boolean;
  batch?: Batch;
  edges?: Batch;
}

/** Draws chunks with WebGL 2. Everything on the graphics card can be recreated from the chunks. */
export class Renderer {
  readonly #gl: WebGL2RenderingContext;
  readonly #programs = new Map<Shaders, Program>();
  readonly #quads: PictureQuads;
  readonly #palettes: WebGLTexture[] = [];
  #styles: readonly (readonly (LineStyle | undefined)[])[] = [];

  /** @param kinds those that will be drawn: their programs are compiled while they are fetched */
  constructor(gl: WebGL2RenderingContext, kinds: Iterable<ViewChunk['kind']>) {
    this.#gl = gl;
    for (const kind of kinds) if (kind !== 'texts') this.#program(OF_KIND[kind]);
    this.#quads = new PictureQuads(gl);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  #program(shaders: Shaders): Program {
    let program = this.#programs.get(shaders);
    if (program === undefined) {
      program = compile(this.#gl, shaders);
      this.#programs.set(shaders, program);
    }
    return program;
  }

  /** The styles of the pens of each segment. */
  useStyles(styles: readonly (readonly (LineStyle | undefined)[])[]): void {
    this.#styles = styles;
  }

  /** Sets the colours of a segment's pens: a single upload, whatever is drawn with them. */
  setPalette(segment: number, rgba: Uint8Array): void {
    const gl = this.#gl;
    this.#palettes[segment] ??= gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, this.#palettes[segment]);
    const rows = rgba.length / 4 / PALETTE_WIDTH;
    gl.texImage2D(
      gl.TEXTURE_2D,
      0,
      gl.RGBA,
      PALETTE_WIDTH,
      rows,
      0,
      gl.RGBA,
      gl.UNSIGNED_BYTE,
      rgba as Uint8Array<ArrayBuffer>,
    );
    for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, filter, gl.NEAREST);
  }

  /** Removes a picture from the graphics card. */
  releasePicture(picture: Picture): void {
    this.#quads.release(picture);
  }

  /** Removes the data of a chunk from the graphics card. */
  release(drawable: Drawable): void {
    const { paths } = drawable;
    for (const batch of [paths?.thin, paths?.wide, paths?.fill, paths?.solid, drawable.batch, drawable.edges])
      batch?.delete();
    drawable.paths = drawable.batch = drawable.edges = undefined;
  }

  /** Uploads a chunk to the graphics card, which works in parallel with the page: it need not wait for the frame. */
  prepare(one: Drawable, camera: Camera, ratio: number): void {
    if (one.chunk.kind === 'paths') this.#prepare(one, camera, ratio);
    else if (one.chunk.kind === 'points') one.batch ??= this.#pointBatch(one.chunk);
    this.#gl.flush();
  }

  /** Draws a frame: pictures, surfaces, areas, lines, points, in this order. */
  draw(drawables: readonly Drawable[], pictures: readonly Picture[], camera: Camera, style: FrameStyle): void {
    const gl = this.#gl;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    const { paper } = style.theme;
    gl.clearColor((paper >> 16) / 255, ((paper >> 8) & 255) / 255, (paper & 255) / 255, 1);
    gl.depthMask(true);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    // In plan, things are drawn in order; in space, surfaces hide what is behind them.
    if (camera.isPlan) gl.disable(gl.DEPTH_TEST);
    else gl.enable(gl.DEPTH_TEST);
    gl.depthFunc(gl.LEQUAL);
    const of = <K extends ViewChunk['kind']>(kind: K) => drawables.filter(({ chunk }) => chunk.kind === kind);
    gl.depthMask(false);
    for (const picture of pictures) this.#drawPicture(picture, camera, style);
    gl.depthMask(true);
    if (style.surfaces !== 'off') for (const one of of('mesh')) this.#drawMesh(one, camera, style);
    const paths = of('paths');
    for (const one of paths) {
      this.#prepare(one, camera, style.ratio);
      if (camera.isPlan || one.isRaised) continue;
      one.paths!.raise();
      one.isRaised = true;
    }
    this.#use(THIN, paths, camera, style, (one, { uniform }) => {
      gl.depthMask(false);
      gl.uniform1f(uniform('u_fade'), SOLID_OPACITY);
      one.paths?.solid?.draw(gl.TRIANGLES);
      gl.uniform1f(uniform('u_fade'), FILL_OPACITY);
      one.paths?.fill?.draw(gl.TRIANGLES);
      gl.depthMask(true);
    });
    const { thin = 1 } = style;
    const [across, down] = [2 / gl.drawingBufferWidth, 2 / gl.drawingBufferHeight];
    this.#use(THIN, paths, camera, style, (one, { uniform }) => {
      gl.uniform1f(uniform('u_fade'), 1);
      // Thicker by drawing side by side, about the middle.
      for (let i = 0; i < thin * thin; i++) {
        const [x, y] = [(i % thin) - (thin - 1) / 2, Math.floor(i / thin) - (thin - 1) / 2];
        gl.uniform2f(uniform('u_beside'), x * across, y * down);
        one.paths?.thin.draw(gl.LINES);
      }
      gl.uniform2f(uniform('u_beside'), 0, 0);
    });
    this.#use(
      WIDE,
      paths.filter((one) => one.paths?.wide),
      camera,
      style,
      (one, { uniform }) => {
        gl.uniform2f(uniform('u_half'), (camera.width * style.ratio) / 2, (camera.height * style.ratio) / 2);
        gl.uniform1f(uniform('u_ratio'), style.ratio);
        gl.uniform1f(uniform('u_step'), one.chunk.head.step * camera.scale * style.ratio);
        one.paths!.wide!.draw(gl.TRIANGLES);
      },
    );
    this.#use(POINTS, of('points'), camera, style, (one, { uniform }) => {
      one.batch ??= this.#pointBatch(one.chunk as PointChunk);
      gl.uniform1f(uniform('u_size'), style.pointSize * style.ratio);
      one.batch.draw(gl.POINTS);
    });
    gl.bindVertexArray(null);
  }

  #use(
    shaders: Shaders,
    drawables: readonly Drawable[],
    camera: Camera,
    { theme: _, heights }: FrameStyle,
    draw: (one: Drawable, program: Program) => void,
  ): void {
    if (drawables.length === 0) return;
    const gl = this.#gl;
    const program = this.#program(shaders);
    program.use();
    for (const one of drawables) {
      gl.bindTexture(gl.TEXTURE_2D, this.#palettes[one.palette] ?? null);
      // In a plan everything has the depth of the middle, where nothing is clipped.
      this.#place(program, one.chunk, camera, camera.isPlan ? camera.elevation : (heights?.[0] ?? 0));
      draw(one, program);
    }
  }

  /**
   * Position of a chunk relative to the camera. Integers are subtracted exactly; only the remainder is added as a
   * float.
   */
  #place({ uniform }: Program, { head }: Pick<ViewChunk, 'head'>, camera: Camera, ground: number): void {
    const gl = this.#gl;
    const { step } = head;
    const wanted = [camera.easting - head.easting, camera.northing - head.northing, camera.elevation - head.elevation];
    const most = 2 ** 30;
    const origin = wanted.map((distance) => Math.min(most, Math.max(-most, Math.round(distance / step))));
    const rest = wanted.map((distance, i) => distance - origin[i]! * step);
    const m = camera.matrix;
    gl.uniform3i(uniform('u_origin'), origin[0]!, origin[1]!, origin[2]!);
    gl.uniformMatrix3fv(
      uniform('u_matrix'),
      false,
      Float32Array.from(m, (value) => value * step),
    );
    gl.uniform3fv(
      uniform('u_shift'),
      [0, 1, 2].map((row) => -(m[row]! * rest[0]! + m[3 + row]! * rest[1]! + m[6 + row]! * rest[2]!)),
    );
    const steps = Math.round((ground - head.elevation) / step);
    gl.uniform1i(uniform('u_ground'), Math.min(most, Math.max(-most, steps)));
    // For batches without heights: all unknown.
    gl.vertexAttribI4i(AT.up, -(2 ** 31), 0, 0, 0);
  }

  #drawPicture(picture: Picture, camera: Camera, { heights }: FrameStyle): void {
    const gl = this.#gl;
    const quad = this.#quads.of(picture);
    const program = this.#program(PICTURE);
    program.use();
    gl.uniform1i(program.uniform('u_picture'), 1);
    gl.uniform1f(program.uniform('u_alpha'), picture.alpha ?? -1);
    gl.activeTexture(gl.TEXTURE1);
    gl.bindTexture(gl.TEXTURE_2D, quad.texture);
    gl.activeTexture(gl.TEXTURE0);
    gl.bindTexture(gl.TEXTURE_2D, this.#palettes[picture.palette] ?? null);
    this.#place(program, quad, camera, heights?.[0] ?? 0);
    gl.vertexAttribI4ui(AT.pen, picture.pen, 0, 0, 0);
    quad.batch.draw(gl.TRIANGLES);
  }

  #prepare(one: Drawable, camera: Camera, ratio: number): void {
    const chunk = one.chunk as PathChunk;
    const scale = camera.scale * ratio;
    if (one.paths !== undefined && (chunk.arcs.length === 0 || scale < one.scale! * ARC_CLOSER)) return;
    this.release(one);
    one.scale = scale;
    one.strokes = chunk.arcs.length === 0 ? undefined : strokeChunk(chunk, ARC_ERROR / scale / chunk.head.step);
    one.paths = pathBatches(this.#gl, chunk, () => strokesOf(one, chunk), this.#styles[one.palette] ?? []);
    one.isRaised = false;
  }

  #pointBatch({ plan, height, pen, code, table }: PointChunk): Batch {
    const shapes = Uint8Array.from(code, (number, i) => (table[i] === CONTROL_POINTS ? SHAPES : number % SHAPES));
    const batch = new Batch(this.#gl).integers(AT.at, plan, 2).integers(AT.pen, pen, 1).integers(AT.shape, shapes, 1);
    if (height !== null) batch.integers(AT.up, height, 1);
    return batch.vertices(pen.length);
  }

  #drawMesh(one: Drawable, camera: Camera, style: FrameStyle): void {
    const gl = this.#gl;
    const chunk = one.chunk as MeshChunk;
    if (one.batch === undefined) {
      one.batch = new Batch(gl).integers(AT.at, chunk.plan, 2);
      if (chunk.height !== null) one.batch.integers(AT.up, chunk.height, 1);
      one.batch.indices(chunk.triangles);
    }
    const { ink } = style.theme;
    const shades = [ink >> 16, (ink >> 8) & 255, ink & 255].map((part) => part / 255);
    if (style.surfaces !== 'mesh') {
      gl.enable(gl.POLYGON_OFFSET_FILL);
      gl.polygonOffset(1, 1);
      this.#use(MESH, [one], camera, style, (_, { uniform }) => {
        const [low, high] = style.heights ?? [0, 1];
        gl.uniform1i(uniform('u_style'), STYLE_NUMBER[style.surfaces]);
        gl.uniform2f(uniform('u_heights'), low - camera.elevation, high - camera.elevation);
        const fifth = 5 * style.interval;
        gl.uniform1f(
          uniform('u_phase'),
          fifth > 0 ? camera.elevation - Math.floor(camera.elevation / fifth) * fifth : 0,
        );
        gl.uniform1f(uniform('u_interval'), style.interval);
        gl.uniform1f(uniform('u_stepLength'), chunk.head.step);
        gl.uniform4f(uniform('u_ink'), shades[0]!, shades[1]!, shades[2]!, camera.isPlan ? 0.75 : 1);
        one.batch!.draw(gl.TRIANGLES);
      });
      gl.disable(gl.POLYGON_OFFSET_FILL);
      return;
    }
    if (one.edges === undefined) {
      one.edges = new Batch(gl).integers(AT.at, chunk.plan, 2);
      if (chunk.height !== null) one.edges.integers(AT.up, chunk.height, 1);
      one.edges.indices(edgesOf(chunk.triangles));
    }
    gl.vertexAttribI4ui(AT.pen, chunk.pen, 0, 0, 0);
    this.#use(THIN, [one], camera, style, (_, { uniform }) => {
      gl.uniform1f(uniform('u_fade'), 0.6);
      one.edges!.draw(gl.LINES);
    });
  }
}

/** Each edge of triangles once. */
function edgesOf(triangles: Uint32Array): Uint32Array {
  const edges = new Uint32Array(2 * triangles.length);
  let at = 0;
  const seen = new Set<number>();
  for (let i = 0; i < triangles.length; i++) {
    const [a, b] = [triangles[i]!, triangles[i % 3 === 2 ? i - 2 : i + 1]!];
    const key = Math.min(a, b) * 2 ** 24 + Math.max(a, b);
    if (seen.has(key)) continue;
    seen.add(key);
    edges[at++] = a;
    edges[at++] = b;
  }
  return edges.subarray(0, at);
}
