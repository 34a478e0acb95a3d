import { VIEW_LIMITS, VIEW_VERSION } from './limits.ts';
import { ViewWireError } from './view-wire-error.ts';

/** A box in plan: least easting, least northing, greatest easting, greatest northing, in the job's unit. */
export type ViewBox = readonly [number, number, number, number];

/** A layer of a segment. */
export interface ViewLayer {
  readonly name: string;
  /** 0xRRGGBB, or -1 if the source states no colour. */
  readonly colour: number;
  readonly visible: boolean;
  readonly lineType: string;
  /** Hundredths of a millimetre, or -1. */
  readonly weight: number;
}

/**
 * How something is drawn: index of its layer (-1: no layer), its own colour (0xRRGGBB; -1: that of the layer), index of
 * its line type in `lineTypes`, line weight in hundredths of a millimetre (-1: thin), number of its table in
 * `VIEW_TABLES` (missing in older views, without colours by kind).
 */
export type ViewPen = readonly [layer: number, colour: number, lineType: number, weight: number, table?: number];

/** A chunk of a level: its number is its place in the list. */
export interface ViewChunkEntry {
  /** Where its content is. */
  readonly box: ViewBox;
  /** Length in bytes, compressed. */
  readonly bytes: number;
  /** Segments of lines, points, texts or triangles in it. */
  readonly items: number;
  /** Height of its largest text, in the job's unit; missing in older views. */
  readonly size?: number;
}

/** The chunks of one kind at one degree of detail. */
export interface ViewLevel {
  readonly kind: 'paths' | 'points' | 'texts' | 'mesh';
  /** Largest error of the drawing, in the job's unit; 0: exact, arcs stated as arcs. */
  readonly tolerance: number;
  readonly chunks: readonly ViewChunkEntry[];
}

/** A thing far away from nearly everything else: a first view leaves it out. */
export interface ViewStray {
  readonly table: string;
  readonly row: number;
  readonly easting: number;
  readonly northing: number;
}

/** Kinds of pictures that every browser shows. */
export const VIEW_IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;

/** A picture in its place, drawn below everything else. Its bytes are elsewhere: it is the n-th of the segment. */
export interface ViewImage {
  readonly mediaType: (typeof VIEW_IMAGE_TYPES)[number];
  readonly bytes: number;
  readonly pixels: readonly [width: number, height: number];
  /** Easting and northing of its lower left, lower right, upper right and upper left corner. */
  readonly corners: readonly number[];
  readonly pen: number;
}

/** The view of one segment of a job. It never changes. */
export interface ViewSegment {
  readonly version: number;
  readonly id: string;
  readonly unit: string;
  readonly crs: string;
  /** How much of each kind of data there is. */
  readonly counts: Readonly<Record<string, number>>;
  /** Extents of everything with a position, and of a first view; null if nothing has a position. */
  readonly whole: ViewBox | null;
  readonly main: ViewBox | null;
  /** The first hundred, and how many there are. */
  readonly strays: readonly ViewStray[];
  readonly strayCount: number;
  /** Things without a usable position, which are not drawn. */
  readonly unplaced: number;
  /** Things drawn with another pen than their own, because there are too many pens or layers. */
  readonly repenned: number;
  /** Least and greatest elevation; null if none is known. */
  readonly heights: readonly [number, number] | null;
  readonly layers: readonly ViewLayer[];
  readonly lineTypes: readonly string[];
  /** Patterns of line types by name in lower case, where the source defines them: see `LineDashes` of fieldjob. */
  readonly dashes?: Readonly<Record<string, readonly number[]>>;
  readonly codes: readonly string[];
  readonly pens: readonly ViewPen[];
  /** Names of the surfaces by row. */
  readonly surfaces: readonly string[];
  readonly levels: readonly ViewLevel[];
  /** Pictures; missing in older views. */
  readonly images?: readonly ViewImage[];
  /** Pictures that are too large or too many, of which only the outline is drawn. */
  readonly imagesLeft?: number;
  /** The names of two jobs shown over each other. Their differences are a separate list. */
  readonly compared?: readonly [a: string, b: string];
}

/** The view of a job: its segments in order. */
export interface ViewManifest {
  readonly version: number;
  readonly name: string;
  /** Changes whenever the job does. */
  readonly revision: string;
  readonly segments: readonly ViewSegment[];
}

/**
 * Checks a manifest before it is used: version, limits, indices, boxes.
 * @throws ViewWireError
 */
export function checkManifest(value: unknown): ViewManifest {
  const manifest = value as ViewManifest;
  if (typeof manifest !== 'object' || manifest === null || !Array.isArray(manifest.segments))
    throw new ViewWireError('view-damaged', 'a manifest without segments');
  for (const { version } of [manifest, ...manifest.segments])
    if (version !== VIEW_VERSION)
      throw new ViewWireError('view-version', `view data of version ${version}; this program reads ${VIEW_VERSION}`);
  manifest.segments.forEach(checkSegment);
  return manifest;
}

function checkSegment(segment: ViewSegment): void {
  const { pens, layers, levels, images = [], compared } = segment;
  const refuse = (found: string): never => {
    throw new ViewWireError('view-damaged', `segment ${segment.id}: ${found}`);
  };
  for (const name of ['pens', 'layers', 'levels', 'lineTypes', 'codes', 'strays', 'surfaces'] as const)
    if (!Array.isArray(segment[name])) refuse(`no list of ${name}`);
  if (compared !== undefined && !(Array.isArray(compared) && compared.length === 2)) refuse('no two compared names');
  const chunks = levels.reduce((sum, level) => sum + level.chunks.length, 0);
  for (const [limit, found] of [
    ['pens', pens.length],
    ['layers', layers.length],
    ['chunks', chunks],
    ['images', images.length],
  ] as const)
    if (found > VIEW_LIMITS[limit])
      throw new ViewWireError('view-limit', `segment ${segment.id}: ${found} ${limit}; at most ${VIEW_LIMITS[limit]}`);
  for (const [layer, , lineType] of pens)
    if (!(layer >= -1 && layer < layers.length && lineType >= 0 && lineType < segment.lineTypes.length))
      refuse(`a pen of layer ${layer} and line type ${lineType}`);
  for (const box of [segment.whole, segment.main, ...levels.flatMap((level) => level.chunks.map((chunk) => chunk.box))])
    if (box !== null && !(box.every(Number.isFinite) && box[0] <= box[2] && box[1] <= box[3])) refuse(`a box ${box}`);
  for (const { mediaType, corners, pixels, pen } of images)
    if (
      !VIEW_IMAGE_TYPES.includes(mediaType) ||
      !(corners.length === 8 && corners.every((value) => Math.abs(value) <= VIEW_LIMITS.coordinate)) ||
      !(pixels[0] > 0 && pixels[1] > 0 && pixels[0] * pixels[1] <= VIEW_LIMITS.imagePixels) ||
      !(pen >= 0 && pen < pens.length)
    )
      refuse(`a picture of ${pixels.join(' × ')} pixels at ${corners}`);
}
