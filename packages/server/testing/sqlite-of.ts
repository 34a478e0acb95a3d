import type { SpaceName } from '../src/storage/spaces.ts';
import type { SqliteStore } from '../src/storage/sqlite/sqlite-store.ts';
import type { TestServer } from './server.ts';

/** The store of a server's space with what the port does not show: immediate reads, connections, the writer. */
export function sqliteOf({ context }: Pick<TestServer, 'context'>, space: SpaceName): SqliteStore {
  return context.space(space).store as SqliteStore;
}
