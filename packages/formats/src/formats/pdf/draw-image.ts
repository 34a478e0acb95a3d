import type { PDFPageProxy } from 'pdfjs-dist';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { isOutside, mappedBox, middleOf } from './box.ts';
import type { PageTools } from './page.ts';
import { type DecodedImage, decodeImage, type PlacedImage } from './page-images.ts';

/** Passes an image of a page on as a background drawing; one that cannot become a drawing is shown by its outline. */
export async function drawImage(
  page: PDFPageProxy,
  number: number,
  placed: PlacedImage,
  { pen, pictures, report, tally: tallies }: PageTools,
): Promise<void> {
  const tally = tallies.of('image');
  tally.found++;
  const box = mappedBox([0, 0, 1, 1], placed.matrix);
  const say = (issue: Issue): void => report({ ...issue, ...middleOf(box), about: { page: number } });
  if (!placed.matrix.every(Number.isFinite)) {
    tally.skipped++;
    say(issueOf('pdf-image-skipped', { page: number }));
    return;
  }
  if (box !== undefined && isOutside(box, placed.clip)) {
    tally.skipped++;
    say(issueOf('pdf-outside', { page: number, thing: 'an image' }));
    return;
  }
  tally.read++;
  const outline = (issue: Issue): void => {
    pen.image(placed.matrix, number, placed.layer);
    say(issue);
  };
  if (pictures === undefined) return outline(issueOf('pdf-image-outline', { page: number }));
  const image: DecodedImage | undefined = await decodeImage(page, placed);
  if (image === undefined) return outline(issueOf('pdf-image-undecoded', { page: number }));
  const refusal = pictures.refusal(image.raster, number);
  if (refusal !== undefined) return outline(refusal);
  const { width, height } = image.raster;
  const { stated } = placed;
  if (stated !== undefined && (stated[0] !== width || stated[1] !== height))
    say(issueOf('pdf-image-resized', { page: number, stated: stated.join(' × '), size: `${width} × ${height}` }));
  const name = await pictures.add(image, placed, number);
  say(issueOf('pdf-image', { page: number, name }));
}
