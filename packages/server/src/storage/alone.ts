import { randomUUID } from 'node:crypto';
import type { Cluster, Memory, OthersDemand } from './port/cluster.ts';

/** The memory of the only process that writes the rows. */
export const OWN_MEMORY: Memory = { isShared: false, isCurrent: true, onMark() {} };

/** A server that has its data for itself: it holds everything. */
export class Alone implements Cluster {
  readonly id: string = randomUUID();
  readonly isShared = false;
  readonly isAlive = true;
  readonly size = 1;

  /** Every other id is of a process that has ended: nobody else can have the data now. */
  async isGone(id: string): Promise<boolean> {
    return id !== this.id;
  }

  async claim(): Promise<boolean> {
    return true;
  }

  async hold(): Promise<boolean> {
    return true;
  }

  holds(): boolean {
    return true;
  }

  async release(): Promise<void> {}

  async demand(): Promise<OthersDemand> {
    return { amounts: new Map(), silentMs: 0 };
  }

  async open(_name: string, count: number, most = Number.POSITIVE_INFINITY): Promise<boolean> {
    return count <= most;
  }

  tell(): void {}

  onTold(): void {}

  onLook(): void {}

  async close(): Promise<void> {}
}
