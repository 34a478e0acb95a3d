/** The name of a file without its extension: `site.tar.gz` is `site.tar`, and `.gz` is empty. */
export function fileStem(name: string): string {
  return name.replace(/\.[^.]*$/, '');
}
