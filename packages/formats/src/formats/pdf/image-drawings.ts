import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  Feature,
  type FieldJob,
  JobBuilder,
  type JobSink,
  type Layer,
  NO_PLACEMENT,
  Path,
} from '@fieldbridge/fieldjob';
import type { ByteSource } from '../../core/byte-source.ts';
import { fileStem } from '../../core/file-stem.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { type StoredFile, writePng } from '../../kit/io/png-writer.ts';
import { acrossOf, alongOf, type Matrix } from './matrix.ts';
import type { DecodedImage, PlacedImage } from './page-images.ts';
import { findStoredImages, jpegOf, type StoredImage } from './stored-images.ts';

/** Layer of images without a layer in the file. */
export const IMAGE_LAYER = 'Images';
/** Pixels of the smallest image that becomes a picture: symbols and tiles of patterns are smaller. */
const LEAST_PIXELS = 4096;
/** Most pictures of one file; a job stores tables for each. */
const MOST_PICTURES = 500;

/** A picture's file with its properties in the job. */
interface Picture extends StoredFile {
  readonly format: 'jpeg' | 'png';
  readonly width: number;
  readonly height: number;
}

/**
 * Passes the images of a PDF on as background drawings. The file is the picture (the stored JPEG itself if possible,
 * else a PNG of its pixels); the scene is one area with the picture's lower left, lower right, upper right and upper
 * left corners in metres on paper.
 */
export class ImageDrawings {
  readonly #source: ByteSource;
  readonly #sink: JobSink;
  readonly #workFolder: string;
  readonly #layerNamed: (name: string) => Layer;
  readonly #names: ReadonlyMap<number, string>;
  readonly #pictures = new Map<number, Picture>();
  #stored: Map<number, StoredImage> | undefined;
  #folder: string | undefined;
  #count = 0;

  /** @param layerNamed declares a layer of a name @param names see `nameObjectsOf` */
  constructor(
    source: ByteSource,
    sink: JobSink,
    workFolder: string,
    layerNamed: (name: string) => Layer,
    names: ReadonlyMap<number, string>,
  ) {
    this.#names = names;
    this.#layerNamed = layerNamed;
    this.#source = source;
    this.#sink = sink;
    this.#workFolder = workFolder;
  }

  /** Why an image of that size stays an outline; undefined if it can become a drawing. */
  refusal({ width, height }: { width: number; height: number }, page: number): Issue | undefined {
    if (width * height < LEAST_PIXELS) return issueOf('pdf-image-small', { page, width, height });
    return this.#count < MOST_PICTURES ? undefined : issueOf('pdf-images-limit', { page, most: MOST_PICTURES });
  }

  /** Passes one image on; returns the name of the drawing. */
  async add(image: DecodedImage, placed: PlacedImage, page: number): Promise<string> {
    const { object } = image;
    const shared = object === undefined || placed.isStencil ? undefined : this.#pictures.get(object);
    const picture = shared ?? (await this.#store(image));
    if (object !== undefined && !placed.isStencil) this.#pictures.set(object, picture);
    const { path, size, sha256, format } = picture;
    const plot = fileStem(this.#source.name) || 'plot';
    const name = `${plot} page ${page} image ${++this.#count}`;
    this.#sink.drawing({
      name,
      fileName: `${name.replaceAll(' ', '-')}.${format === 'jpeg' ? 'jpg' : 'png'}`,
      format,
      mediaType: `image/${format}`,
      sha256,
      size,
      read: () => readFileSync(path),
      placement: NO_PLACEMENT,
      scene: frameOf(picture, placed, page, this.#layerNamed(placed.layer === '' ? IMAGE_LAYER : placed.layer)),
      source: -1,
    });
    return name;
  }

  /** The images of the file with more than `most` pixels, as text; '' if all are smaller. */
  largerThan(most: number): string {
    const large = [...this.#images()].filter(([, { width, height }]) => width * height > most);
    const first = large.slice(0, 3).map(([object, { width, height }]) => `object ${object}: ${width} × ${height}`);
    return large.length === 0 ? '' : `${large.length} of more than ${most} pixels (${first.join(', ')})`;
  }

  #images(): Map<number, StoredImage> {
    this.#stored ??= findStoredImages(this.#source);
    return this.#stored;
  }

  async #store({ raster, object }: DecodedImage): Promise<Picture> {
    this.#folder ??= mkdtempSync(join(this.#workFolder, 'pdf-'));
    const path = join(this.#folder, String(this.#count));
    const { width, height } = raster;
    const stored = object === undefined ? undefined : this.#images().get(object);
    const isSame = stored?.width === width && stored.height === height;
    const jpeg = isSame ? jpegOf(this.#source, stored, this.#names) : undefined;
    if (jpeg === undefined) return { ...(await writePng(path, raster)), format: 'png', width, height };
    writeFileSync(path, jpeg);
    const sha256 = createHash('sha256').update(jpeg).digest('hex');
    return { path, size: jpeg.length, sha256, format: 'jpeg', width, height };
  }
}

/** Corners of an image in the order of scenes: lower left, lower right, upper right, upper left. */
export function appendCorners(matrix: Matrix, path: Path): void {
  for (const [x, y] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const) {
    path.vertex(acrossOf(matrix, x, y), alongOf(matrix, x, y), Number.NaN);
  }
  path.closed = true;
}

function frameOf({ width, height }: Picture, { matrix }: PlacedImage, page: number, layer: Layer): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const feature = new Feature();
  feature.layer = builder.layer(layer);
  feature.page = page;
  feature.attributes = ['pixels across', String(width), 'pixels down', String(height)];
  const path = new Path();
  appendCorners(matrix, path);
  builder.area(feature, path);
  return builder.job;
}
