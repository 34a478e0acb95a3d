import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SettingSources } from '../../config/configuration.ts';
import { coreSettings } from '../../config/core-settings.ts';
import { type Clock, systemClock } from '../../core/clock.ts';
import { ServerKey } from '../../storage/server-key.ts';
import { configure } from '../assembly.ts';
import { checkBackups } from './backups.ts';
import { checkCertificate } from './certificate.ts';
import { checkClock } from './clock.ts';
import { checkDisk } from './disk.ts';
import { type Finding, Findings } from './finding.ts';
import { checkLock } from './lock.ts';
import { checkPermissions } from './permissions.ts';
import { checkPublicUrl } from './public-url.ts';
import { checkRuntime } from './runtime.ts';

const LOCAL_HOSTS = /^(localhost|127\.|::1$)/;

/**
 * Examines a server's surroundings without changing anything, while it runs or not.
 * @param sources the settings that the server is started with
 * @throws SettingError
 */
export async function examine(sources: SettingSources, clock: Clock = systemClock): Promise<Finding[]> {
  const core = configure(sources).values(coreSettings);
  const directory = resolve(core.data);
  const now = clock.now();
  const findings = [...checkRuntime(process.versions.node), ...(await checkCertificate(core, now))];
  const data = new Findings('data-directory');
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    data.error(`${directory} does not exist`, 'Name the data directory with --data; the first start creates one.');
    return [...data.list, ...findings];
  }
  const permissions = checkPermissions(directory, core.tlsKey);
  try {
    const lock = checkLock(directory);
    const serverId = ServerKey.read(directory)?.publicId;
    const isOpen = !LOCAL_HOSTS.test(core.host);
    const { publicUrl } = core;
    findings.push(
      ...checkDisk(directory, { bytes: core.diskReserve, percent: core.diskReservePercent }),
      ...checkClock(directory, now),
      ...(await checkBackups(core, directory, serverId, now)),
      ...lock.findings,
      ...(await checkPublicUrl({ publicUrl, isOpen, isRunning: lock.isRunning, serverId, now })),
    );
    data.ok(directory);
  } catch (error) {
    data.error((error as Error).message.replace(/\.$/, ''), 'See "Backup and restore" in docs/operating.md.');
  }
  return [...data.list, ...permissions, ...findings];
}
