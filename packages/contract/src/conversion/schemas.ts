import { type Static, Type } from 'typebox';

const Id = (description: string) => Type.String({ format: 'uuid', description });
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

/** Body of POST /job/mjf; every field is optional. */
export const NewJob = Type.Object(
  {
    name: Type.Optional(Type.String({ maxLength: 200, description: 'Name of the job' })),
    unit: Type.Optional(Nullable(Type.String({ maxLength: 30, description: 'Unit of the job: m, ft or usft' }))),
    crs: Type.Optional(
      Nullable(
        Type.String({
          maxLength: 20_000,
          description: 'EPSG code (28992, 28992+5709), name, WKT, PROJJSON or "local"',
        }),
      ),
    ),
  },
  { additionalProperties: false, title: 'NewJob' },
);
export type NewJob = Static<typeof NewJob>;

/** A job in answers and lists. */
export const Job = Type.Object(
  {
    jobId: Id('Identifier of the job'),
    name: Type.String(),
    unit: Nullable(Type.String({ description: 'Null until the first import settles it' })),
    crs: Nullable(Type.String()),
    revision: Type.Integer({ description: 'Counts the imports that changed the job' }),
    bytes: Type.Integer({ description: 'Bytes stored for the job' }),
    createdAt: Type.String(),
    modifiedAt: Type.String(),
    expiresAt: Nullable(
      Type.String({ description: 'When the job is deleted; null if it is kept until you delete it' }),
    ),
    status: Type.String({ description: 'Address to poll' }),
  },
  { title: 'Job' },
);
export type Job = Static<typeof Job>;

/** Answer to an upload that starts an import. */
export const Accepted = Type.Object(
  {
    jobId: Id('Identifier of the job'),
    fileId: Id('Identifier of the file and of its import'),
    status: Type.String({ description: 'Address to poll' }),
  },
  { title: 'Accepted' },
);
export type Accepted = Static<typeof Accepted>;

const State = Type.Unsafe<'idle' | 'queued' | 'running'>({ type: 'string', enum: ['idle', 'queued', 'running'] });
const Result = Type.Unsafe<'success' | 'partialSuccess' | 'failed' | null>({
  enum: ['success', 'partialSuccess', 'failed', null],
});
export type ImportResult = 'success' | 'partialSuccess' | 'failed';

const IssueParameters = Type.Optional(
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
    description: 'The values in the sentence',
  }),
);

const Failure = Type.Object({ code: Type.String(), text: Type.String(), parameters: IssueParameters });

/** Progress of one import. */
export const ImportStatus = Type.Object({
  fileId: Id('Identifier of the file'),
  name: Type.String(),
  format: Type.String({ description: 'Format recognised from the content; until then, the one the caller named' }),
  state: State,
  result: Result,
  progress: Type.Integer({ minimum: 0, maximum: 100, description: 'Never decreases' }),
  phase: Type.String({ description: 'queued, reading, matching, writing, storing, done' }),
  done: Type.Integer({ description: 'Bytes or records done in this phase' }),
  total: Type.Integer({ description: 'Total bytes or records of this phase' }),
  read: Type.Integer({ description: 'Things read from the source' }),
  written: Type.Integer({ description: 'Features added to the job' }),
  skipped: Type.Integer({ description: 'Things in the source that were skipped' }),
  failure: Type.Union([Failure, Type.Null()]),
  issues: Type.Object(
    {
      notes: Type.Integer(),
      warnings: Type.Integer(),
      errors: Type.Integer(),
    },
    { description: 'Number of issues; GET /job/{jobId}/files/{fileId}/issues lists them, also for a failed import' },
  ),
  timings: Type.Object({
    queuedAt: Type.String(),
    startedAt: Nullable(Type.String()),
    finishedAt: Nullable(Type.String()),
  }),
});
export type ImportStatus = Static<typeof ImportStatus>;

/** Progress of a job. */
export const JobStatus = Type.Object(
  {
    jobId: Id('Identifier of the job'),
    state: State,
    result: Result,
    progress: Type.Integer({ minimum: 0, maximum: 100 }),
    phase: Type.String(),
    revision: Type.Integer(),
    imports: Type.Array(ImportStatus),
    expiresAt: Nullable(Type.String()),
  },
  { title: 'JobStatus' },
);
export type JobStatus = Static<typeof JobStatus>;

