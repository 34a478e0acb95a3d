import type { AttributeBase, DimensionStyle, MText, TextEntity, Tolerance } from '@node-projects/acad-ts';
import type { Groups } from './groups.ts';

/** TEXT. */
export function writeText(text: TextEntity, out: Groups): void {
  writePlaced(text, out);
  out.text(1, text.value);
  out.number(73, text.verticalAlignment);
}

/** ATTRIB and ATTDEF: a text with a tag. With several lines, its MTEXT follows. */
export function writeAttribute(attribute: AttributeBase, out: Groups): void {
  writePlaced(attribute, out);
  out.text(1, attribute.value);
  out.name(2, attribute.tag);
  out.number(70, attribute.flags);
  out.number(74, attribute.verticalAlignment);
  if (attribute.mText === null) return;
  out.name(101, 'Embedded Object');
  writeMText(attribute.mText, out);
}

function writePlaced(text: TextEntity, out: Groups): void {
  out.point(10, text.insertPoint);
  out.number(40, text.height);
  if (text.rotation !== 0) out.angle(50, text.rotation);
  if (text.mirror !== 0) out.number(71, text.mirror);
  out.number(72, text.horizontalAlignment);
  out.point(11, text.alignmentPoint);
  out.normal(text.normal);
}

/** MTEXT: its direction (11) overrides any angle. */
export function writeMText(text: MText, out: Groups): void {
  out.point(10, text.insertPoint);
  out.number(40, text.height);
  out.number(41, text.rectangleWidth);
  out.number(71, text.attachmentPoint);
  out.text(1, text.value);
  out.point(11, text.alignmentPoint);
  out.normal(text.normal);
}

export function writeTolerance(tolerance: Tolerance, out: Groups): void {
  out.point(10, tolerance.insertionPoint);
  const style = tolerance.style as DimensionStyle | null;
  if (style !== null) out.number(40, style.textHeight * (style.scaleFactor || 1));
  out.text(1, tolerance.text);
  out.point(11, tolerance.direction);
}
