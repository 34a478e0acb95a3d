import { zipSync } from 'fflate';

/** Files in one archive, which is read with the files in it as each other's references. */
export async function archiveOf(files: readonly File[], name: string): Promise<File> {
  const content: Record<string, Uint8Array> = {};
  for (const [i, file] of files.entries()) {
    // Files of different folders may have the same name; attachments are found by it, whatever their folder.
    const path = content[file.name] === undefined ? file.name : `${i}/${file.name}`;
    content[path] = new Uint8Array(await file.arrayBuffer());
  }
  // They are sent compressed anyway where that helps; compressing here would only block the page.
  const bytes = zipSync(content, { level: 0 });
  return new File([new Uint8Array(bytes)], `${name}.zip`, { type: 'application/zip' });
}
