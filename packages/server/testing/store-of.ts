import type { SpaceStore } from '../src/storage/port/space-store.ts';
import type { SpaceName } from '../src/storage/spaces.ts';
import type { TestServer } from './server.ts';

/** The rows of a server's space, on whatever engine the tests run. */
export function storeOf({ context }: Pick<TestServer, 'context'>, space: SpaceName): SpaceStore {
  return context.space(space).store;
}
