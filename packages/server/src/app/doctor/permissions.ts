import { accessSync, constants, readdirSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Finding, Findings } from './finding.ts';

/** Files that hold secrets in clear text, or the key under which they are stored. */
const KEYS = ['server.key', 'demo.json', 'operator.key'];
/** The bits of a file's mode that give anyone but its owner access. */
const OTHERS = 0o077;
/** The same for the data directory, which converters running as another user pass through. */
const OTHERS_BUT_PASSING = 0o066;

/**
 * Checks who may read and write the data directory, its files and the private key of TLS.
 * @param tlsKey file of the setting, if there is one
 */
export function checkPermissions(directory: string, tlsKey: string | undefined): readonly Finding[] {
  const findings = new Findings('permissions');
  const folder = statSync(directory);
  try {
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    findings.error(
      `this user cannot read and write ${directory}, which belongs to user ${folder.uid}`,
      `Run the server and this command as user ${folder.uid}, or give the directory to this user (chown -R).`,
    );
    return findings.list;
  }
  if (folder.mode & OTHERS_BUT_PASSING)
    findings.error(`others may read or write ${directory} (mode ${modeOf(folder)})`, `chmod go-rw ${directory}`);
  for (const name of readdirSync(directory).sort())
    checkFile(join(directory, name), KEYS.includes(name), folder.uid, findings);
  if (statSync(join(directory, 'operator.key'), { throwIfNoEntry: false }) !== undefined)
    findings.warning(
      "the first operator's key is still in operator.key",
      'Keep it in a safe place and delete the file.',
    );
  if (tlsKey !== undefined) checkTlsKey(tlsKey, findings);
  if (findings.list.length === 0) findings.ok(`only user ${folder.uid} can read ${directory} and its keys`);
  return findings.list;
}

function checkFile(path: string, isKey: boolean, owner: number, findings: Findings): void {
  // A file of SQLite may be gone by now.
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (stats.uid !== owner)
    findings.error(
      `${path} belongs to user ${stats.uid}, the data directory to user ${owner}`,
      `chown -R ${owner} the data directory; this happens if a command on it ran as another user.`,
    );
  if (!stats.isFile() || !(stats.mode & OTHERS)) return;
  const found = `others may use ${path} (mode ${modeOf(stats)})`;
  if (isKey) findings.error(found, `chmod 600 ${path}, and replace the key if somebody may have read it.`);
  else findings.warning(found, `chmod 600 ${path}`);
}

function checkTlsKey(path: string, findings: Findings): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  // Some systems have a group for private keys.
  if (stats !== undefined && stats.mode & 0o007)
    findings.error(`everyone may use ${path} (mode ${modeOf(stats)})`, `chmod o= ${path}`);
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(4, '0');
}
