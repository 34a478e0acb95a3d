import { Type } from '@fieldbridge/contract';
import { importOptionTable, type OptionTable } from '@fieldbridge/formats';
import { fileStem } from '@fieldbridge/formats/core/file-stem.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import { leaving } from '../../http/leaving.ts';
import { admit } from '../admission.ts';
import type { Conversion } from '../conversion.ts';
import type { ExportedFile } from '../converter-calls.ts';
import { exportOptions } from '../export-options.ts';
import { refusalOf } from '../failure.ts';
import { targetFormat } from '../formats-lookup.ts';
import { type OptionUse, receiveFile } from '../receive.ts';
import { BLOB_HEADERS, sendBlob } from '../send-blob.ts';
import { EXPORT_HEADERS, reportHeaders } from './download.ts';
import { acceptFiles, DIGEST, FILE_BODY } from './uploads.ts';

const Query = Type.Object(
  {
    to: Type.String({ minLength: 1, maxLength: 40, description: 'Format to write' }),
    from: Type.Optional(
      Type.String({ maxLength: 40, description: 'Format of the body; detected from its content by default' }),
    ),
    filename: Type.Optional(Type.String({ maxLength: 1000 })),
    upload: Type.Optional(Type.String({ maxLength: 100 })),
  },
  { additionalProperties: true },
);
/** Query parameters that are not options of either side. */
const OWN_PARAMETERS = Object.keys(Query.properties);
/** Prefix of options for the writer that have the same name as a reader's option. */
const TARGET_PREFIX = 'to.';

/** POST /convert: bytes in, bytes out, without a job. */
export async function addConvertRoute(scope: App, conversion: Conversion): Promise<void> {
  await acceptFiles(scope);
  scope.post(
    `${conversion.base}/convert`,
    {
      config: {
        streamBody: true,
        produces: ['application/octet-stream', '*/*'],
        documentedBody: FILE_BODY,
        documentedHeaders: DIGEST,
        answeredHeaders: { ...BLOB_HEADERS, ...EXPORT_HEADERS },
      },
      schema: {
        summary: 'Convert one file in one call',
        description:
          'CAD files are read as features. Options of the source and of the target are query parameters; where both have an option of the same name, the plain name applies to the source and `to.name` to the target.',
        tags: ['convert'],
        querystring: Query,
      },
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
        // Repeated ones are lists, which the schema refuses afterwards.
        const { from, to } = request.query as { from?: unknown; to?: unknown };
        await admit(conversion, request, reply, {
          requestedFormat: typeof from === 'string' ? from : 'auto',
          makesJob: false,
          queues: false,
        });
        if (typeof to === 'string') targetFormat(to);
      },
    },
    async (request, reply) => convert(conversion, request, reply),
  );
}

async function convert(conversion: Conversion, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { store, blobs, pool, calls, limits, context, principalOf } = conversion;
  const { to, from = 'auto' } = request.query as { to: string; from?: string };
  const format = targetFormat(to);
  let target: Record<string, unknown> = {};
  let readerOptions: string[] = [];
  const split: OptionUse['split'] = ({ to: _to, from: _from, ...given }, source) => {
    const table = importOptionTable(source);
    const sides = splitOptions(given, table);
    ({ target } = sides);
    readerOptions = [...Object.keys(table), ...OWN_PARAMETERS];
    return sides.source;
  };
  const file = await receiveFile(conversion, request, from, { defaultAs: 'features', isPassing: true, split });
  let phase = '';
  const converted = async (): Promise<ExportedFile> => {
    const values = exportOptions(request, format, target, readerOptions);
    const { onDuplicate: _, ...options } = file.options;
    const call = calls.convert(
      file,
      { options, limits, target: {}, defaultAs: 'features', to: format.id, exportOptions: values },
      {
        owner: principalOf(request).organisationId,
        signal: leaving(reply, context.draining),
        progress: (news) => {
          ({ phase } = news);
        },
      },
    );
    return pool.run(call);
  };
  const refused = async (error: unknown): Promise<never> => {
    await file.discard();
    throw refusalOf(error, phase === 'writing' ? 'export-failed' : 'file-unreadable');
  };
  const { file: made, outcome } = await converted().catch(refused);
  try {
    const pieces = file.end === undefined ? [] : await store.write(file.end).catch(refused);
    for (const id of [...pieces, file.blob]) await blobs.delete(id);
    return await sendBlob(blobs, request, reply, {
      ...made,
      blob: made.id,
      name: `${fileStem(file.name)}.${format.extensions[0] ?? format.id}`,
      mediaType: format.mediaTypes[0] ?? 'application/octet-stream',
      headers: reportHeaders(outcome.issues, format),
    });
  } finally {
    // The blob is open by now, or never will be.
    await blobs.delete(made.id);
  }
}

/** Separates the reader's options from the writer's. @param table the reader's */
function splitOptions(
  given: Readonly<Record<string, unknown>>,
  table: OptionTable,
): { source: Record<string, unknown>; target: Record<string, unknown> } {
  const source: Record<string, unknown> = {};
  const target: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith(TARGET_PREFIX)) target[name.slice(TARGET_PREFIX.length)] = value;
    else if (Object.hasOwn(table, name)) source[name] = value;
    else target[name] = value;
  }
  return { source, target };
}
