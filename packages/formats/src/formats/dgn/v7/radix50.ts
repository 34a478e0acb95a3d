const ALPHABET = ' ABCDEFGHIJKLMNOPQRSTUVWXYZ$.?0123456789';

/** Three characters of a Radix-50 word (40 × 40 × 40 ≤ 65536), as cell names are stored; blanks at the end are not part of a name. */
export function radix50(...words: number[]): string {
  return words
    .map(
      (word) => ALPHABET[Math.floor(word / 1600) % 40]! + ALPHABET[Math.floor(word / 40) % 40]! + ALPHABET[word % 40]!,
    )
    .join('')
    .trimEnd();
}
