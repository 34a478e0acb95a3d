import { readFile } from 'node:fs/promises';
import { DateFormat } from '@fieldbridge/ticket-file/date-format.ts';
import { UsageError } from '../command.ts';

/** Options for where tickets go. */
export const SERVER_OPTIONS = {
  server: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-file': { type: 'string' },
} as const;

/** Options for how the rows of a file are read. */
export const ROW_OPTIONS = {
  columns: { type: 'string' },
  set: { type: 'string', multiple: true, default: [] as string[] },
  delimiter: { type: 'string' },
  'decimal-comma': { type: 'boolean', default: false },
  'date-format': { type: 'string' },
  'time-zone': { type: 'string' },
  encoding: { type: 'string', default: 'utf-8' },
} as const;

/** @throws UsageError for an invalid delimiter or encoding */
export function refuseRowOptions(values: { readonly delimiter?: string; readonly encoding: string }): void {
  if (values.delimiter !== undefined && values.delimiter !== 'tab' && [...values.delimiter].length !== 1)
    throw new UsageError('--delimiter must be one character, or the word tab');
  if (!isEncoding(values.encoding)) throw new UsageError(`--encoding: "${values.encoding}" is not a known encoding`);
}

/** How times are read; undefined for ISO 8601 with an offset, which needs no change. */
export function datesOf(format: string | undefined, zone: string | undefined): DateFormat | undefined {
  return format === undefined && zone === undefined ? undefined : new DateFormat(format, zone);
}

/** The server and the caller, from options and environment. @throws UsageError for missing options */
export async function credentialsOf(
  values: { server?: string; 'client-id'?: string; 'client-secret-file'?: string },
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ address: string; clientId: string; clientSecret: string }> {
  const { server, 'client-id': id = env['FIELDBRIDGE_CLIENT_ID'], 'client-secret-file': secretFile } = values;
  const secret =
    secretFile === undefined ? env['FIELDBRIDGE_CLIENT_SECRET'] : (await readFile(secretFile, 'utf8')).trim();
  if (server === undefined || !URL.canParse(server))
    throw new UsageError('--server needs the address of the environment');
  if (!id || !secret)
    throw new UsageError(
      'credentials are missing: --client-id and --client-secret-file, or FIELDBRIDGE_CLIENT_ID and FIELDBRIDGE_CLIENT_SECRET',
    );
  return { address: server, clientId: id, clientSecret: secret };
}

function isEncoding(name: string): boolean {
  try {
    new TextDecoder(name);
    return true;
  } catch {
    return false;
  }
}
