import { type Drawing, type FieldJob, Path } from '@fieldbridge/fieldjob';
import { isShown } from './ink.ts';
import type { View } from './view.ts';

/** Bytes of embedded pictures per plan; further ones are shown by their frame. */
const MOST_BYTES = 32 * 2 ** 20;
const CORNERS = 4;

/**
 * The image drawings of a job that are in its coordinates and unit: their files are pictures, their scenes one area of
 * four corners.
 */
export function picturesOf(job: FieldJob): readonly Drawing[] {
  return job.drawings.filter(
    ({ mediaType, placement, scene, read }) =>
      /^image\/(png|jpeg)$/.test(mediaType) &&
      placement.kind === 'none' &&
      scene.unit === job.unit &&
      scene.areas.length === 1 &&
      read !== null,
  );
}

function cornersOf({ scene }: Drawing): readonly [easting: number, northing: number][] {
  const path = scene.areas.loadPath(0, new Path());
  return Array.from({ length: path.count }, (_, i) => [path.coordinates[3 * i]!, path.coordinates[3 * i + 1]!]);
}

/** The corners of all pictures of a job. */
export function pictureCorners(job: FieldJob): (readonly [easting: number, northing: number])[] {
  return picturesOf(job).flatMap(cornersOf);
}

/**
 * Draws the pictures of a job behind everything else, each stretched to its corners; returns how many were drawn, and
 * of how many.
 */
export function drawPictures(parts: string[], view: View, job: FieldJob): { drawn: number; total: number } {
  let left = MOST_BYTES;
  let drawn = 0;
  const pictures = picturesOf(job);
  for (const drawing of pictures) {
    const { scene, size, mediaType, read } = drawing;
    const corners = cornersOf(drawing);
    if (!isShown(scene, scene.areas, 0) || corners.length !== CORNERS || !corners.flat().every(Number.isFinite))
      continue;
    const places = corners.map(([easting, northing]) => [Number(view.across(easting)), Number(view.down(northing))]);
    if (size > left) {
      parts.push(`<path d="M${places.map((place) => place.join(' ')).join('L')}Z"/>`);
      continue;
    }
    left -= size;
    const [[a, b], [c, d], , [e, f]] = places as [
      [number, number],
      [number, number],
      [number, number],
      [number, number],
    ];
    // The picture is the unit square with its origin at the upper left: across to the upper right, down to the lower
    // left.
    const matrix = [c - a, d - b, a - e, b - f, e, f].join(' ');
    const data = Buffer.from(read!()).toString('base64');
    parts.push(
      `<image width="1" height="1" preserveAspectRatio="none" transform="matrix(${matrix})" href="data:${mediaType};base64,${data}"/>`,
    );
    drawn++;
  }
  return { drawn, total: pictures.length };
}
