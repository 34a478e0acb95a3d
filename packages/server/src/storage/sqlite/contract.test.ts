import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { nameSetsContract } from '../port/name-sets.contract.ts';
import { spaceStoreContract, THINGS } from '../port/space-store.contract.ts';
import { Checkpointer } from './checkpointer.ts';
import { SqliteNameSets } from './sqlite-name-sets.ts';
import { SqliteStore } from './sqlite-store.ts';

describe('a space in SQLite', () => {
  spaceStoreContract(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-contract-'));
    const migrations = [{ series: 'contract', migrations: [{ number: 1, name: 'things', sql: THINGS }] }];
    const store = new SqliteStore(join(directory, 'space.sqlite'), migrations);
    return {
      store,
      close: async () => {
        await store.close();
        await rm(directory, { recursive: true });
      },
    };
  });
});

describe('sets of names in SQLite', () => {
  nameSetsContract(async () => {
    const directory = await mkdtemp(join(tmpdir(), 'fieldbridge-names-'));
    const checkpointer = new Checkpointer();
    const sets = new SqliteNameSets(join(directory, 'names'), checkpointer);
    return {
      sets,
      close: async () => {
        await sets.close();
        await checkpointer.close();
        await rm(directory, { recursive: true });
      },
    };
  });
});
