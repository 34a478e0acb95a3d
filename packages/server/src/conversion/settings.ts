import { statSync } from 'node:fs';
import type { SettingsTable, ValuesOf } from '../config/setting.ts';
import { SAME_USER } from '../work/converters/os-user.ts';
import { limitSettings } from './limit-settings.ts';

const GIB = 2 ** 30;

/** Settings of the conversion interface. */
export const conversionSettings = {
  conversionPath: {
    type: 'string',
    default: '/conversion',
    check: (path: string) =>
      /^(\/[\w.~-]+)*$/.test(path) ? undefined : 'a path such as /conversion is needed, without a slash at the end',
    doc: 'Path of the conversion interface.',
  },
  uploadLimit: {
    type: 'number',
    default: 2 * GIB,
    min: 1,
    doc: 'Largest uploaded file in bytes.',
  },
  converters: {
    type: 'number',
    default: 0,
    min: 0,
    max: 256,
    doc: 'Most converter processes, and so conversions at once; one more may run while one organisation has all of them and another waits. 0 for one per processor, at most 8.',
  },
  warmConverters: {
    type: 'number',
    default: 1,
    min: 0,
    max: 256,
    doc: 'Idle converter processes kept ready.',
  },
  converterMemory: {
    type: 'number',
    default: 4 * GIB,
    min: 128 * 2 ** 20,
    doc: 'Resident memory of one converter process in bytes; a process that exceeds it is stopped.',
  },
  converterSeconds: {
    type: 'number',
    default: 1800,
    min: 0.1,
    integer: false,
    doc: 'Most seconds for one conversion; a longer one is stopped. Small inputs have less: 120 s and 20 s per megabyte.',
  },
  converterTasks: {
    type: 'number',
    default: 200,
    min: 1,
    doc: 'Conversions after which a converter process is replaced by a fresh one.',
  },
  viewAheadSeconds: {
    type: 'number',
    default: 1,
    min: 0,
    max: 3600,
    integer: false,
    doc: 'Seconds without a change of a job, and without a running conversion, after which its view is made in advance; 0: never.',
  },
  converterUser: {
    type: 'string',
    default: undefined,
    check: (value: string) =>
      value === SAME_USER || /^\d+(:\d+)?$/.test(value)
        ? undefined
        : 'a numeric user id is needed, optionally with a group id (65534:65534), or same',
    doc: 'Operating system user and group of converter processes, as numbers (uid:gid); the server must run as root. The data directory then gets mode 0711, so that this user can pass through it. Without it, a server that runs as root uses 65534:65534 if that user can read the code and reach the data directory, and otherwise warns in the log. `same`: the user of the server.',
  },
  grids: {
    type: 'string',
    default: undefined,
    check: (value: string) =>
      statSync(value, { throwIfNoEntry: false })?.isDirectory() === true ? undefined : 'a folder is needed',
    doc: 'Folder with correction grids and geoid models (NTv2 .gsb, GTX, GeoTIFF), as survey offices publish them, for changes of reference system. Only files in it are used; none are fetched.',
  },
  queueLimit: {
    type: 'number',
    default: 1000,
    min: 1,
    doc: 'Imports of all organisations that may wait; more are refused with 503 before the body is read.',
  },
  queueLimitPerOrganisation: {
    type: 'number',
    default: 500,
    min: 1,
    doc: 'Imports of one organisation that may wait.',
  },
  jobsPerOrganisation: {
    type: 'number',
    default: 0,
    min: 0,
    doc: 'Jobs an organisation may store, unless the desk sets another quota for it; 0 for no limit.',
  },
  bytesPerOrganisation: {
    type: 'number',
    default: 0,
    min: 0,
    doc: 'Bytes of files, jobs and exports an organisation may store, unless the desk sets another quota for it; 0 for no limit. The oldest exports make room for new files, because they can be made again.',
  },
  openUploads: {
    type: 'number',
    default: 100,
    min: 0,
    doc: 'Uploads that a credential may send at once, and resumable uploads that an organisation may have begun and not used; 0 for no limit.',
  },
  openStreams: {
    type: 'number',
    default: 100,
    min: 0,
    doc: 'Event streams that a credential may have open at once; 0 for no limit.',
  },
  retentionDays: {
    type: 'number',
    default: 0,
    min: 0,
    max: 36_500,
    integer: false,
    doc: 'Days after its last change until a job is deleted; 0 keeps jobs until they are deleted by request.',
  },
  reportSeconds: {
    type: 'number',
    default: 300,
    min: 0,
    max: 86_400,
    integer: false,
    doc: 'Seconds that an upload for feature selection waits for its report before it is answered with 202.',
  },
  downloadWaitSeconds: {
    type: 'number',
    default: 60,
    min: 0,
    max: 86_400,
    doc: 'Seconds that a download waits for running imports unless ?wait= sets another time.',
  },
  ...limitSettings,
} as const satisfies SettingsTable;

export type ConversionSettings = ValuesOf<typeof conversionSettings>;
