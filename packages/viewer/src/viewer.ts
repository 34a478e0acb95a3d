import type { JobDiff } from '@fieldbridge/fieldjob';
import {
  decodeChunk,
  type EarthNet,
  FEATURES_A_BLOCK,
  type ViewBox,
  type ViewChunk,
  type ViewFeature,
  type ViewManifest,
  type ViewSegment,
} from '@fieldbridge/view-wire';
import { Camera, joinedBox, mainBox, touches } from './camera.ts';
import { openCanvas, pixelRatio, sizeCanvas } from './gl/context.ts';
import { type AnyRenderer, FlatRenderer } from './gl/flat-renderer.ts';
import { type Drawable, type FrameStyle, Renderer, type SurfaceStyle } from './gl/renderer.ts';
import { drawLabels, type LabelChoice, type PointTexts } from './labels.ts';
import { type LineStyle, lineStyles } from './line-style.ts';
import { type ColourMode, colourOf, type LayerState, paletteOf, THEMES, type Theme } from './palette.ts';
import { type Hit, pick, type Snap, snap } from './pick.ts';
import type { Backdrop, Picture } from './pictures.ts';
import { type Fault, Scene } from './scene.ts';
import type { ViewSource } from './source.ts';
import type { LabelContext } from './svg-context.ts';
import { t } from './text/index.ts';

/** Settings of the picture besides the camera. */
export interface ViewSettings {
  theme: Theme['name'];
  colours: ColourMode;
  surfaces: SurfaceStyle;
  /** Distance of contours in the job's unit; 0: no contours; undefined: a round one. */
  contours: number | undefined;
  /** The texts at points. */
  names: PointTexts;
  /** Lines at round eastings and northings. */
  grid: boolean;
}

/** Size of a page's text in CSS pixels at which names and marks in the picture have their usual size. */
const TEXT_SIZE = 14;

/** Longest side of a piece of a sheet in CSS pixels. */
const PIECE = 800;

/** A piece of a sheet: its position in CSS pixels, and a PNG. */
export interface SheetPiece {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly picture: Blob;
}

/** A drawing for paper. */
export interface SheetDrawing {
  readonly pieces: readonly SheetPiece[];
  /** The chunks in it. */
  readonly drawables: readonly Drawable[];
}

/** Milliseconds between frames of a job that is still loading: one per chunk would cost more than all chunks. */
const SOON_MS = 250;

/** Position and direction of a camera. */
const PLACE = ['easting', 'northing', 'scale', 'turn', 'tilt'] as const;
/** Pixels from the pointer within which something is hit, for a mouse and for a finger. */
const REACH = { mouse: 8, touch: 22 } as const;

/**
 * A view of a job in an element of any page. Events: `change` (camera or settings), `complete` (everything needed is
 * drawn), `fault` (detail: a Fault), `lost` and `restored` (the graphics card).
 */
export class Viewer extends EventTarget {
  readonly camera = new Camera();
  readonly manifest: ViewManifest;
  /** By lower-case name. Change one, then call `restyle`. */
  readonly layers = new Map<string, LayerState>();
  readonly settings: ViewSettings = {
    theme: 'light',
    colours: 'drawing',
    surfaces: 'height',
    contours: 0,
    names: 'name',
    grid: false,
  };
  /** Drawn over everything by the page's own tools. */
  readonly overlays: ((context: CanvasRenderingContext2D, viewer: Viewer) => void)[] = [];
  /** Pictures below everything else, as a map; call `redraw` after a change. */
  backdrop: Backdrop | undefined;
  readonly canvas: HTMLCanvasElement;
  /** Whether WebGL 2 draws; a 2-D canvas does otherwise. */
  readonly isAccelerated: boolean;
  readonly #labels = document.createElement('canvas');
  readonly #source: ViewSource;
  readonly #scene: Scene;
  readonly #sizes: ResizeObserver;
  #styles: (readonly (LineStyle | undefined)[])[] = [];
  #renderer: AnyRenderer | undefined;
  #frame = 0;
  /** Whether the canvas has its size in the page. */
  #isSized = false;
  /** Whether a frame is due even if it is empty: an empty first one would only delay the next. */
  #isDue = false;
  #soon: ReturnType<typeof setTimeout> | undefined;
  /** The box that was shown last, and the camera's position for it. */
  #fitted: ({ readonly box: ViewBox | null } & Pick<Camera, (typeof PLACE)[number]>) | undefined;

