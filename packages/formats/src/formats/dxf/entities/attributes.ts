import { plainMtext } from '../../../kit/cad/mtext.ts';
import { isBlank, plainText } from '../../../kit/cad/text-codes.ts';
import { COMMON } from '../common-fields.ts';
import type { Entity } from '../entity.ts';
import { integer, name } from '../fields.ts';
import type { Interpreter } from '../interpreter.ts';
import type { Outcome } from './draw.ts';
import { drawSingleLine, mtextOf, placeMtext, TEXT } from './texts.ts';

/** ATTRIB and ATTDEF, placed like TEXT. From 2018 on, several lines are in an embedded MTEXT. */
export const ATTRIBUTE = {
  ...TEXT,
  tag: name(2),
  flags: integer(70),
  vertical: integer(74),
  lines: COMMON.embedded,
};
/** Flags of an attribute (70). */
const INVISIBLE = 1;
const CONSTANT = 2;
/**
 * Before 2018 further groups 70 follow: several lines in an attribute, or in the definition of a constant one; locked;
 * how many more.
 */
const FURTHER_FLAGS = 3;
const SEVERAL_LINES: readonly number[] = [2, 4];

/** The value of an attribute, all lines of it. */
export function attributeValue(entity: Entity): string {
  const lines = embeddedLines(entity, () => mtextOf(entity));
  if (lines !== undefined) return lines;
  const text = entity.texts(ATTRIBUTE.value);
  const flags = text.includes('\\') ? entity.all(ATTRIBUTE.flags) : [];
  return flags.length > FURTHER_FLAGS && SEVERAL_LINES.includes(flags[1]!) ? plainMtext(text) : plainText(text);
}

/** Whether an attribute is hidden. */
export function isHiddenAttribute(entity: Entity): boolean {
  return (entity.get(ATTRIBUTE.flags) & INVISIBLE) !== 0;
}

/** Draws a text at an attribute's place: by its MTEXT if it has several lines, else as a single line. */
export function drawAttribute(into: Interpreter, text: string, shiftEast = 0, shiftNorth = 0): Outcome {
  const { entity } = into;
  if (!entity.has(ATTRIBUTE.lines)) return drawSingleLine(into, text, ATTRIBUTE.vertical, shiftEast, shiftNorth);
  into.begin();
  // The MTEXT is in world coordinates, the shift in those of the attribute, which are mirrored when it is seen from
  // below.
  const east = entity.get(COMMON.extrusion.z) < 0 ? -shiftEast : shiftEast;
  return embeddedLines(entity, () => placeMtext(into, text, east, shiftNorth));
}

/**
 * ATTDEF: shows its tag outside of a block definition; inside, its value if it is constant or passed with the block.
 */
export function drawAttdef(into: Interpreter): Outcome {
  const { entity } = into;
  const isConstant = (entity.get(ATTRIBUTE.flags) & CONSTANT) !== 0;
  if (into.reference === undefined)
    return drawAttribute(into, isConstant ? attributeValue(entity) : entity.name(ATTRIBUTE.tag));
  const value = isConstant ? attributeValue(entity) : (into.attributeValues.shift() ?? '');
  return isHiddenAttribute(entity) || isBlank(value) ? undefined : drawAttribute(into, value);
}

/** Calls `use` with the view on the embedded MTEXT of an attribute; undefined if it has no MTEXT. */
function embeddedLines<T>(entity: Entity, use: () => T): T | undefined {
  if (!entity.has(ATTRIBUTE.lines)) return undefined;
  const goBack = entity.part(entity.find(ATTRIBUTE.lines) + 1, entity.to);
  const result = use();
  goBack();
  return result;
}
