/** Classes of bytes, looked up once per byte; 0 means that nothing is to be done. */
export const PLAIN = 0;
/** `<` in text. */
export const OPEN = 1;
/** `&` */
export const AMPERSAND = 2;
/** Carriage return: line ends are normalised when the text is decoded. */
export const RETURN = 3;
/** `]` in text: `]]>` is forbidden there. */
export const BRACKET = 4;
/** First byte of U+F000–U+FFFF or U+D000–U+DFFF in UTF-8, which include characters that XML forbids. */
export const SUSPECT = 5;
/** A quotation mark in an attribute value. */
export const QUOTE = 6;
/** Tab or line feed in an attribute value: becomes a space. */
export const BLANK = 7;
/** A byte that XML forbids here, or the 0 after the last byte of a window. */
export const FORBIDDEN = 8;

const controls = (table: Uint8Array): Uint8Array => {
  for (let byte = 0; byte < 32; byte++) table[byte] = FORBIDDEN;
  table[0x26] = AMPERSAND;
  table[0x0d] = RETURN;
  table[0xef] = SUSPECT;
  table[0xed] = SUSPECT;
  return table;
};

/** Classes of the bytes of character data. */
export const IN_TEXT: Uint8Array = controls(new Uint8Array(256));
IN_TEXT[0x09] = PLAIN;
IN_TEXT[0x0a] = PLAIN;
IN_TEXT[0x3c] = OPEN;
IN_TEXT[0x5d] = BRACKET;

/** Classes of the bytes of an attribute value. */
export const IN_VALUE: Uint8Array = controls(new Uint8Array(256));
IN_VALUE[0x09] = BLANK;
IN_VALUE[0x0a] = BLANK;
IN_VALUE[0x22] = QUOTE;
IN_VALUE[0x27] = QUOTE;
IN_VALUE[0x3c] = FORBIDDEN;

/** 1 for bytes allowed in a name (non-ASCII characters are checked when the name is first seen). */
export const IN_NAME: Uint8Array = new Uint8Array(256).fill(1, 0x80);
for (const char of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:_-.')
  IN_NAME[char.charCodeAt(0)] = 1;

/** Whether a byte is XML white space. */
export function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Whether a code point is a `Char` of XML 1.0 (production 2). */
export function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}

const START =
  ':A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef' +
  '\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f-\\u2040]*$`, 'u');

/** Whether a text is a `Name` of XML 1.0, fifth edition (production 5). */
export function isXmlName(text: string): boolean {
  return NAME.test(text);
}