  /** @param host is filled with the picture @param canvas that was opened while the manifest was loading */
  constructor(host: HTMLElement, source: ViewSource, manifest: ViewManifest, { canvas, context } = openCanvas(host)) {
    super();
    this.canvas = canvas;
    this.manifest = manifest;
    this.#source = source;
    this.#scene = new Scene(
      manifest,
      source,
      () => this.arrived(),
      this.#fault,
      (one) => this.#renderer?.release(one),
      (one) => this.#renderer?.prepare?.(one, this.camera, pixelRatio()),
    );
    for (const { layers } of manifest.segments)
      for (const { name, visible } of layers)
        if (!this.layers.has(name.toLowerCase())) this.layers.set(name.toLowerCase(), { name, visible, opacity: 1 });
    this.isAccelerated = context !== null;
    this.#start(context);
    for (const canvas of [this.canvas, this.#labels]) {
      canvas.style.cssText = 'position:absolute;inset:0;width:100%;height:100%;display:block';
      host.append(canvas);
    }
    this.#labels.style.pointerEvents = 'none';
    // For an empty frame, the page would wait for a graphics card that is starting.
    this.canvas.style.visibility = 'hidden';
    this.canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.#renderer = undefined;
      for (const one of this.#scene.all) one.paths = one.batch = one.edges = undefined;
      this.dispatchEvent(new Event('lost'));
    });
    this.canvas.addEventListener('webglcontextrestored', () => {
      this.#start(context);
      this.redraw();
      this.dispatchEvent(new Event('restored'));
    });
    this.#sizes = new ResizeObserver(() => this.#resize());
    this.#sizes.observe(host);
    // The chunks are requested before the canvas has its size: a page may still add elements that take room from it,
    // and resizing a canvas takes longer than a frame.
    if (this.#look()) this.#scene.visible(this.camera);
  }

  /** Unit of the job. */
  get unit(): string {
    return this.manifest.segments[0]?.unit ?? 'metre';
  }

  /** The box of a first view: where the data is. */
  get mainBox(): ViewBox | null {
    return mainBox(this.manifest);
  }

  /** Everything, strays included. */
  get wholeBox(): ViewBox | null {
    return joinedBox(this.manifest.segments.map(({ whole }) => whole));
  }

  /** Least and greatest elevation. */
  get heights(): readonly [number, number] | null {
    const known = this.manifest.segments.flatMap(({ heights }) => (heights === null ? [] : [heights]));
    return known.length === 0 ? null : [Math.min(...known.map(([a]) => a)), Math.max(...known.map(([, b]) => b))];
  }

  /** Shows a box: the main part of the job by default. */
  fit(box: ViewBox | null = this.mainBox ?? this.wholeBox): void {
    this.camera.elevation = this.heights === null ? 0 : (this.heights[0] + this.heights[1]) / 2;
    if (box !== null) this.camera.fit(box);
    const { easting, northing, scale, turn, tilt } = this.camera;
    this.#fitted = { box, easting, northing, scale, turn, tilt };
    this.redraw();
  }

