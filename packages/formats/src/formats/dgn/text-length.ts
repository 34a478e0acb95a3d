/** Share by which width and height of letters differ at least where a text is squeezed or stretched. */
const STRETCHED = 1e-3;

/** Whether the letters of a text do not have the proportions of their font: its length is worth keeping then. */
export function isStretched(width: number, height: number): boolean {
  return Math.abs(width - height) > STRETCHED * height;
}
