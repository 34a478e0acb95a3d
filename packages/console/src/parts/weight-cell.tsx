import { decimalsOf } from '../model/ticket.ts';
import { digits } from '../text/index.ts';

/** A weight in a column: digits of the same value are aligned, although each weight has the digits that were sent. */
export function WeightCell({ text, decimals }: { readonly text: string; readonly decimals: number }) {
  const [figures = '', ...unit] = text.split(' ');
  const missing = decimals - decimalsOf(text);
  // The decimal sign is half as wide as a digit.
  const width = missing <= 0 ? 0 : missing + (decimalsOf(text) === 0 ? 0.5 : 0);
  return (
    <>
      {digits(figures)}
      {width > 0 && <span class="gap" style={{ width: `${width}ch` }} />} {unit.join(' ')}
    </>
  );
}
