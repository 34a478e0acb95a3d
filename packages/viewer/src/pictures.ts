import type { ViewBox, ViewSegment } from '@fieldbridge/view-wire';
import { type Camera, touches } from './camera.ts';
import type { SceneLimits } from './memory.ts';
import type { Fault } from './scene.ts';
import type { ViewSource } from './source.ts';

/** Pictures that appear smaller than this many pixels are not fetched. */
const LEAST = 4;
/** Pictures requested at a time: each takes its memory twice while it is decoded. */
const AT_A_TIME = 2;

/** A picture in its place. */
export interface Picture {
  readonly palette: number;
  readonly pen: number;
  /** Easting and northing of lower left, lower right, upper right, upper left. */
  readonly corners: readonly number[];
  readonly bitmap: ImageBitmap;
  /** Instead of the pen's. */
  alpha?: number;
  /** An even net of eastings and northings over it, row by row from the lower left, if it is not flat. */
  readonly bent?: readonly number[];
  /** The data from which its place was computed. */
  readonly earth?: unknown;
}

/** Pictures below everything else that do not belong to the job. */
export interface Backdrop {
  /** Those that a camera sees; missing ones are fetched. @param detail device pixels of a pixel */
  pictures(camera: Camera, detail: number): readonly Picture[];
  /** Whether all of the last view are loaded, or unavailable. */
  readonly isComplete: boolean;
  /** Written into the picture. */
  readonly attribution: string;
}

interface Place {
  readonly segment: number;
  readonly n: number;
  readonly box: ViewBox;
}

/** The pictures of a job, fetched when they are visible: the more there are, the fewer pixels each has. */
export class Pictures {
  readonly #segments: readonly ViewSegment[];
  readonly #source: ViewSource;
  readonly #limits: SceneLimits;
  readonly #changed: () => void;
  readonly #fault: (fault: Fault) => void;
  readonly #places: readonly Place[];
  readonly #kept = new Map<Place, Picture>();
  readonly #asked = new Set<Place>();
  readonly #failed = new Set<Place>();
  #wanted: Place[] = [];

  constructor(
    segments: readonly ViewSegment[],
    source: ViewSource,
    limits: SceneLimits,
    changed: () => void,
    fault: (fault: Fault) => void,
  ) {
    this.#segments = segments;
    this.#source = source;
    this.#limits = limits;
    this.#changed = changed;
    this.#fault = fault;
    this.#places = segments.flatMap(({ images = [] }, segment) =>
      source.image === undefined ? [] : images.map(({ corners }, n) => ({ segment, n, box: boxOf(corners) })),
    );
  }

  /** Whether all pictures of the last view are loaded, or unavailable. */
  get isComplete(): boolean {
    return this.#wanted.length === 0 && this.#asked.size === 0;
  }

  /** The pictures that a camera sees, in their order. */
  visible(camera: Camera): readonly Picture[] {
    this.#wanted = [];
    const found: Picture[] = [];
    const { box } = camera;
    for (const place of this.#places) {
      const [west, south, east, north] = place.box;
      if (!touches(place.box, box) || Math.max(east - west, north - south) * camera.scale < LEAST) continue;
      const picture = this.#kept.get(place);
      if (picture !== undefined) found.push(picture);
      else if (!this.#asked.has(place) && !this.#failed.has(place)) this.#wanted.push(place);
    }
    this.#fetch();
    return found;
  }

  #fetch(): void {
    while (this.#asked.size < AT_A_TIME && this.#wanted.length > 0) {
      const place = this.#wanted.shift()!;
      this.#asked.add(place);
      this.#load(place)
        .catch((error: unknown) => {
          this.#failed.add(place);
          this.#fault({ error, chunk: `${place.segment}/image/${place.n}` });
        })
        .finally(() => {
          this.#asked.delete(place);
          this.#changed();
          this.#fetch();
        });
    }
  }

  async #load(place: Place): Promise<void> {
    const segment = this.#segments[place.segment]!;
    const { mediaType, pixels, corners, pen } = segment.images![place.n]!;
    const file = await this.#source.image!(segment.id, place.n, mediaType);
    const [width, height] = pixels;
    // All of them together fit into the memory reserved for them.
    const most = Math.floor(Math.min(this.#limits.side, Math.sqrt(this.#limits.pixels / this.#places.length)));
    // Only the longer side is stated, so that the other follows.
    const size = Math.max(width, height) <= most ? {} : width > height ? { resizeWidth: most } : { resizeHeight: most };
    const bitmap = await createImageBitmap(file, { ...size, premultiplyAlpha: 'premultiply' });
    this.#kept.set(place, { palette: place.segment, pen, corners, bitmap });
  }
}

function boxOf(corners: readonly number[]): ViewBox {
  const [easts, norths] = [0, 1].map((axis) => corners.filter((_, i) => i % 2 === axis)) as [number[], number[]];
  return [Math.min(...easts), Math.min(...norths), Math.max(...easts), Math.max(...norths)];
}
