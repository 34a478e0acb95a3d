import { isIP } from 'node:net';
import { tileMapOf } from '@fieldbridge/view-wire';
import { blobPlaceFault } from './blob-place.ts';
import { ROLES } from './role.ts';
import type { SettingsTable } from './setting.ts';

const SERVICES = ['project', 'weighing', 'conversion', 'operator', 'console'];

function filled(reason: string): (value: string) => string | undefined {
  return (value) => (value.trim() === '' ? reason : undefined);
}

function publicAddress(value: string): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return 'an http or https URL is needed';
  const more = url.search !== '' || url.hash !== '' || url.username !== '';
  return more ? 'an address without a query, a fragment or a user name is needed' : undefined;
}

function mailServer(value: string): string | undefined {
  const fits = URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== '';
  return fits ? undefined : 'an address such as smtp://user:password@host:587 is needed';
}

/** An email address, alone or in angle brackets after a name. */
function mailAddress(value: string): string | undefined {
  return /^(?:[^\s<>@]+@[^\s<>@]+|[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>)$/.test(value)
    ? undefined
    : 'an email address is needed';
}

/** Names of networks, as used in proxy configurations. */
const NETWORK_NAMES = ['loopback', 'linklocal', 'uniquelocal'];

function networks(values: readonly string[]): string | undefined {
  const fits = (value: string): boolean => {
    if (NETWORK_NAMES.includes(value)) return true;
    const [address, bits, ...more] = value.split('/');
    const version = isIP(address!);
    const most = version === 4 ? 32 : 128;
    // A network of zero bits would trust the whole internet, so it must be a mistake.
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most);
    return version > 0 && more.length === 0 && isNetwork;
  };
  const wrong = values.find((value) => !fits(value));
  if (wrong === undefined) return undefined;
  return `${JSON.stringify(wrong)} is not an address or network such as 10.0.0.0/8, nor one of ${NETWORK_NAMES.join(', ')}`;
}

