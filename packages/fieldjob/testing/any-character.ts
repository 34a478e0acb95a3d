import fc from 'fast-check';

const SURROGATES = 0xd800;
const AFTER_SURROGATES = 0xe000;
const COUNT = 0x110000 - (AFTER_SURROGATES - SURROGATES);

/**
 * Any character of Unicode: the unit `'binary'` of fast-check's strings, whose table of all characters takes a second
 * of CPU time in each process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(COUNT - 1).map(
  (n) => String.fromCodePoint(n < SURROGATES ? n : n - SURROGATES + AFTER_SURROGATES),
  (character) => {
    const code = String(character).codePointAt(0)!;
    return code < SURROGATES ? code : code - AFTER_SURROGATES + SURROGATES;
  },
);
