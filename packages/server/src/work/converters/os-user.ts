import { chmodSync, readFileSync, statSync } from 'node:fs';
import { SettingError } from '../../config/parse.ts';
import { unreachable, unreadable } from './reach.ts';
import type { OsUser } from './work-folder.ts';

/** The value of the setting `converterUser` for processes that run as the server's own user. */
export const SAME_USER = 'same';
/** The user that owns nothing, called nobody on most systems: the default of a server that runs as root. */
const NOBODY = '65534:65534';
/** The bits of a folder's mode that let everyone pass through it without listing it. */
const PASS = 0o111;
/** The capabilities that starting others as another user, and taking over their files, needs. */
const NAMES = 'CAP_CHOWN, CAP_DAC_OVERRIDE, CAP_FOWNER, CAP_KILL, CAP_SETGID, CAP_SETUID';
/** The same as bits. */
const NEEDED = 0b1110_1011n;

/** As whom converters run, and a sentence for the log that says so. */
export interface ConverterUser {
  readonly user?: OsUser;
  readonly note: string;
  /** Whether a server that runs as root gives converters its own rights without being asked to. */
  readonly isExposed: boolean;
}

/**
 * Chooses the operating system user of converter processes: that of the setting, or, for a server that runs as root,
 * 65534:65534. Where this default cannot work, converters run as the server's own user, and the note says why. The data
 * directory is opened for that user to pass through, but not to list or read.
 * @param setting `uid`, `uid:gid` or `same` @param directory the data directory, absolute
 * @param readable what converters must read besides their own folder, absolute
 * @throws SettingError if the setting names a user as whom no process can be started or work
 */
export function chooseOsUser(
  setting: string | undefined,
  directory: string,
  readable: readonly string[],
): ConverterUser {
  const isRoot = process.getuid?.() === 0;
  if (setting === SAME_USER || (setting === undefined && !isRoot))
    return { note: "converters run as the server's own user", isExposed: false };
  const [uid, gid = uid] = (setting ?? NOBODY).split(':').map(Number);
  const user = { uid: uid!, gid: gid! };
  const hindrance = isRoot ? hindranceOf(user, directory, readable) : 'only a server that runs as root can use it.';
  if (hindrance === undefined) {
    chmodSync(directory, statSync(directory).mode | PASS);
    return { user, note: `converters run as the user ${user.uid}:${user.gid}`, isExposed: false };
  }
  if (setting !== undefined) throw new SettingError(`The setting converterUser is ${setting}, but ${hindrance}`);
  const note = `converters run as root and not as ${NOBODY}: ${hindrance} To accept it, set converterUser to same.`;
  return { note, isExposed: true };
}

function hindranceOf(user: OsUser, directory: string, readable: readonly string[]): string | undefined {
  const capabilities = capabilitiesOf();
  if (capabilities !== undefined && (capabilities & NEEDED) !== NEEDED)
    return `this process lacks one of the capabilities ${NAMES}.`;
  const closed = unreachable(directory, user);
  if (closed !== undefined) return `${closed} or put the data directory elsewhere.`;
  for (const path of readable) {
    const reason = unreadable(path, user);
    if (reason !== undefined) return `${reason} or install the server elsewhere.`;
  }
  return undefined;
}

/** The effective capabilities of this process (Linux); undefined where they cannot be read. */
function capabilitiesOf(): bigint | undefined {
  try {
    const hex = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    return hex === undefined ? undefined : BigInt(`0x${hex}`);
  } catch {
    return undefined;
  }
}