/** A question of the content report about a doubtful file; an import follows `chosen`. */
export const Choice = Type.Object(
  {
    option: Type.String({ maxLength: 100, description: 'The option that decides' }),
    chosen: Type.String({ maxLength: 100, description: 'One of the values; change it to choose another one' }),
    code: Type.Optional(Type.String({ description: 'The issue of the report that explains the doubt' })),
    values: Type.Optional(
      Type.Array(Type.Object({ value: Type.String(), text: Type.String() }, { additionalProperties: true })),
    ),
  },
  { additionalProperties: true, title: 'Choice' },
);

/**
 * The filter: the content report with `selected` and `chosen` changed. Everything except `selection`, `choices` and
 * `bounds` is ignored.
 */
export const Filter = Type.Object(
  {
    selection: Type.Optional(
      Type.Array(
        Type.Object(
          {
            group: Type.String({ maxLength: 40 }),
            entries: Type.Array(
              Type.Object(
                {
                  name: Type.String({ maxLength: 4096 }),
                  kind: Type.String({ maxLength: 40 }),
                  selected: Type.Boolean(),
                },
                { additionalProperties: true },
              ),
              { maxItems: 200_000 },
            ),
          },
          { additionalProperties: true },
        ),
        { maxItems: 20 },
      ),
    ),
    choices: Type.Optional(Type.Array(Choice, { maxItems: 20 })),
    bounds: Type.Optional(
      Type.Union([
        Type.Null(),
        Type.Object(
          {
            minEasting: Type.Number(),
            minNorthing: Type.Number(),
            maxEasting: Type.Number(),
            maxNorthing: Type.Number(),
            minElevation: Type.Optional(Type.Number({ description: 'Things without an elevation match any' })),
            maxElevation: Type.Optional(Type.Number()),
          },
          { additionalProperties: false },
        ),
      ]),
    ),
  },
  { additionalProperties: true, title: 'Filter' },
);
export type Filter = Static<typeof Filter>;

/** An issue as listed in reports. */
export const ReportedIssue = Type.Object(
  {
    code: Type.String(),
    severity: Type.String(),
    text: Type.String(),
    parameters: IssueParameters,
    line: Type.Optional(Type.Integer()),
    offset: Type.Optional(Type.Integer()),
    handle: Type.Optional(Type.String()),
    place: Type.Optional(
      Type.Object(
        { easting: Type.Number(), northing: Type.Number() },
        { description: 'The place of its object, in the unit and system of the job; in a content report, of the file' },
      ),
    ),
    count: Type.Optional(Type.Integer()),
    times: Type.Optional(Type.Integer({ description: 'The count, if it is above 1 and not in the text' })),
  },
  { title: 'ReportedIssue' },
);

/** Findings of one kind in a job, with the first of their places. */
export const CheckFinding = Type.Object(
  {
    code: Type.String({ description: 'A code of docs/issues.md' }),
    level: Type.String({ enum: ['note', 'warning', 'error'] }),
    text: Type.String({ description: 'The sentence about the first place' }),
    cure: Type.String({ description: 'What to do about it' }),
    parameters: IssueParameters,
    count: Type.Integer({ minimum: 1 }),
    places: Type.Array(
      Type.Object({
        easting: Type.Optional(Type.Number()),
        northing: Type.Optional(Type.Number()),
        elevation: Type.Optional(Type.Number()),
        layer: Type.Optional(Type.String()),
        name: Type.Optional(Type.String()),
        text: Type.String(),
        parameters: IssueParameters,
      }),
      { description: 'At most 100, in the unit and system of the job' },
    ),
  },
  { title: 'CheckFinding' },
);

/** The findings of a check of a job; warnings first. */
export const JobCheck = Type.Object(
  {
    jobId: Type.String(),
    revision: Type.Integer(),
    unit: Type.String(),
    crs: Type.String(),
    counts: Type.Record(Type.String(), Type.Integer()),
    findings: Type.Array(CheckFinding),
  },
  { title: 'JobCheck' },
);
export type JobCheck = Static<typeof JobCheck>;

