import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The library that reads PDF files. */
export type Pdfjs = typeof import('pdfjs-dist');

/** Most pixels of an image (an A0 sheet has 140 million at 300 dots per inch); pdf.js omits larger ones. */
export const MOST_PIXELS = 150_000_000;

/** pdf.js is loaded for the first PDF: it costs 0.2 s. */
export async function loadPdfjs(): Promise<Pdfjs> {
  answerSizes();
  nameDrawingClasses();
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/**
 * pdf.js asks a canvas how large images may be before it unpacks a JPEG 2000 image. Without a canvas, as here, it
 * reduces images wider or higher than 2048 pixels to a half, a quarter or less. This answers in place of a canvas: full
 * size up to the limit.
 */
function answerSizes(): void {
  const scope = globalThis as { OffscreenCanvas?: unknown };
  scope.OffscreenCanvas ??= class {
    readonly #isLarge: boolean;
    width = 1;
    height = 1;

    constructor(width: number, height: number) {
      this.#isLarge = width * height > MOST_PIXELS;
    }

    getContext(): object {
      const opacity = this.#isLarge ? 0 : 255;
      return { fillRect: () => undefined, getImageData: () => ({ data: [0, 0, 0, opacity] }) };
    }
  };
}

/**
 * pdf.js warns on the error output if it finds none of these classes. It needs them to draw on a canvas, which never
 * happens here, so the canvas package that provides them is not installed (35 MB; `overrides` in package.json).
 */
function nameDrawingClasses(): void {
  const scope = globalThis as { DOMMatrix?: unknown; Path2D?: unknown };
  scope.DOMMatrix ??= class {};
  scope.Path2D ??= class {};
}

/**
 * Locations of the parts that pdf.js loads on demand: decoders of fax (CCITT), JBIG2 and JPEG 2000 images, and
 * character code tables of Chinese, Japanese and Korean fonts. Without them it omits such images and texts. Each
 * setting must end with a slash.
 */
export function pdfjsParts(): { readonly wasmUrl: string; readonly cMapUrl: string; readonly cMapPacked: true } {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  return { wasmUrl: `${folder}/wasm/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true };
}
