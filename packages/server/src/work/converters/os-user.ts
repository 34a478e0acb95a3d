import { chmodSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { SettingError } from '../../config/parse.ts';
import type { OsUser } from './work-folder.ts';

/** The bits of a folder's mode that let everyone pass through it without listing it. */
const PASS = 0o111;

/**
 * The operating system user of the setting `converterUser`. The data directory is opened for that user to pass through,
 * but not to list or read.
 * @param setting `uid` or `uid:gid` @param directory the data directory, absolute
 * @throws SettingError if the server may not start processes as someone else, or that user could not reach its folder
 */
export function prepareOsUser(setting: string, directory: string): OsUser {
  if (process.getuid?.() !== 0)
    throw new SettingError(`The setting converterUser is ${setting}, but only a server that runs as root can use it.`);
  chmodSync(directory, statSync(directory).mode | PASS);
  for (let folder = dirname(directory); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) {
      const text = `The setting converterUser is ${setting}, but that user cannot pass through ${folder} to the data directory.`;
      throw new SettingError(`${text} Allow it (chmod o+x ${folder}) or put the data directory elsewhere.`);
    }
    if (dirname(folder) === folder) break;
  }
  const [uid, gid = uid] = setting.split(':').map(Number);
  return { uid: uid!, gid: gid! };
}
