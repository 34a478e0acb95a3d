import type { Drawing, Path } from '@fieldbridge/fieldjob';
import { VIEW_LIMITS, type ViewImage } from '@fieldbridge/view-wire';
import { pictureSize } from '../kit/io/picture-size.ts';

/** The pictures of a job: background drawings that are pictures, in the place of their frame. */
export class Pictures {
  readonly list: ViewImage[] = [];
  readonly files: Uint8Array[] = [];
  /** Pictures that are too large or too many. */
  left = 0;
  #bytes = 0;
  #waiting: { readonly file: Uint8Array; readonly image: Omit<ViewImage, 'corners' | 'pen'> } | undefined;

  /** A drawing begins: if it is a picture, its frame follows. */
  begin({ mediaType, read, size }: Drawing): void {
    this.#waiting = undefined;
    if (read === null || (mediaType !== 'image/png' && mediaType !== 'image/jpeg')) return;
    if (this.list.length >= VIEW_LIMITS.images || this.#bytes + size > VIEW_LIMITS.imageBytes) {
      this.left++;
      return;
    }
    const file = read();
    const found = pictureSize(file);
    // The bytes decide, not the stated kind.
    if (found === undefined || found.width * found.height > VIEW_LIMITS.imagePixels || found.mediaType !== mediaType) {
      this.left++;
      return;
    }
    const { width, height } = found;
    this.#waiting = { file, image: { mediaType, bytes: file.length, pixels: [width, height] } };
  }

  /** @param frame lower left, lower right, upper right, upper left @returns whether it is the frame of a picture */
  place({ count, coordinates: c }: Path, pen: number): boolean {
    const waiting = this.#waiting;
    if (waiting === undefined || count !== 4) return false;
    const corners = [0, 3, 6, 9].flatMap((i) => [c[i]!, c[i + 1]!]);
    if (!corners.every((value) => Math.abs(value) <= VIEW_LIMITS.coordinate)) return false;
    this.#waiting = undefined;
    this.#bytes += waiting.file.length;
    this.list.push({ ...waiting.image, corners, pen });
    this.files.push(waiting.file);
    return true;
  }
}
