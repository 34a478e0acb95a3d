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

/** Files in one archive, which is read with the files in it as each other's references. */
export async function archiveOf(files: readonly File[], name: string): Promise<File> {
  const { zipSync } = await import('fflate');
  const content: Record<string, Uint8Array> = {};
  for (const [i, file] of files.entries()) {
    // Files of different folders may have the same name; attachments are found by it, whatever their folder.
    const path = content[file.name] === undefined ? file.name : `${i}/${file.name}`;
    content[path] = new Uint8Array(await file.arrayBuffer());
  }
  // They travel compressed anyway where that helps: here it would only stop the page.
  const bytes = zipSync(content, { level: 0 });
  return new File([new Uint8Array(bytes)], `${name}.zip`, { type: 'application/zip' });
}
