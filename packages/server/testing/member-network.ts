import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where the database, the object store and the callers are. */
const HUB = '10.77.0.1';
const run = promisify(execFile);

/** Runs `ip` (iproute2). */
const ip = (words: string) => run('ip', words.split(' '));

/**
 * A network namespace for each server, with two links: one for callers, and one to the database and the object store,
 * which can be cut while callers still reach the server. This process must have a network of its own already
 * (`unshare --net --mount`), so that nothing of it is left when the process ends.
 */
export class MemberNetwork {
  /** Of the database and the object store. */
  readonly address = HUB;
  /** Every address of the members. */
  readonly callers = '10.0.0.0/8';

  private constructor() {}

  /** @param count of members */
  static async open(count: number): Promise<MemberNetwork> {
    await ip('link set lo up');
    await ip(`addr add ${HUB}/32 dev lo`);
    for (let i = 0; i < count; i++) {
      await ip(`netns add member${i}`);
      await ip(`-n member${i} link set lo up`);
      for (const [link, net] of [
        ['call', callNet(i)],
        ['store', `10.79.${i}`],
      ] as const) {
        await ip(`link add ${link}${i} type veth peer name ${link} netns member${i}`);
        await ip(`addr add ${net}.1/24 dev ${link}${i}`);
        await ip(`link set ${link}${i} up`);
        await ip(`-n member${i} addr add ${net}.2/24 dev ${link}`);
        await ip(`-n member${i} link set ${link} up`);
      }
      await ip(`-n member${i} route add ${HUB}/32 via 10.79.${i}.1`);
    }
    return new MemberNetwork();
  }

  /** The words that start a program in the namespace of a member. */
  within(member: number): string[] {
    return ['nsenter', `--net=/run/netns/member${member}`];
  }

  /** The address at which callers reach a member. */
  host(member: number): string {
    return `${callNet(member)}.2`;
  }

  /** Drops everything between a member and the database and object store, silently. */
  async cut(member: number): Promise<void> {
    await ip(`link set store${member} down`);
  }

  async mend(member: number): Promise<void> {
    await ip(`link set store${member} up`);
  }
}

const callNet = (member: number): string => `10.78.${member}`;
