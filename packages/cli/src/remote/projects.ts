import type { Project, ProjectInput, ProjectStatus } from '@fieldbridge/client';
import { UsageError } from '../command.ts';
import { one, type RemoteAction, type RemoteOptions, type RemoteResult } from './action.ts';
import { limited } from './limited.ts';
import { fieldLines, textTable } from './text-table.ts';

const STATUS = { status: 'planned|active|completed|archived' } as const;
/** Fields with an option each; an empty text clears one. */
const FIELDS = {
  ...STATUS,
  description: 'TEXT',
  address: 'TEXT',
  country: 'CODE',
  location: 'LONGITUDE,LATITUDE',
  start: 'DATE',
  end: 'DATE',
  epsg: 'NUMBER',
} as const;

/** The actions of `fieldbridge projects`. */
export const PROJECT_ACTIONS: readonly RemoteAction[] = [
  {
    name: 'list',
    summary: 'list the projects; --text searches number, name, description and address',
    operands: [],
    options: { division: 'ID', ...STATUS, text: 'TEXT', 'modified-since': 'TIME', limit: 'N' },
    run: async (call) => {
      const { client, options, io } = call;
      const query = {
        divisionId: one(options, 'division'),
        status: one(options, 'status') as ProjectStatus | undefined,
        text: one(options, 'text'),
        modifiedSince: one(options, 'modified-since'),
      };
      const items = await limited(client.projects.iterate(query, { signal: io.signal }), call);
      const rows = items.map(({ id, number, name, status, startDate, endDate }) => ({
        ...{ id, number, name, status, start: startDate, end: endDate },
      }));
      return { value: { items }, text: textTable(rows) };
    },
  },
  {
    name: 'show',
    summary: 'show a project',
    operands: ['PROJECT'],
    options: {},
    run: async ({ client, operands: [id], io }) => shown((await client.projects.get(id!, { signal: io.signal })).value),
  },
  {
    name: 'create',
    summary: 'create a project; "fieldbridge divisions list" has the divisions',
    operands: [],
    options: { division: '!ID', number: '!TEXT', name: '!TEXT', ...FIELDS },
    run: async ({ client, options, io }) =>
      shown(await client.projects.create(fieldsOf(options) as ProjectInput, { signal: io.signal })),
  },
  {
    name: 'update',
    summary: 'change the fields that are given; an empty text ("") clears a field',
    operands: ['PROJECT'],
    options: { division: 'ID', number: 'TEXT', name: 'TEXT', ...FIELDS },
    run: async ({ client, operands: [id], options, io }) => {
      const change = fieldsOf(options);
      if (Object.keys(change).length === 0) throw new UsageError('name what to change, for instance --name TEXT');
      return shown((await client.projects.update(id!, change, { signal: io.signal })).value);
    },
  },
  {
    name: 'archive',
    summary: 'archive a project',
    operands: ['PROJECT'],
    options: {},
    run: async ({ client, operands: [id], io }) => {
      await client.projects.archive(id!, { signal: io.signal });
      return { value: { archived: id }, text: `project ${id} archived\n` };
    },
  },
  {
    name: 'delete',
    summary: 'delete a project for good',
    operands: ['PROJECT'],
    options: {},
    run: async ({ client, operands: [id], io }) => {
      const { etag } = await client.projects.get(id!, { signal: io.signal });
      await client.projects.remove(id!, etag, { signal: io.signal });
      return { value: { deleted: id }, text: `project ${id} deleted\n` };
    },
  },
];

/** The actions of `fieldbridge divisions`; the desk creates and changes them. */
export const DIVISION_ACTIONS: readonly RemoteAction[] = [
  {
    name: 'list',
    summary: 'list the divisions of the organisation',
    operands: [],
    options: {},
    run: async ({ client, io }) => {
      const items = await client.project.divisions.list({ signal: io.signal });
      return {
        value: { items },
        text: textTable(items.map(({ id, abbreviation, name }) => ({ id, abbreviation, name }))),
      };
    },
  },
  {
    name: 'show',
    summary: 'show a division',
    operands: ['DIVISION'],
    options: {},
    run: async ({ client, operands: [id], io }) => {
      const division = await client.project.divisions.get(id!, { signal: io.signal });
      return { value: division, text: fieldLines({ ...division }) };
    },
  },
];

type Change = { [Field in keyof ProjectInput]?: ProjectInput[Field] | null };

/** @throws UsageError for an invalid number or place */
function fieldsOf(options: RemoteOptions): Change {
  const change: Record<string, unknown> = {};
  const set = (field: string, option: string, read: (text: string) => unknown = (text) => text): void => {
    const given = one(options, option);
    if (given !== undefined) change[field] = given === '' ? null : read(given);
  };
  set('divisionId', 'division');
  set('number', 'number');
  set('name', 'name');
  set('status', 'status');
  set('description', 'description');
  set('address', 'address');
  set('countryCode', 'country');
  set('startDate', 'start');
  set('endDate', 'end');
  set('coordinateSystem', 'epsg', (text) => numberIn('epsg', text));
  set('location', 'location', (text) => {
    const [longitude, latitude, ...rest] = text.split(',').map((part) => numberIn('location', part));
    if (longitude === undefined || latitude === undefined || rest.length > 0)
      throw new UsageError('--location needs LONGITUDE,LATITUDE in degrees');
    return { longitude, latitude };
  });
  return change as Change;
}

function numberIn(option: string, text: string): number {
  if (text.trim() === '' || !Number.isFinite(Number(text)))
    throw new UsageError(`--${option}: "${text}" is not a number`);
  return Number(text);
}

function shown(project: Project): RemoteResult {
  const { location, ...fields } = project;
  const place = location === null ? null : `${location.longitude}, ${location.latitude}`;
  return { value: project, text: fieldLines({ ...fields, location: place }) };
}
