import { readFileSync, statSync } from 'node:fs';
import { Fieldbridge } from '@fieldbridge/client';
import { type CommandIo, UsageError } from '../command.ts';
import { parseWithDigits } from './digits.ts';

/** Options that name the server and the caller. */
export const CONNECTION_OPTIONS = {
  server: { type: 'string' },
  environment: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-file': { type: 'string' },
} as const;

/** Their lines in the help. */
export const CONNECTION_USAGE = `--server URL             or FIELDBRIDGE_SERVER: address of the server, for instance https://bridge.example.com
--environment sandbox|production    or FIELDBRIDGE_ENVIRONMENT; jobs have one environment and need none
--client-id ID           or FIELDBRIDGE_CLIENT_ID
--client-secret-file F   a file with the secret that only you can read (mode 0600), or FIELDBRIDGE_CLIENT_SECRET; never on the
                         command line, where others see it
--json                   the result as JSON on standard output`;

export type ConnectionValues = { readonly [Name in keyof typeof CONNECTION_OPTIONS]?: string };

/**
 * The client of a server, from options and environment.
 * @param needsEnvironment whether the interface has a sandbox
 * @throws UsageError for missing or invalid options
 */
export function connect(values: ConnectionValues, needsEnvironment: boolean, env: CommandIo['env']): Fieldbridge {
  // An empty variable counts as not set, as everywhere.
  const set = (option: string | undefined, name: string): string | undefined => option ?? (env[name] || undefined);
  const server = set(values.server, 'FIELDBRIDGE_SERVER');
  if (server === undefined || !/^https?:$/.test(URL.parse(server)?.protocol ?? ''))
    throw new UsageError('--server needs the address of a server, for instance https://bridge.example.com');
  const clientId = set(values['client-id'], 'FIELDBRIDGE_CLIENT_ID');
  const file = values['client-secret-file'];
  const clientSecret = file === undefined ? env['FIELDBRIDGE_CLIENT_SECRET'] : secretOf(file);
  if (!clientId || !clientSecret)
    throw new UsageError(
      'credentials are missing: --client-id and --client-secret-file, or FIELDBRIDGE_CLIENT_ID and FIELDBRIDGE_CLIENT_SECRET',
    );
  const address = server.replace(/\/+$/, '');
  // The other ticket commands accept the address of the weighing environment, so these do, too.
  const ofWeighing = /^(.*\/v\d+)(?:\/weighing)?$/.exec(address)?.[1];
  const environment = set(values.environment, 'FIELDBRIDGE_ENVIRONMENT') ?? (needsEnvironment ? '' : 'production');
  if (environment !== 'sandbox' && environment !== 'production' && ofWeighing === undefined)
    throw new UsageError('--environment needs sandbox or production');
  return new Fieldbridge({
    baseUrl: address,
    environment: environment === 'sandbox' ? 'sandbox' : 'production',
    clientId,
    clientSecret,
    parseJson: parseWithDigits,
    ...(ofWeighing !== undefined && { weighing: { baseUrl: ofWeighing } }),
  });
}

/** @throws UsageError for a file that others can read; Windows has no such modes */
function secretOf(file: string): string {
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new UsageError(`${file}: other users can read the secret; run "chmod 600 ${file}"`);
  return readFileSync(file, 'utf8').trim();
}
