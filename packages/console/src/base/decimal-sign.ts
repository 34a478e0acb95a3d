/** Exact digits with another decimal sign than a point: none is added or taken away. */
export function withSign(text: string, sign: string): string {
  return text.replace(/(?<=\d)\.(?=\d)/, sign);
}

/** A number as machines write it, from one with that decimal sign; anything else unchanged. */
export function withPoint(text: string, sign: string): string {
  const [whole = '', decimals = '', ...more] = text.trim().split(sign);
  return more.length === 0 && /^-?\d+$/.test(whole) && /^\d+$/.test(decimals) ? `${whole}.${decimals}` : text;
}
