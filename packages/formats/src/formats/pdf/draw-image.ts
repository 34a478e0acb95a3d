import type { PDFPageProxy } from 'pdfjs-dist';
import { isOutside, mappedBox } from './box.ts';
import type { PageTools } from './page.ts';
import { type DecodedImage, decodeImage, type PlacedImage } from './page-images.ts';

/** Hands an image of a page on as a background drawing; one that cannot be a drawing is shown by its outline. */
export async function drawImage(
  page: PDFPageProxy,
  number: number,
  placed: PlacedImage,
  { pen, pictures, report, tally: tallies }: PageTools,
): Promise<void> {
  const tally = tallies.of('image');
  tally.found++;
  const say = (code: string, severity: 'note' | 'warning', text: string): void =>
    report({ code, severity, text: `page ${number}: ${text}`, about: { page: number } });
  if (!placed.matrix.every(Number.isFinite)) {
    tally.skipped++;
    say('pdf-image-skipped', 'warning', 'an image without a usable position was left out');
    return;
  }
  const box = mappedBox([0, 0, 1, 1], placed.matrix);
  if (box !== undefined && isOutside(box, placed.clip)) {
    tally.skipped++;
    say('pdf-outside', 'note', 'an image lies outside of what the page shows and was left out');
    return;
  }
  tally.read++;
  const outline = (severity: 'note' | 'warning', why: string): void => {
    pen.image(placed.matrix, number, placed.layer);
    say('pdf-image-outline', severity, `an image is shown by its outline: ${why}`);
  };
  if (pictures === undefined) return outline('note', 'as asked for');
  const image: DecodedImage | undefined = await decodeImage(page, placed);
  if (image === undefined) return outline('warning', 'its pixels cannot be decoded');
  const refusal = pictures.refusal(image.raster);
  if (refusal !== undefined) return outline('note', refusal);
  const { width, height } = image.raster;
  const { stated } = placed;
  if (stated !== undefined && (stated[0] !== width || stated[1] !== height))
    say(
      'pdf-image-resized',
      'warning',
      `an image of ${stated.join(' × ')} pixels was unpacked to ${width} × ${height}: it is too large to be taken whole, or its own header says so`,
    );
  const name = await pictures.add(image, placed, number);
  say('pdf-image', 'note', `an image became the background drawing "${name}"`);
}