  /** Whether the user has not moved the picture since it was fitted. */
  get isAsFitted(): boolean {
    return PLACE.every((name) => this.#fitted?.[name] === this.camera[name]);
  }

  /** Draws again at the next frame. */
  redraw(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  /** Call after a change of layers or settings. */
  restyle(): void {
    for (const [i, segment] of this.manifest.segments.entries())
      this.#renderer?.setPalette(
        i,
        paletteOf(segment, this.layers, this.settings.colours, THEMES[this.settings.theme]),
      );
    this.redraw();
  }

  /** Shows only these layers; all if none is named. @param names in any case */
  isolate(names: readonly string[]): void {
    const kept = new Set(names.map((name) => name.toLowerCase()));
    for (const [key, state] of this.layers) state.visible = kept.size === 0 || kept.has(key);
    this.restyle();
  }

  /** Everything under a place of the picture, nearest first. @param x in CSS pixels @param touch whether by finger */
  pick(x: number, y: number, touch = false): Hit[] {
    const [easting, northing] = this.camera.toWorld(x, y);
    const reach = REACH[touch ? 'touch' : 'mouse'] / this.camera.scale;
    return pick(this.#scene.visible(this.camera), easting, northing, reach, this.isShown);
  }

  /** The best place to snap to near a place of the picture. */
  snap(x: number, y: number, touch = false): Snap | undefined {
    const [easting, northing] = this.camera.toWorld(x, y);
    const reach = (REACH[touch ? 'touch' : 'mouse'] * 1.5) / this.camera.scale;
    return snap(this.#scene.visible(this.camera), easting, northing, reach, this.isShown);
  }

  /** Exact coordinates and attributes. */
  feature({ segment, table, row }: Pick<Hit, 'segment' | 'table' | 'row'>): Promise<ViewFeature | null> {
    return this.#source.feature(this.manifest.segments[segment]!.id, table, row);
  }

  /** Those of a block of rows; see `ViewSource`. */
  async features(segment: number, table: string, first: number): Promise<readonly ViewFeature[]> {
    const { id, counts } = this.manifest.segments[segment]!;
    if (this.#source.features !== undefined) return this.#source.features(id, table, first);
    const count = Math.min(FEATURES_A_BLOCK, (counts[table] ?? 0) - first);
    const all = Array.from({ length: count }, (_, i) => this.#source.feature(id, table, first + i));
    return (await Promise.all(all)).filter((one) => one !== null);
  }

  /**
   * What differs between the two jobs that are shown over each other; undefined if the source does not provide them.
   */
  async differences(): Promise<JobDiff | undefined> {
    const segment = this.manifest.segments.find(({ compared }) => compared !== undefined);
    return segment && this.#source.differences?.(segment.id);
  }

  /** Location of Web Mercator under a box; undefined if the job has no system, or its source does not provide it. */
  get earth(): ((box: ViewBox) => Promise<EarthNet>) | undefined {
    const [segment] = this.manifest.segments;
    if (segment === undefined || segment.crs === 'local' || this.#source.earth === undefined) return undefined;
    return (box) => this.#source.earth!(segment.id, box);
  }

  /** Something that the picture or its backdrop waited for has been loaded, or is unavailable. */
  arrived(): void {
    this.dispatchEvent(new Event('chunk'));
    if (this.#isComplete) this.redraw();
    else
      this.#soon ??= setTimeout(() => {
        this.#isDue = true;
        this.redraw();
      }, SOON_MS);
  }

  /** Frees the memory of a backdrop's picture on the graphics card. */
  releasePicture(picture: Picture): void {
    this.#renderer?.releasePicture?.(picture);
  }

  /** The finest chunks of a kind that touch a box, one after another; none is kept. */
  async *finest<K extends ViewChunk['kind']>(
    kind: K,
    box: ViewBox,
  ): AsyncGenerator<{ readonly segment: number; readonly chunk: Extract<ViewChunk, { kind: K }> }, void> {
    for (const [segment, { id, levels }] of this.manifest.segments.entries()) {
      const level = levels.findLastIndex((one) => one.kind === kind);
      for (const [n, entry] of (levels[level]?.chunks ?? []).entries()) {
        if (!touches(entry.box, box)) continue;
        const chunk = decodeChunk(await this.#source.chunk(id, level, n));
        yield { segment, chunk: chunk as Extract<ViewChunk, { kind: K }> };
      }
    }
  }

  /** The picture with its texts, as PNG. */
  async picture(): Promise<Blob> {
    return png(this.#copy());
  }

  /** The picture with its texts in the colours of paper, immediately: a printing browser does not wait. */
  printed(): HTMLCanvasElement {
    const { theme } = this.settings;
    try {
      this.settings.theme = 'print';
      this.restyle();
      return this.#copy();
    } finally {
      this.settings.theme = theme;
      this.restyle();
    }
  }

  #copy(): HTMLCanvasElement {
    this.#draw();
    const whole = document.createElement('canvas');
    whole.width = this.canvas.width;
    whole.height = this.canvas.height;
    const context = whole.getContext('2d')!;
    context.drawImage(this.canvas, 0, 0);
    context.drawImage(this.#labels, 0, 0);
    return whole;
  }

  /**
   * Draws the view of a camera for paper, in pieces of a size that every graphics card can draw.
   * @param ratio device pixels of a CSS pixel; a whole number when multiplied by `PIECE`
   * @param labels receives the texts
   * @throws Error if the graphics card was lost
   */
  async drawSheet(camera: Camera, ratio: number, labels: LabelContext): Promise<SheetDrawing> {
    const drawables = await this.#complete(camera, ratio);
    const theme = THEMES.print;
    const before = this.settings.theme;
    const pieces: (Omit<SheetPiece, 'picture'> & { readonly canvas: HTMLCanvasElement })[] = [];
    // Nothing is shown until this ends, so it does not wait.
    try {
      this.settings.theme = 'print';
      this.restyle();
      for (let y = 0; y < camera.height; y += PIECE)
        for (let x = 0; x < camera.width; x += PIECE) {
          // At most the rest of the sheet, in whole device pixels.
          const rest = (css: number): number => Math.min(PIECE, Math.ceil(css * ratio) / ratio);
          const [width, height] = [rest(camera.width - x), rest(camera.height - y)];
          const [easting, northing] = camera.toWorld(x + width / 2, y + height / 2);
          const part = Object.assign(new Camera(), camera, { easting, northing, width, height });
          pieces.push({ x, y, width, height, canvas: this.#drawPiece(drawables, part, camera, ratio) });
        }
      drawLabels(labels, drawables, camera, theme, this.#labelChoice);
    } finally {
      this.settings.theme = before;
      this.#resize();
      this.restyle();
    }
    return {
      drawables,
      pieces: await Promise.all(pieces.map(async ({ canvas, ...place }) => ({ ...place, picture: await png(canvas) }))),
    };
  }

  /** The data that a camera needs, once it is loaded. */
  async #complete(camera: Camera, detail: number): Promise<readonly Drawable[]> {
    for (;;) {
      const drawables = this.#scene.visible(camera, detail);
      this.#pictures(camera, detail);
      if (this.#isComplete) return drawables;
      await new Promise((resume) => this.addEventListener('chunk', resume, { once: true }));
    }
  }

  #drawPiece(drawables: readonly Drawable[], camera: Camera, sheet: Camera, ratio: number): HTMLCanvasElement {
    if (this.#renderer === undefined) throw new Error(t('note.lost'));
    this.canvas.width = Math.round(camera.width * ratio);
    this.canvas.height = Math.round(camera.height * ratio);
    const style = { ...this.#frameStyle(drawables, sheet, ratio), thin: Math.round(ratio / 1.5) };
    this.#renderer.draw(drawables, this.#pictures(sheet, ratio), camera, style);
    const copy = document.createElement('canvas');
    copy.width = this.canvas.width;
    copy.height = this.canvas.height;
    copy.getContext('2d')!.drawImage(this.canvas, 0, 0);
    return copy;
  }

  /** Ends the view and frees what it holds. */
  destroy(): void {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#soon);
    this.#sizes.disconnect();
    for (const one of this.#scene.all) this.#renderer?.release(one);
    this.canvas.remove();
    this.#labels.remove();
  }

  #frameStyle(drawables: readonly Drawable[], { width, height }: Camera, ratio: number): FrameStyle {
    const { heights, settings } = this;
    const { surfaces, contours } = settings;
    const points = drawables.reduce((sum, { chunk }) => sum + (chunk.kind === 'points' ? chunk.pen.length : 0), 0);
    const style = { theme: THEMES[settings.theme], heights, interval: contours ?? roundInterval(heights), surfaces };
    // They are smaller where they would cover each other.
    return { ...style, ratio, pointSize: points > 20_000 ? 3 : points > (width * height) / 400 ? 4 : 7 };
  }

  get #labelChoice(): LabelChoice {
    return {
      ink: (segment, pen) => this.#inkOf(segment, pen),
      code: (segment, code) => this.manifest.segments[segment]!.codes[code] ?? '',
      points: this.settings.names,
    };
  }

  /** Whether a pen is visible: its layer is on. */
  readonly isShown = (segment: number, pen: number): boolean => this.#inkOf(segment, pen) !== null;

  #inkOf(segment: number, pen: number): readonly [number, number] | null {
    const { pens, layers } = this.manifest.segments[segment]!;
    const entry = pens[pen];
    if (entry === undefined) return null;
    const layer = layers[entry[0]];
    const state = this.layers.get((layer?.name ?? '').toLowerCase());
    if (state !== undefined && !(state.visible && state.opacity > 0)) return null;
    const { colours, theme } = this.settings;
    return [colourOf(entry, layer, colours, THEMES[theme]), state?.opacity ?? 1];
  }

  readonly #fault = (fault: Fault): void => {
    this.dispatchEvent(new CustomEvent('fault', { detail: fault }));
  };

  #start(context: WebGL2RenderingContext | null): void {
    const kinds = new Set(this.manifest.segments.flatMap(({ levels }) => levels.map(({ kind }) => kind)));
    this.#renderer = context === null ? new FlatRenderer(this.canvas.getContext('2d')!) : new Renderer(context, kinds);
    this.#styles = this.manifest.segments.map((segment: ViewSegment) => lineStyles(segment));
    this.#renderer.useStyles(this.#styles);
    this.restyle();
  }

  #resize(): void {
    if (!this.#look()) return;
    for (const canvas of [this.canvas, this.#labels]) sizeCanvas(canvas, this.canvas);
    this.#isSized = true;
    this.#draw();
  }

  /** Adopts the size of the canvas in the page. @returns whether it has one */
  #look(): boolean {
    const { clientWidth, clientHeight } = this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return false;
    this.camera.width = clientWidth;
    this.camera.height = clientHeight;
    this.camera.letters = Number.parseFloat(getComputedStyle(this.canvas).fontSize) / TEXT_SIZE;
    // A fitted picture stays fitted until the user moves it: tools and panels take their room when they appear.
    if (this.#fitted === undefined) this.fit();
    else if (this.isAsFitted) this.fit(this.#fitted.box);
    return true;
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    if (this.#renderer === undefined || !this.#isSized) return;
    const { camera, settings } = this;
    const theme = THEMES[settings.theme];
    const drawables = this.#scene.visible(camera);
    if (!this.#isDue && drawables.length === 0 && !this.#isComplete) {
      this.arrived();
      return;
    }
    clearTimeout(this.#soon);
    this.#soon = undefined;
    this.#isDue = true;
    this.#renderer.draw(
      drawables,
      this.#pictures(camera, pixelRatio()),
      camera,
      this.#frameStyle(drawables, camera, pixelRatio()),
    );
    this.canvas.style.visibility = '';
    const context = this.#labels.getContext('2d')!;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#labels.width, this.#labels.height);
    context.setTransform(pixelRatio(), 0, 0, pixelRatio(), 0, 0);
    drawLabels(context, drawables, camera, theme, this.#labelChoice);
    for (const overlay of this.overlays) overlay(context, this);
    this.dispatchEvent(new Event('change'));
    if (this.#isComplete) this.dispatchEvent(new Event('complete'));
  }

  /** The pictures of the job, and those of the backdrop below them. */
  #pictures(camera: Camera, detail: number): readonly Picture[] {
    return [...(this.backdrop?.pictures(camera, detail) ?? []), ...this.#scene.pictures(camera)];
  }

  get #isComplete(): boolean {
    return this.#scene.isComplete && (this.backdrop?.isComplete ?? true);
  }
}

function png(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob === null ? reject(new Error('the picture is too large')) : resolve(blob)),
      'image/png',
    ),
  );
}

/** About twenty contours over the whole height. */
function roundInterval(heights: readonly [number, number] | null): number {
  const range = heights === null ? 0 : heights[1] - heights[0];
  if (!(range > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(range / 20));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => range / step <= 20) ?? power;
}

/** Opens a view in an element. @throws ViewWireError, TypeError when the manifest cannot be read */
export async function openViewer(host: HTMLElement, source: ViewSource): Promise<Viewer> {
  const manifest = source.manifest();
  const canvas = openCanvas(host);
  return new Viewer(host, source, await manifest, canvas);
}
