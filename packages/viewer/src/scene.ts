import { decodeChunk, type ViewBox, type ViewLevel, type ViewManifest, type ViewSegment } from '@fieldbridge/view-wire';
import { type Camera, touches } from './camera.ts';
import type { Drawable } from './gl/renderer.ts';
import { LEGIBLE } from './labels.ts';
import { sceneLimits } from './memory.ts';
import { type Picture, Pictures } from './pictures.ts';
import type { ViewSource } from './source.ts';

/** A level is fine enough if nothing is off by more than this many pixels. */
const FINE = 0.75;
/** Chunks requested at a time: more than the connections that browsers open, so that none is idle during a frame. */
const AT_A_TIME = 16;

interface Slot extends Drawable {
  readonly key: string;
  readonly items: number;
  used: number;
}

/** An error while chunks are fetched. */
export interface Fault {
  readonly error: unknown;
  /** Segment, level and number. */
  readonly chunk: string;
}

/** The chunks that a view needs, and those that are loaded. */
export class Scene {
  readonly segments: readonly ViewSegment[];
  readonly #source: ViewSource;
  readonly #slots = new Map<string, Slot>();
  readonly #asked = new Set<string>();
  readonly #failed = new Set<string>();
  readonly #changed: () => void;
  readonly #fault: (fault: Fault) => void;
  readonly #release: (drawable: Drawable) => void;
  readonly #prepare: (drawable: Drawable) => void;
  readonly #limits = sceneLimits();
  readonly #pictures: Pictures;
  #wanted: { key: string; segment: number; level: number; n: number; distance: number }[] = [];
  #tick = 0;

  /** @param prepare called with each chunk that arrives, before the next is processed */
  constructor(
    manifest: ViewManifest,
    source: ViewSource,
    changed: () => void,
    fault: (fault: Fault) => void,
    release: (drawable: Drawable) => void,
    prepare: (drawable: Drawable) => void = () => undefined,
  ) {
    this.segments = manifest.segments;
    this.#source = source;
    this.#changed = changed;
    this.#fault = fault;
    this.#release = release;
    this.#prepare = prepare;
    this.#pictures = new Pictures(manifest.segments, source, this.#limits, changed, fault);
  }

  /** Whether everything that the last view needs is loaded, or cannot be fetched. */
  get isComplete(): boolean {
    return this.#wanted.length === 0 && this.#asked.size === 0 && this.#pictures.isComplete;
  }

  /**
   * The chunks to draw now; missing ones are fetched, nearest first.
   * @param detail resolution relative to a screen
   */
  visible(camera: Camera, detail = 1): Drawable[] {
    this.#tick++;
    const { box } = camera;
    const drawn: Slot[] = [];
    this.#wanted = [];
    for (const [segment, { levels }] of this.segments.entries())
      for (const kind of ['mesh', 'paths', 'points', 'texts'] as const) {
        const own = [...levels.keys()].filter((i) => levels[i]!.kind === kind);
        if (own.length > 0) drawn.push(...this.#ofKind(segment, levels, own, box, camera, detail));
      }
    this.#wanted.sort((a, b) => a.distance - b.distance);
    this.#fetch();
    this.#forget();
    return drawn;
  }

  /** The pictures to draw now, below everything else; missing ones are fetched. */
  pictures(camera: Camera): readonly Picture[] {
    return this.#pictures.visible(camera);
  }

  /** Items of the chunks that are there. */
  get kept(): number {
    let kept = 0;
    for (const { items } of this.#slots.values()) kept += items;
    return kept;
  }

  /** Every chunk that is there. */
  get all(): Iterable<Drawable> {
    return this.#slots.values();
  }

  #ofKind(
    segment: number,
    levels: readonly ViewLevel[],
    own: readonly number[],
    box: ViewBox,
    camera: Camera,
    detail: number,
  ): Slot[] {
    let chosen = own.length - 1;
    for (let i = own.length - 2; i >= 0; i--) {
      const finer = levels[own[i + 1]!]!;
      const isFine = levels[own[i]!]!.tolerance * camera.scale * detail <= FINE;
      const items = finer.chunks.reduce((sum, chunk) => sum + (touches(chunk.box, box) ? chunk.items : 0), 0);
      if (isFine || items > this.#limits.drawn * detail) chosen = i;
    }
    const found: Slot[] = [];
    let missing = 0;
    for (const [n, chunk] of levels[own[chosen]!]!.chunks.entries()) {
      // Texts that are too small to be drawn are not fetched.
      if (!touches(chunk.box, box) || (chunk.size ?? Infinity) * camera.scale < LEGIBLE) continue;
      const slot = this.#slot(segment, own[chosen]!, n);
      if (slot !== undefined) found.push(slot);
      else if (this.#want(segment, own[chosen]!, n, chunk.box, camera)) missing++;
    }
    // Until it is complete, the loaded chunks of coarser levels are better than nothing.
    for (let i = chosen - 1; i >= 0 && missing > 0; i--) {
      const before = levels[own[i]!]!.chunks.flatMap((chunk, n) =>
        touches(chunk.box, box) ? (this.#slot(segment, own[i]!, n) ?? []) : [],
      );
      if (before.length === 0) continue;
      found.unshift(...before);
      break;
    }
    return found;
  }

  #slot(segment: number, level: number, n: number): Slot | undefined {
    const slot = this.#slots.get(`${segment}/${level}/${n}`);
    if (slot !== undefined) slot.used = this.#tick;
    return slot;
  }

  #want(segment: number, level: number, n: number, box: ViewBox, camera: Camera): boolean {
    const key = `${segment}/${level}/${n}`;
    if (this.#failed.has(key)) return false;
    const [west, south, east, north] = box;
    const distance = Math.hypot((west + east) / 2 - camera.easting, (south + north) / 2 - camera.northing);
    if (!this.#asked.has(key)) this.#wanted.push({ key, segment, level, n, distance });
    return true;
  }

  #fetch(): void {
    while (this.#asked.size < AT_A_TIME && this.#wanted.length > 0) {
      const { key, segment, level, n } = this.#wanted.shift()!;
      this.#asked.add(key);
      this.#source
        .chunk(this.segments[segment]!.id, level, n)
        .then((bytes) => {
          const { items } = this.segments[segment]!.levels[level]!.chunks[n]!;
          const slot = { key, items, chunk: decodeChunk(bytes), palette: segment, used: this.#tick };
          this.#slots.set(key, slot);
          this.#prepare(slot);
        })
        .catch((error: unknown) => {
          this.#failed.add(key);
          this.#fault({ error, chunk: key });
        })
        .finally(() => {
          this.#asked.delete(key);
          this.#changed();
          this.#fetch();
        });
    }
  }

  #forget(): void {
    let { kept } = this;
    if (kept <= this.#limits.kept) return;
    for (const slot of [...this.#slots.values()].sort((a, b) => a.used - b.used)) {
      if (kept <= this.#limits.kept || slot.used === this.#tick) return;
      this.#release(slot);
      this.#slots.delete(slot.key);
      kept -= slot.items;
    }
  }
}