/** The data that a viewer needs to show a job: segments in order, each with levels of chunks. */
export const JobView = Type.Object(
  {
    version: Type.Integer({ description: 'Version of the layout; a program refuses one it does not know' }),
    name: Type.String(),
    revision: Type.String({ description: 'Changes whenever the job does' }),
    segments: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'In the addresses of its chunks and features' }),
          unit: Type.String(),
          crs: Type.String(),
          main: Type.Unsafe<readonly number[] | null>({
            description: 'Extent of the data without strays: west, south, east, north; null if nothing has a position',
          }),
          strayCount: Type.Integer({ description: 'Features far away from nearly everything else' }),
          levels: Type.Array(Type.Object({}, { additionalProperties: true })),
          images: Type.Optional(
            Type.Array(Type.Object({}, { additionalProperties: true }), { description: 'Pictures with their corners' }),
          ),
        },
        { additionalProperties: true, title: 'ViewSegment', description: 'All members: packages/view-wire' },
      ),
    ),
  },
  { title: 'JobView' },
);

const Place = Type.Object({
  easting: Type.Number(),
  northing: Type.Number(),
  elevation: Type.Unsafe<number | null>({ description: 'null if unknown' }),
});
const FieldChanges = Type.Array(
  Type.Object({
    field: Type.String(),
    a: Type.Unsafe<string | number | boolean | null>({ description: 'As in A; null if absent' }),
    b: Type.Unsafe<string | number | boolean | null>({ description: 'As in B' }),
  }),
);

/** The differences between two jobs. */
export const JobDifferences = Type.Object(
  {
    same: Type.Boolean(),
    unit: Type.String({ description: 'Of every length here' }),
    tolerance: Type.Number(),
    job: FieldChanges,
    counts: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer()), {
      description: 'By kind: how many are same, moved, changed, onlyA, onlyB',
    }),
    differences: Type.Array(
      Type.Object({
        kind: Type.String({ description: 'point, line, area, text, surface, alignment' }),
        change: Type.String({ description: 'moved, changed, onlyA, onlyB' }),
        name: Type.String(),
        layer: Type.String(),
        place: Type.Optional(Place),
        moved: Type.Optional(Type.Intersect([Place, Type.Object({ distance: Type.Number() })])),
        fields: FieldChanges,
      }),
      { description: 'The first thousand of each kind' },
    ),
  },
  { title: 'JobDifferences' },
);

/** The place of Web Mercator in a job, for map tiles below it. */
export const EarthNet = Type.Object(
  {
    mercator: Type.Array(Type.Number(), {
      ...{ minItems: 4, maxItems: 4 },
      description: 'The box of the net in metres of Web Mercator (EPSG:3857): west, south, east, north',
    }),
    side: Type.Integer({ description: 'Places along each side of the net' }),
    places: Type.Array(Type.Unsafe<number | null>({}), {
      description:
        'Eastings and northings in turn, in the unit of the job, row by row from the south-west; null where the system has no position',
    }),
    error: Type.Number({
      description: 'Largest error of positions interpolated between four places, in the unit of the job',
    }),
    operation: Type.String({ description: 'The operation that converts the coordinates' }),
    accuracy: Type.Unsafe<number | null>({ description: 'Of the operation, in metres; null if unknown' }),
  },
  { title: 'EarthNet' },
);

/** Exact figures and attributes of a feature in a view. */
export const ViewFeature = Type.Object(
  {
    table: Type.String(),
    row: Type.Integer(),
    fields: Type.Array(Type.Array(Type.String(), { minItems: 2, maxItems: 2 }), { description: 'Names and values' }),
    vertices: Type.Array(Type.Array(Type.Unsafe<number | null>({}), { minItems: 3, maxItems: 3 }), {
      description: 'Easting, northing, elevation (null: unknown) of the first thousand',
    }),
    vertexCount: Type.Integer(),
    alignment: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'For an alignment its geometry: `horizontal` elements, `vertical` points, `equations`, `sections`; ViewAlignment of packages/view-wire',
      }),
    ),
  },
  { title: 'ViewFeature' },
);
