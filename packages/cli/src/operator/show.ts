/** Deepest nesting that is shown. */
const DEPTH_MAX = 6;

/**
 * An answer of the desk as text for people: one line per item of a list, otherwise names and values; the text of a
 * message unchanged.
 */
export function showAnswer(answer: unknown): string {
  if (answer === undefined) return 'Done.\n';
  const items = (answer as { items?: unknown }).items;
  if (Array.isArray(items))
    return items.length === 0 ? 'None.\n' : items.map((item) => `${itemLine(item as object)}\n`).join('');
  return showFields(answer as object, 0);
}

function itemLine(item: object): string {
  return Object.entries(item)
    .filter(([, value]) => value !== null && !Array.isArray(value))
    .map(([name, value]) => `${name}=${inline(value)}`)
    .join('  ');
}

function showFields(value: object, depth: number): string {
  const indent = '  '.repeat(depth);
  let text = '';
  for (const [name, field] of Object.entries(value)) {
    if (field === null || field === undefined) continue;
    if (typeof field === 'object' && depth < DEPTH_MAX)
      text += `${indent}${name}:\n${showFields(field as object, depth + 1)}`;
    else if (typeof field === 'string' && field.includes('\n'))
      text += `${indent}${name}:\n\n${field.trimEnd().replace(/^/gm, `${indent}  `)}\n\n`;
    else text += `${indent}${name}: ${inline(field)}\n`;
  }
  return text;
}

function inline(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  const [line, ...more] = value.split('\n');
  const short = more.length > 0 ? `${line} …` : line!;
  return /^[^\s=]+$/.test(short) ? short : JSON.stringify(short);
}
