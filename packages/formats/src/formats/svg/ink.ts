import type { FieldJob } from '@fieldbridge/fieldjob';

/** White and nearly white lines would be invisible on paper; CAD systems show them black. */
const LIGHTEST = 0xf0;
const BLACK = '#222';

/** Whether a feature's layer is on. */
export function isShown(job: FieldJob, table: { layer: { get(row: number): number } }, row: number): boolean {
  return job.layers.get(table.layer.get(row))?.visible !== false;
}

/** Colour of a feature as CSS: its own, else its layer's, else black. */
export function inkOf(
  job: FieldJob,
  table: { colour: { get(row: number): number }; layer: { get(row: number): number } },
  row: number,
): string {
  const own = table.colour.get(row);
  const colour = own >= 0 ? own : (job.layers.get(table.layer.get(row))?.colour ?? -1);
  if (colour < 0) return BLACK;
  const [red, green, blue] = [(colour >> 16) & 255, (colour >> 8) & 255, colour & 255];
  if (red >= LIGHTEST && green >= LIGHTEST && blue >= LIGHTEST) return BLACK;
  return `#${(colour & 0xffffff).toString(16).padStart(6, '0')}`;
}

/** A text as XML content: markup escaped, characters that XML forbids replaced. */
export function escapeText(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
