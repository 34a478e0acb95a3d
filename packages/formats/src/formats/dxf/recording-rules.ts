import { codesOf, type Fields } from './fields.ts';
import { HANDLE, HIGHEST_CODE, IGNORED_TEXT, isNumeric, KIND_OF, NAME, TEXT } from './group-kinds.ts';

/** The treatment of a group while an entity is recorded, by its code. */
export const LEAVE_OUT = 0;
export const TAKE_NUMBER = 1;
export const TAKE_NAME = 2;
export const TAKE_TEXT = 3;
export const TAKE_HANDLE = 4;
/** A subclass marker: omitted, except AcDbHelix. */
export const MARKER = 5;
/** Code 102 opens or closes a group of application data. */
export const BRACE = 6;
/** Code 101 begins an embedded object, which lasts to the end of the entity. */
export const EMBEDDED = 7;
/** Code 0 begins the next entity. */
export const END = 8;

/** One rule per group code. */
export type Rules = Uint8Array;

/**
 * Groups of the entity itself. Comments and extended data (from 999 on), binary chunks and pointers to other objects
 * (320–369) are omitted, except for pointers to the blocks of a multileader and to the definition of an image
 * (340–345).
 */
export const ENTITY_RULES: Rules = Uint8Array.from(KIND_OF, ruleOf);
/** The same with proxy graphics (310). */
export const PICTURE_RULES: Rules = ENTITY_RULES.map((rule, code) => (code === 310 ? TAKE_TEXT : rule));
/** Objects that entities link to, with the handle (320) and the bytes (310) of shapes in ACDSDATA. */
export const DATA_RULES: Rules = PICTURE_RULES.map((rule, code) => (code === 320 ? TAKE_HANDLE : rule));
/** The rules plus extended data, except braces (1002), comments (999) and binary chunks (1004). */
export function withExtendedData(rules: Rules): Rules {
  return rules.map((rule, code) => {
    if (code < 1000 || code === 1002 || code === 1004) return rule;
    const kind = KIND_OF[code]!;
    return isNumeric(kind) ? TAKE_NUMBER : kind === IGNORED_TEXT ? TAKE_TEXT : rule;
  });
}
/** Attributes: the embedded object (after 101) is the text of an attribute with several lines. */
export const ATTRIBUTE_RULES: Rules = ENTITY_RULES.map((rule) => (rule === EMBEDDED ? TAKE_NAME : rule));
/** Between the braces of application data. */
export const APPLICATION_RULES: Rules = only(BRACE, EMBEDDED, END);
/** Where only the start of the next entity matters: after an embedded object, in SEQEND. */
export const NO_RULES: Rules = only(END);

function ruleOf(kind: number, code: number): number {
  if (code === 0) return END;
  if (code === 100) return MARKER;
  if (code === 101) return EMBEDDED;
  if (code === 102) return BRACE;
  if (code >= 999) return LEAVE_OUT;
  if (isNumeric(kind)) return TAKE_NUMBER;
  if (kind === NAME) return TAKE_NAME;
  if (kind === TEXT) return TAKE_TEXT;
  return kind === HANDLE && (code < 320 || (code >= 340 && code <= 345)) ? TAKE_HANDLE : LEAVE_OUT;
}

/** Takes only these fields, and finds the end of the entity as always. */
export function onlyFields(fields: Fields): Rules {
  const codes = codesOf(fields);
  return ENTITY_RULES.map((rule, code) => (codes.includes(code) ? rule : APPLICATION_RULES[code]!));
}

function only(...rules: readonly number[]): Rules {
  return new Uint8Array(HIGHEST_CODE + 1).map((_, code) => {
    const rule = ENTITY_RULES[code]!;
    return rules.includes(rule) ? rule : LEAVE_OUT;
  });
}
