/** Drawings that may attach others. */
const DRAWING = /\.(dgn|dxf|dwg)$/i;
/** Issues that name a file which a drawing attaches and that was not read. */
const UNREAD: ReadonlySet<string> = new Set(['dgn-attached-file', 'xref-not-read', 'attached-missing']);

interface Looked {
  readonly file: Pick<File, 'name'>;
  readonly report?: { readonly issues: readonly { readonly code: string }[] };
}

/** The drawings among files, if one of them attaches a file that was not read; else none. */
export function drawingsToJoin<T extends Looked>(files: readonly T[]): T[] {
  const drawings = files.filter(({ file }) => DRAWING.test(file.name));
  const attaches = drawings.some(({ report }) => report?.issues.some(({ code }) => UNREAD.has(code)) === true);
  return attaches ? drawings : [];
}
