import type { MigrationSeries } from '../storage/port/migration.ts';

/** Tables of the conversion space. Times are milliseconds since 1970; blobs are ids of the space's blob store. */
export const conversionMigrations: MigrationSeries = {
  series: 'conversion',
  migrations: [
    {
      number: 1,
      name: 'jobs, files, imports, segments, point names, exports',
      sql: `
        CREATE TABLE jobs (
          id TEXT PRIMARY KEY,
          organisationId TEXT NOT NULL,
          name TEXT NOT NULL,
          unit TEXT,
          crs TEXT,
          revision INTEGER NOT NULL,
          bytes INTEGER NOT NULL,
          createdAt INTEGER NOT NULL,
          modifiedAt INTEGER NOT NULL,
          warnedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX jobsByOrganisation ON jobs (organisationId, id, bytes);
        CREATE INDEX jobsByAge ON jobs (modifiedAt);

        CREATE TABLE files (
          id TEXT PRIMARY KEY,
          jobId TEXT NOT NULL,
          name TEXT NOT NULL,
          wanted TEXT NOT NULL,
          format TEXT NOT NULL,
          options TEXT NOT NULL,
          size INTEGER NOT NULL,
          sha256 TEXT NOT NULL,
          blob TEXT NOT NULL,
          report TEXT,
          reportState TEXT NOT NULL,
          reportFailure TEXT,
          reportIssues TEXT,
          thumbnail TEXT,
          createdAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX filesByJob ON files (jobId);
        CREATE INDEX filesByReportState ON files (reportState) WHERE reportState = 'running';

        -- The queue of imports is this table: a job's imports run in the order of their sequence.
        CREATE TABLE imports (
          id TEXT PRIMARY KEY,
          jobId TEXT NOT NULL,
          organisationId TEXT NOT NULL,
          fileId TEXT NOT NULL,
          sequence INTEGER NOT NULL,
          kind TEXT NOT NULL,
          options TEXT NOT NULL,
          selection TEXT,
          state TEXT NOT NULL,
          result TEXT,
          attempts INTEGER NOT NULL,
          failure TEXT,
          outcome TEXT,
          issues TEXT,
          createdAt INTEGER NOT NULL,
          startedAt INTEGER,
          finishedAt INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX importsBySequence ON imports (jobId, sequence);
        CREATE INDEX importsByFile ON imports (fileId);
        CREATE INDEX importsWaiting ON imports (organisationId) WHERE state <> 'idle';
        CREATE INDEX importsUnfinished ON imports (jobId, sequence) WHERE state <> 'idle';

        -- A job's revision is the ordered list of its segments.
        CREATE TABLE segments (
          jobId TEXT NOT NULL,
          position INTEGER NOT NULL,
          importId TEXT NOT NULL,
          blob TEXT NOT NULL,
          size INTEGER NOT NULL,
          sha256 TEXT NOT NULL,
          replaced TEXT,
          PRIMARY KEY (jobId, position)
        ) STRICT, WITHOUT ROWID;

        -- Names of the points a job holds, or that a running import has claimed.
        CREATE TABLE pointNames (
          jobId TEXT NOT NULL,
          name TEXT NOT NULL,
          importId TEXT NOT NULL,
          PRIMARY KEY (jobId, name)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE exports (
          jobId TEXT NOT NULL,
          revision INTEGER NOT NULL,
          format TEXT NOT NULL,
          options TEXT NOT NULL,
          blob TEXT NOT NULL,
          size INTEGER NOT NULL,
          sha256 TEXT NOT NULL,
          issues TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          PRIMARY KEY (jobId, revision, format, options)
        ) STRICT, WITHOUT ROWID;
      `,
    },
    {
      number: 2,
      name: 'exports by organisation',
      sql: `
        ALTER TABLE exports ADD COLUMN organisationId TEXT NOT NULL DEFAULT '';
        UPDATE exports SET organisationId = coalesce((SELECT organisationId FROM jobs WHERE jobs.id = exports.jobId), '');
        CREATE INDEX exportsByOrganisation ON exports (organisationId, createdAt, size);
      `,
    },
    {
      number: 3,
      name: 'views of files',
      sql: 'ALTER TABLE files ADD COLUMN view TEXT;',
    },
    {
      number: 4,
      name: 'links to shared jobs',
      sql: `
        CREATE TABLE shares (
          id TEXT PRIMARY KEY, jobId TEXT NOT NULL, hash BLOB NOT NULL, createdBy TEXT NOT NULL,
          createdAt INTEGER NOT NULL, expiresAt INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX sharesByJob ON shares (jobId);
      `,
    },
    {
      number: 5,
      name: 'downloads by links to shared jobs',
      sql: 'ALTER TABLE shares ADD COLUMN downloads INTEGER NOT NULL DEFAULT 0;',
    },
    {
      number: 6,
      name: 'holders of imports and reports',
      sql: `
        -- The server that runs it; the fence grows with each start, so that a late result is recognised.
        ALTER TABLE imports ADD COLUMN holder TEXT;
        ALTER TABLE imports ADD COLUMN fence INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE files ADD COLUMN reportHolder TEXT;
      `,
    },
    {
      number: 7,
      name: 'resumable uploads of several servers',
      sql: `
        CREATE TABLE uploads (
          id TEXT PRIMARY KEY,
          organisationId TEXT NOT NULL,
          size INTEGER,
          received INTEGER NOT NULL,
          metadata TEXT NOT NULL,
          createdAt INTEGER NOT NULL,
          -- Grows with each request that writes or uses it; the server that uses it.
          fence INTEGER NOT NULL,
          holder TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX uploadsByOrganisation ON uploads (organisationId);
        CREATE INDEX uploadsByAge ON uploads (createdAt);

        CREATE TABLE uploadPieces (
          uploadId TEXT NOT NULL,
          start INTEGER NOT NULL,
          size INTEGER NOT NULL,
          sha256 TEXT NOT NULL,
          blob TEXT NOT NULL,
          PRIMARY KEY (uploadId, start)
        ) STRICT, WITHOUT ROWID;
      `,
    },
  ],
};
