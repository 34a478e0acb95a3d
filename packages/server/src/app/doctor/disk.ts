import { DiskSpace, type Reserve } from '../../storage/disk-space.ts';
import { bytesText, type Finding, Findings } from './finding.ts';

/** Checks the room on the disk of the data directory against the reserve. */
export function checkDisk(directory: string, reserve: Reserve): readonly Finding[] {
  const findings = new Findings('disk');
  const disk = new DiskSpace(directory, reserve);
  const found = `${bytesText(disk.free)} are free, ${bytesText(disk.reserve)} are kept for tickets and tokens`;
  if (disk.trouble !== undefined) findings.error(disk.trouble, 'Free space: the server cannot start or write.');
  else if (disk.isShort)
    findings.error(
      `${found}: uploads, imports and new exports are refused`,
      'Free space, enlarge the disk, or set a smaller diskReserve.',
    );
  else if (disk.free < 2 * disk.reserve)
    findings.warning(found, 'Free space soon: uploads are refused below the reserve.');
  else findings.ok(found);
  return findings.list;
}
