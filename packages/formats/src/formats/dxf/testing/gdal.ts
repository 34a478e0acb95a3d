import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How many features GDAL finds in each of some drawings; a drawing that it cannot open is missing. They are layers of
 * one virtual file, since the program needs longer to start than to read one.
 * @param folder where that file is written
 * @param env variables besides those of this process
 */
export function countedByGdal(
  folder: string,
  paths: readonly string[],
  env: Record<string, string> = {},
): ReadonlyMap<string, number> {
  const layers = paths.map(
    (path) => `<OGRVRTLayer name="${path}">
<SrcDataSource>${path}</SrcDataSource><SrcLayer>entities</SrcLayer></OGRVRTLayer>`,
  );
  const all = join(folder, 'all.vrt');
  writeFileSync(all, `<OGRVRTDataSource>${layers.join('')}</OGRVRTDataSource>`);
  const { stdout } = spawnSync('ogrinfo', ['-so', '-al', all], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 26,
  });
  const found = stdout.matchAll(/^Layer name: ([^\n]*)$.*?^Feature Count: (\d+)$/gms);
  return new Map(Array.from(found, ([, path, count]) => [path!, Number(count)]));
}
