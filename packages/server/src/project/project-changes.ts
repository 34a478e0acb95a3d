import type { EventSource } from '../events/index.ts';
import { anyChange, type Change, type ChangeSource } from '../service/change-source.ts';

const TYPE = 'project.changed';
/** Events that are read in one look; more are one change. */
const MOST = 200;

/** The events of projects as changes: those that a page missed are found again after a restart, too. */
export class ProjectChanges implements ChangeSource {
  readonly #events: EventSource;
  readonly #environment: string;

  /** @param environment as in the changes */
  constructor(events: EventSource, environment: string) {
    this.#events = events;
    this.#environment = environment;
  }

  async head(): Promise<string> {
    return String(await this.#events.head());
  }

  async read(after: string): Promise<{ changes: Change[]; position: string }> {
    const position = await this.head();
    const [from, to] = [Number(after), Number(position)];
    if (!(from <= to && from >= to - MOST)) return { changes: [anyChange(TYPE)], position };
    const { events, position: reached } = await this.#events.read(from, MOST);
    const changes = events.map(({ organisationId, data }) => ({
      ...{ type: TYPE, organisationId },
      data: { id: (JSON.parse(data) as { id: string }).id, environment: this.#environment },
    }));
    return { changes, position: String(reached) };
  }
}
