const ALPHABET = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ$.?0123456789';

/**
 * The three characters per Radix-50 word (40 × 40 × 40 ≤ 65536) in which cell names are stored; trailing blanks are not
 * part of a name.
 */
export function radix50(...words: number[]): string {
  return words
    .map(
      (word) => ALPHABET[Math.floor(word / 1600) % 40]! + ALPHABET[Math.floor(word / 40) % 40]! + ALPHABET[word % 40]!,
    )
    .join('')
    .trimEnd();
}