/** The settings of the server itself; each service adds its own table. */
export const coreSettings = {
  data: {
    type: 'string',
    default: './data',
    check: filled('a folder is needed'),
    doc: 'Data directory: databases, blobs and the server key.',
  },
  database: {
    type: 'string',
    default: undefined,
    secret: true,
    check: (url) =>
      URL.canParse(url) && /^postgres(?:ql)?:$/.test(new URL(url).protocol) && new URL(url).pathname.length > 1
        ? undefined
        : 'postgres://user:password@host:port/database is needed',
    doc: 'PostgreSQL database for all rows, postgres://user:password@host:port/database; by default they are in the data directory.',
  },
  key: {
    type: 'string',
    default: undefined,
    secret: true,
    check: filled('a file or a key is needed'),
    doc: 'The key of the servers, the same on all of them: a file such as server.key of the first one, or its content; by default server.key of the data directory.',
  },
  blobs: {
    type: 'string',
    default: undefined,
    check: blobPlaceFault,
    doc: 'Place for uploaded and produced files, s3://bucket/prefix or file:///folder (shared by several servers); by default they are in the data directory.',
  },
  blobsEndpoint: {
    type: 'string',
    default: undefined,
    envAlso: ['AWS_ENDPOINT_URL_S3'],
    check: publicAddress,
    doc: 'Address of the object store for s3://; by default that of Amazon S3 in blobsRegion.',
  },
  blobsRegion: {
    type: 'string',
    default: 'us-east-1',
    envAlso: ['AWS_REGION'],
    check: (region) => (/^[\w-]+$/.test(region) ? undefined : 'a name such as eu-central-1 is needed'),
    doc: 'Region of the bucket; many stores other than Amazon S3 take any.',
  },
  blobsPathStyle: {
    type: 'boolean',
    default: true,
    doc: 'Whether addresses have the bucket in their path; if false, in the name of the host.',
  },
  blobsAccessKey: {
    type: 'string',
    default: undefined,
    envAlso: ['AWS_ACCESS_KEY_ID'],
    check: filled('an access key is needed'),
    doc: 'Access key for the bucket.',
  },
  blobsSecretKey: {
    type: 'string',
    default: undefined,
    secret: true,
    envAlso: ['AWS_SECRET_ACCESS_KEY'],
    check: filled('a secret key is needed'),
    doc: 'Secret key that belongs to blobsAccessKey.',
  },
  blobsCacheBytes: {
    type: 'number',
    default: 4 * 1024 ** 3,
    min: 0,
    doc: 'Bytes of the data directory for copies of recently used files on s3://.',
  },
  diskReserve: {
    type: 'number',
    default: 1024 ** 3,
    min: 0,
    doc: 'Bytes of the disk kept for tickets and tokens: with less free space, uploads, imports and new exports are refused with 507. If diskReservePercent of the disk is less, that value applies.',
  },
  diskReservePercent: {
    type: 'number',
    default: 5,
    min: 0,
    max: 100,
    integer: false,
    doc: 'Percentage of the disk kept for tickets and tokens; see diskReserve.',
  },
  // Node would take an empty host to mean every address of the machine.
  host: {
    type: 'string',
    default: '127.0.0.1',
    check: (host) =>
      host.startsWith('[') ? 'an IPv6 address is written without brackets here' : filled('an address is needed')(host),
    doc: 'Address to listen on.',
  },
  port: {
    type: 'number',
    default: 8080,
    min: 0,
    max: 65535,
    envAlso: ['PORT'],
    doc: 'Port to listen on; 0 takes a free one. `PORT` is used if `FIELDBRIDGE_PORT` is not set.',
  },
  publicUrl: {
    type: 'string',
    default: undefined,
    check: publicAddress,
    doc: 'Address at which callers reach the server, for links in answers; by default the listening address.',
  },
  trustedProxies: {
    type: 'list',
    default: [],
    check: networks,
    doc: 'Addresses or networks of proxies whose X-Forwarded headers are trusted (10.0.0.0/8, ::1, loopback, …).',
  },
  corsOrigins: {
    type: 'list',
    default: [],
    check: (origins) =>
      origins.every((o: string) => o === '*' || (!o.includes('*') && URL.canParse(o) && new URL(o).origin === o))
        ? undefined
        : 'each must be * or an origin such as https://example.org',
    doc: 'Origins whose pages may call the interfaces; * for all. The operator desk is never open to other origins.',
  },
  mapTiles: {
    type: 'list',
    default: [],
    check: (maps) => maps.map(tileMapOf).find((map) => typeof map === 'string'),
    doc: 'Maps that the viewer offers to show below jobs, each NAME|ADDRESS|ATTRIBUTION (XYZ, WMTS or WMS; a comma in one is %2C): browsers may load from their hosts, and from no others. Everybody who can open the console can read the addresses.',
  },
  tlsCert: {
    type: 'string',
    default: undefined,
    check: filled('a file is needed'),
    doc: 'File with the TLS certificate chain (PEM); needs tlsKey.',
  },
  tlsKey: {
    type: 'string',
    default: undefined,
    check: filled('a file is needed'),
    doc: 'File with the TLS private key (PEM); needs tlsCert.',
  },
  supportEmail: {
    type: 'string',
    default: 'support@localhost',
    check: mailAddress,
    doc: 'Address of the support desk, shown in messages and in the reference.',
  },
  smtpUrl: {
    type: 'string',
    default: undefined,
    secret: true,
    check: mailServer,
    doc: 'Mail server, smtp://user:password@host:port; without it messages are stored and shown, not sent.',
  },
  mailFrom: {
    type: 'string',
    default: undefined,
    check: mailAddress,
    doc: 'Sender of messages; by default the support address.',
  },
  backupFolder: {
    type: 'string',
    default: undefined,
    check: filled('a folder is needed'),
    doc: 'Existing folder for scheduled backups, outside the data directory; without it none are made.',
  },
  backupEvery: {
    type: 'number',
    default: 24,
    min: 0.1,
    max: 8760,
    integer: false,
    doc: 'Hours between scheduled backups.',
  },
  backupKeep: {
    type: 'number',
    default: 7,
    min: 1,
    max: 10_000,
    doc: 'Scheduled backups that are kept; the oldest are removed after a new one is complete.',
  },
  drainSeconds: {
    type: 'number',
    default: 30,
    min: 0,
    max: 3600,
    flag: 'drain',
    doc: 'Seconds that running requests have to finish after SIGTERM.',
  },
  interfaces: {
    type: 'list',
    default: SERVICES,
    check: (names) => {
      if (names.length === 0) return 'at least one is needed';
      const wrong = names.find((name: string) => !SERVICES.includes(name));
      return wrong === undefined ? undefined : `${wrong} is not one of ${SERVICES.join(', ')}`;
    },
    doc: `Interfaces to run: ${SERVICES.join(', ')}.`,
  },
  role: {
    type: 'string',
    default: 'all',
    check: (role) => (ROLES.some((one) => one === role) ? undefined : `it is not one of ${ROLES.join(', ')}`),
    doc: 'Tasks of the server: all; api answers requests and leaves imports, reports, webhooks and sweeps to others; worker does these and answers only /health and /metrics. Values other than all need database.',
  },
  bodyLimit: {
    type: 'number',
    default: 4 * 1024 * 1024,
    min: 1024,
    doc: 'Largest JSON or form body in bytes; for tickets it is always 8 MiB.',
  },
  bodySeconds: {
    type: 'number',
    default: 30,
    min: 1,
    max: 3600,
    doc: 'Seconds in which a JSON or form body must arrive.',
  },
  requestsPerMinute: {
    type: 'number',
    default: 600_000,
    min: 0,
    doc: 'Requests per minute and credential; 0 for no limit.',
  },
  requestsPerOrganisation: {
    type: 'number',
    default: 0,
    min: 0,
    doc: 'Requests per minute of all credentials of an organisation together, unless the desk sets another quota for it; 0 for no limit.',
  },
  idempotencyBytes: {
    type: 'number',
    default: 1024 ** 3,
    min: 0,
    doc: 'Bytes of answers stored for Idempotency-Keys per organisation and environment; beyond that, further requests with a key are refused. 0 for no limit.',
  },
  tokensPerMinute: {
    type: 'number',
    default: 60_000,
    min: 0,
    doc: 'Token requests per minute and client, and three times as many per address; 0 for no limit.',
  },
  revokeFamilyOnReuse: {
    type: 'boolean',
    default: false,
    doc: 'Whether a second use of a refresh token ends every token of its family (RFC 9700 §4.14.2).',
  },
  expiryNoticeDays: {
    type: 'number',
    default: 14,
    min: 0,
    max: 3650,
    integer: false,
    doc: 'Days before the expiry of an operator key or a client secret during which answers, log and list give notice.',
  },
  failuresPerMinute: {
    type: 'number',
    default: 60,
    min: 0,
    doc: 'Wrong secrets per minute and address before the answer is 429; 0 for no limit. A correct secret is never refused because of it.',
  },
  webhookPrivateAddresses: {
    type: 'boolean',
    default: false,
    doc: 'Whether webhooks may go to private addresses (127.0.0.1, 10.0.0.0/8, …); only for networks you trust.',
  },
  webhookPlainHttp: {
    type: 'boolean',
    default: false,
    doc: 'Whether webhooks may go to http addresses, unencrypted; otherwise only to https.',
  },
  webhookSeconds: {
    type: 'number',
    default: 15,
    min: 0.1,
    max: 300,
    integer: false,
    doc: 'Seconds that a webhook receiver has to answer before the delivery is tried again later.',
  },
  webhookRetentionDays: {
    type: 'number',
    default: 30,
    min: 0,
    max: 36_500,
    integer: false,
    doc: 'Days until a delivery (after its last attempt) and an event (after it happened) leave the lists and can no longer be replayed; tickets can be replayed as long as they are stored. Waiting deliveries stay. 0 keeps everything.',
  },
  traces: {
    type: 'string',
    default: undefined,
    secret: true,
    check: (url) =>
      URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).search + new URL(url).hash === ''
        ? undefined
        : 'an http or https URL of a collector is needed, without a query',
    doc: 'OpenTelemetry collector for traces (OTLP/HTTP), such as http://localhost:4318 or https://user:password@host; without it there are no traces.',
  },
  tracesShare: {
    type: 'number',
    default: 1,
    min: 0,
    max: 1,
    integer: false,
    doc: 'Share of the traces that are sent, 0 to 1; for a request with traceparent, that header decides.',
  },
  logLevel: {
    type: 'string',
    default: 'info',
    check: (level) =>
      ['trace', 'debug', 'info', 'warn', 'error', 'silent'].includes(level)
        ? undefined
        : 'it is not one of trace, debug, info, warn, error, silent',
    doc: 'Log level: trace, debug, info, warn, error or silent.',
  },
  logAddresses: {
    type: 'boolean',
    default: true,
    doc: 'Whether the log names the address of each caller. Turn it off where addresses are personal data that you must not keep.',
  },
} as const satisfies SettingsTable;
