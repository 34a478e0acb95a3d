import { spawn, spawnSync } from 'node:child_process';

/** The user of the image (Dockerfile), who need not exist here. */
export const PLAIN_USER = 1000;

/** Shell script: makes everything but the folder $1 unwritable, drops all rights, and becomes the rest of its words. */
const SCRIPT = `
set -e
mount --bind "$1" "$1"
mount -o remount,ro,bind /
shift
if touch /written 2>/dev/null; then echo 'the root is writable' >&2; exit 99; fi
exec setpriv --reuid ${PLAIN_USER} --regid ${PLAIN_USER} --clear-groups --no-new-privs --bounding-set -all --inh-caps -all "$@"
`;

const wordsOf = (writable: string, command: readonly string[]): string[] => [
  ...['--mount', '--propagation', 'private', 'sh', '-c', SCRIPT, 'sh', writable],
  ...command,
];

/** Why this machine cannot do it; undefined if it can. */
export function readOnlyRootHindrance(writable: string): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can make a root read-only';
  const { status, error, stderr } = spawnSync('unshare', wordsOf(writable, ['true']), { encoding: 'utf8' });
  return status === 0 ? undefined : `unshare, mount or setpriv do not work here: ${error?.message ?? stderr.trim()}`;
}

/** Starts a command as a plain user without any rights, who can write into one folder only, as in a container. */
export function spawnOnReadOnlyRoot(writable: string, command: readonly string[], env: Record<string, string>) {
  return spawn('unshare', wordsOf(writable, command), { env, stdio: ['ignore', 'pipe', 'pipe'] });
}
