import type { Ole2Frame, RasterImage, Shape, UnderlayEntity, Wipeout } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

/** IMAGE and WIPEOUT: place of the image, size of a pixel, and clipping path. */
export function writeImage(image: RasterImage | Wipeout, out: Groups): void {
  out.point(10, image.insertPoint);
  out.point(11, image.uVector);
  out.point(12, image.vVector);
  out.point2(13, image.size);
  out.number(280, image.clippingState ? 1 : 0);
  out.number(290, image.clipMode);
  for (const vertex of image.clipBoundaryVertices) out.point2(14, vertex);
  writeDefinition(image.definition, out);
}

/** PDFUNDERLAY, DWFUNDERLAY and DGNUNDERLAY. */
export function writeUnderlay(underlay: UnderlayEntity, out: Groups): void {
  out.point(10, underlay.insertPoint);
  out.number(41, underlay.xScale);
  out.number(42, underlay.yScale);
  out.number(43, underlay.zScale);
  out.angle(50, underlay.rotation);
  out.normal(underlay.normal);
  for (const vertex of underlay.clipBoundaryVertices) out.point2(11, vertex);
  writeDefinition(underlay.definition, out);
}

/** The object that names the file of the image. */
function writeDefinition(definition: { readonly handle: number } | null, out: Groups): void {
  if (definition) out.name(340, definition.handle.toString(16));
}

export function writeOleFrame(frame: Ole2Frame, out: Groups): void {
  out.point(10, frame.upperLeftCorner);
  out.point(11, frame.lowerRightCorner);
}

/** SHAPE: the library has the number of its form in the font file, not its name. */
export function writeShape(shape: Shape, out: Groups): void {
  out.point(10, shape.insertionPoint);
  out.normal(shape.normal);
  out.number(40, shape.size);
  out.angle(50, shape.rotation);
}
