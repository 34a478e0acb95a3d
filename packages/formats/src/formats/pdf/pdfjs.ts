import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The reader of PDF files that this one stands on. */
export type Pdfjs = typeof import('pdfjs-dist');

/** Most pixels of an image (an A0 sheet has 140 million at 300 dots per inch); pdf.js leaves larger ones out. */
export const MOST_PIXELS = 150_000_000;

/** pdf.js is loaded when the first PDF comes: it costs 0.2 s. */
export async function loadPdfjs(): Promise<Pdfjs> {
  tellSizes();
  nameDrawingClasses();
  return import('pdfjs-dist/legacy/build/pdf.mjs');
}

/**
 * pdf.js asks a canvas how large pictures may be before it unpacks a JPEG 2000 image, and where there is no canvas, as here, it takes
 * a half, a quarter or less of whatever is wider or higher than 2048 pixels. It gets an answer without a canvas: up to the limit all of it.
 */
function tellSizes(): void {
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
 * Where pdf.js finds what it does not carry within: decoders of fax (CCITT), JBIG2 and JPEG 2000 images, and the tables of the character
 * codes that Chinese, Japanese and Korean fonts name. Without them it leaves such images and texts out. They are read when a file needs
 * them; each setting has to end with a slash.
 */
export function pdfjsParts(): { readonly wasmUrl: string; readonly cMapUrl: string; readonly cMapPacked: true } {
  const folder = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  return { wasmUrl: `${folder}/wasm/`, cMapUrl: `${folder}/cmaps/`, cMapPacked: true };
}
