import { Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import type { Conversion } from '../conversion.ts';

/** Path parameters. */
export const JobPath = Type.Object({ jobId: Type.String({ format: 'uuid' }) });
export const FilePath = Type.Object({
  jobId: Type.String({ format: 'uuid' }),
  fileId: Type.String({ format: 'uuid' }),
});
export const FormatPath = Type.Object({ format: Type.String({ minLength: 1, maxLength: 40 }) });
export const JobFormatPath = Type.Object({
  jobId: Type.String({ format: 'uuid' }),
  format: Type.String({ minLength: 1, maxLength: 40 }),
});

/** Where a job is served: to its owner, or to people with a link. */
export interface JobPlace {
  /** Of the routes, with the parameters. */
  readonly path: string;
  readonly params: Readonly<Record<string, ReturnType<typeof Type.String>>>;
  readonly jobIdOf: (request: FastifyRequest) => string;
  /** Left out of the document. */
  readonly hide: boolean;
}

/** Where owners find their jobs. */
export function ownJob({ base }: Conversion): JobPlace {
  const jobIdOf = (request: FastifyRequest): string => (request.params as { jobId: string }).jobId;
  return { path: `${base}/job/:jobId`, params: JobPath.properties, jobIdOf, hide: false };
}

/** Converts ids of jobs and files to lower case, as stored: case does not matter in a UUID (RFC 9562 §4). */
export function lowerIds(request: FastifyRequest): void {
  const params = request.params as { jobId?: string; fileId?: string; otherId?: string };
  if (params.jobId !== undefined) params.jobId = params.jobId.toLowerCase();
  if (params.fileId !== undefined) params.fileId = params.fileId.toLowerCase();
  if (params.otherId !== undefined) params.otherId = params.otherId.toLowerCase();
}

/** No body at all. */
export const Nothing = Type.Unsafe<undefined>({ type: 'null' });

const MOST_WAIT = 600;
/** `?wait=`: seconds. */
export const Wait = Type.Optional(Type.Number({ minimum: 0, maximum: MOST_WAIT, description: 'Most seconds to wait' }));

/** Treats a missing body as an empty object, for bodies whose fields are all optional. */
export async function emptyBody(request: FastifyRequest): Promise<void> {
  request.body ??= {};
}
