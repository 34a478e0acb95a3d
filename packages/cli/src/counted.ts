/**
 * A count with its kind in words: 1 point, 3 control points.
 * @param kinds the name of the count, in the plural
 */
export function counted(count: number, kinds: string): string {
  const words = kinds.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${count} ${count === 1 ? words.replace(/s$/, '') : words}`;
}
