import { userInfo } from 'node:os';
import type { SettingSources } from '../config/configuration.ts';
import { newSecret } from '../directory/secret.ts';
import { operatorService } from '../operator/service.ts';
import { assemble } from './assembly.ts';

/** An answer of the desk. */
export interface DeskAnswer {
  readonly status: number;
  /** The JSON document; undefined if there is no body. */
  readonly body: unknown;
}

/** The desk of a data directory, without a server. */
export interface OpenDesk {
  /** Calls the operator's interface. @param path below /operator/v1, for instance `/organisations` */
  request(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<DeskAnswer>;
  close(): Promise<void>;
}

/**
 * Opens the desk of a data directory that no server is running on. Anyone who can open the directory is an operator:
 * the audit trail records the user name on the machine.
 * @throws SettingError, DataDirectoryInUse, DataDirectoryDamaged, MigrationError
 */
export async function openDesk(sources: SettingSources): Promise<OpenDesk> {
  const key = newSecret('op');
  const log = { write: () => {} };
  const assembly = await assemble(
    { ...sources, flags: { ...sources.flags, interfaces: ['operator', 'weighing'] }, log },
    { key, name: `${userInfo().username} (command line)` },
  );
  const path = assembly.configuration.values(operatorService.settings)['operatorPath'] as string;
  return {
    async request(method, below, body) {
      const answer = await assembly.app.inject({
        method,
        url: `${path}/v1${below}`,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      return {
        status: answer.statusCode,
        body: answer.payload === '' ? undefined : (JSON.parse(answer.payload) as unknown),
      };
    },
    close: () => assembly.close(),
  };
}
