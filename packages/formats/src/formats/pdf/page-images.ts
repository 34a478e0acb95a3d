import type { PDFPageProxy } from 'pdfjs-dist';
import type { PixelKind, Raster } from '../../kit/io/png-writer.ts';
import { rowBytes } from '../../kit/io/png-writer.ts';
import type { Box } from './box.ts';
import type { Matrix } from './matrix.ts';

/** An image on a page; its pixels are requested after the page has been walked. */
export interface PlacedImage {
  /** First argument of the operator: a name, or the image itself. */
  readonly given: unknown;
  /** Width and height in pixels from its dictionary, if the operator states them. */
  readonly stated: readonly [width: number, height: number] | undefined;
  /** A stencil: bits of 0 are painted with `fill`, others are transparent. */
  readonly isStencil: boolean;
  readonly fill: number;
  /** Maps its unit square to metres. */
  readonly matrix: Matrix;
  /** '' outside of all layers. */
  readonly layer: string;
  /** The visible part of the page where it is painted. */
  readonly clip: Box;
}

/** Pixels of an image, and its object in the file if it has one. */
export interface DecodedImage {
  readonly raster: Raster;
  readonly object: number | undefined;
}

/** Kinds of pixels by pdf.js number. */
const KINDS: Readonly<Record<number, PixelKind>> = { 1: 'bit', 2: 'rgb', 3: 'rgba' };
/** Prefix of names of images that several pages share. */
const SHARED = /^g_/;

/** An image as pdf.js returns it. */
interface GivenImage {
  readonly width?: unknown;
  readonly height?: unknown;
  readonly kind?: unknown;
  readonly data?: unknown;
  readonly ref?: unknown;
}

/** Unpacked pixels of an image; undefined when pdf.js could not decode it. */
export async function decodeImage(page: PDFPageProxy, placed: PlacedImage): Promise<DecodedImage | undefined> {
  const { given, isStencil } = placed;
  if (!isStencil) return rasterOf(typeof given === 'string' ? await objectOf(page, given) : given, placed);
  const stencil = (given ?? {}) as GivenImage;
  if (typeof stencil.data !== 'string') return rasterOf(stencil, placed);
  const data = (await objectOf(page, stencil.data)) as GivenImage | null;
  return rasterOf({ ...stencil, data: data?.data, ref: data?.ref }, placed);
}

function objectOf(page: PDFPageProxy, name: string): Promise<unknown> {
  const objects = SHARED.test(name) ? page.commonObjs : page.objs;
  return new Promise((resolve) => void objects.get(name, resolve));
}

function rasterOf(given: unknown, { isStencil, fill }: PlacedImage): DecodedImage | undefined {
  const { width, height, kind, data, ref } = (given ?? {}) as GivenImage;
  if (!Number.isInteger(width) || !Number.isInteger(height)) return undefined;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return undefined;
  const pixels = isStencil ? 'bit' : KINDS[Number(kind)];
  const [w, h] = [Number(width), Number(height)];
  if (pixels === undefined || w < 1 || h < 1 || data.length < rowBytes(pixels, w) * h) return undefined;
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.length);
  const raster: Raster = { width: w, height: h, kind: pixels, data: bytes };
  const object = /^(\d{1,9})R\d*$/.exec(String(ref))?.[1];
  return {
    raster: isStencil ? { ...raster, inks: [Math.max(fill, 0), 0xffffff], isStencil } : raster,
    object: object === undefined ? undefined : Number(object),
  };
}
