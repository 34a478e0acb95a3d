import { escapeHtml } from './html.ts';

/** A heading of a page and its fragment. */
export interface Heading {
  readonly level: number;
  readonly title: string;
  readonly id: string;
}

const FENCE = /^```/;
const HEADING = /^(#{1,6}) +(.*)$/;
const ITEM = /^( *)([-*]|\d+\.) +/;
const ROW = /^\|/;
const BLANK = /^\s*$/;
/** Code, links, strong and emphasised text, and escaped characters. */
const INLINE =
  /(`+)([^`]|[^`][\s\S]*?[^`])\1(?!`)|\[((?:`[^`]*`|[^\]`])*)\]\(([^)\s]+)\)|\*\*([\s\S]+?)\*\*|\*([^*\s][^*]*)\*|\\([^\w\s])/g;

/**
 * The part of Markdown that our guides use: headings, paragraphs, lists, tables, code, links, emphasis. Everything else
 * is shown as text, HTML as well.
 * @param linkOf the address that a link of the text leads to; undefined if it leads to nothing here
 */
export function renderMarkdown(text: string, linkOf: (address: string) => string | undefined): string {
  return blocks(text.split('\n'), linkOf);
}

/** The fragment of a heading, as on GitHub. */
export function fragmentOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

/** The heading in a line, if it has one. */
export function headingOf(line: string): Heading | undefined {
  const [, marks, title] = HEADING.exec(line) ?? [];
  return marks === undefined ? undefined : { level: marks.length, title: title!, id: fragmentOf(title!) };
}

type LinkOf = Parameters<typeof renderMarkdown>[1];

function blocks(lines: readonly string[], linkOf: LinkOf): string {
  const out: string[] = [];
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!;
    const end = endOfBlock(lines, i);
    const block = lines.slice(i, end);
    const heading = headingOf(line);
    if (FENCE.test(line)) out.push(`<pre tabindex="0"><code>${escapeHtml(block.slice(1, -1).join('\n'))}</code></pre>`);
    else if (heading !== undefined)
      out.push(`<h${heading.level} id="${heading.id}">${inline(heading.title, linkOf)}</h${heading.level}>`);
    else if (ROW.test(line)) out.push(table(block, linkOf));
    else if (ITEM.test(line)) out.push(list(block, linkOf));
    else if (!BLANK.test(line)) out.push(`<p>${inline(block.join('\n'), linkOf)}</p>`);
    i = end;
  }
  return out.join('\n');
}

/** The line after the block that begins at a line. */
function endOfBlock(lines: readonly string[], start: number): number {
  const first = lines[start]!;
  let end = start + 1;
  if (FENCE.test(first)) {
    while (end < lines.length && !FENCE.test(lines[end]!)) end++;
    return end + 1;
  }
  if (BLANK.test(first) || HEADING.test(first)) return end;
  if (ITEM.test(first)) {
    // An indented line belongs to the list even after an empty one.
    for (; end < lines.length; end++) {
      const continues = BLANK.test(lines[end]!) ? /^ {2}/.test(lines[end + 1] ?? '') : !startsOther(lines[end]!);
      if (!continues) break;
    }
    return end;
  }
  const isRow = ROW.test(first);
  while (end < lines.length && ROW.test(lines[end]!) === isRow && !BLANK.test(lines[end]!)) {
    if (!isRow && (startsOther(lines[end]!) || ITEM.test(lines[end]!))) break;
    end++;
  }
  return end;
}

function startsOther(line: string): boolean {
  return FENCE.test(line) || HEADING.test(line) || ROW.test(line);
}

function list(lines: readonly string[], linkOf: LinkOf): string {
  const [, indent, marker] = ITEM.exec(lines[0]!)!;
  const items: string[][] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item !== null && item[1]!.length <= indent!.length) items.push([line.slice(item[0].length)]);
    else items.at(-1)!.push(line.replace(/^ {1,3}/, ''));
  }
  const tag = /\d/.test(marker!) ? 'ol' : 'ul';
  const shown = items.map((item) => `<li>${blocks(item, linkOf).replace(/^<p>([\s\S]*?)<\/p>/, '$1')}</li>`);
  return `<${tag}>${shown.join('')}</${tag}>`;
}

function table(rows: readonly string[], linkOf: LinkOf): string {
  const [head, , ...body] = rows.map((row) =>
    row
      .replace(/\|\s*$/, '')
      .split(/(?<!\\)\|/)
      .slice(1)
      .map((cell) => inline(cell.trim().replaceAll('\\|', '|'), linkOf)),
  );
  const cells = (tag: string, row: readonly string[]) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const hasHead = head!.some((cell) => cell !== '');
  const top = hasHead ? `<thead><tr>${cells('th', head!)}</tr></thead>` : '';
  const lines = body.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
  return `<div class="wide" tabindex="0"><table>${top}<tbody>${lines}</tbody></table></div>`;
}

function inline(text: string, linkOf: LinkOf): string {
  let out = '';
  let done = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, , code, label, address, strong, emphasised, escaped] = found;
    out += escapeHtml(text.slice(done, found.index));
    done = found.index + whole.length;
    if (code !== undefined) out += `<code>${escapeHtml(code)}</code>`;
    else if (label !== undefined) out += link(inline(label, linkOf), linkOf(address!));
    else if (strong !== undefined) out += `<strong>${inline(strong, linkOf)}</strong>`;
    else if (emphasised !== undefined) out += `<em>${inline(emphasised, linkOf)}</em>`;
    else out += escapeHtml(escaped!);
  }
  return out + escapeHtml(text.slice(done));
}

function link(label: string, address: string | undefined): string {
  return address === undefined ? label : `<a href="${escapeHtml(address)}">${label}</a>`;
}
