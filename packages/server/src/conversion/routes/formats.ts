import { FormatView, Type } from '@fieldbridge/contract';
import { describeFormat, FORMATS } from '@fieldbridge/formats';
import type { App } from '../../http/app.ts';
import { atFirstUse } from '../../http/first-use.ts';
import type { Conversion } from '../conversion.ts';
import { JOB_OPTIONS } from '../formats-lookup.ts';

const Query = Type.Object(
  {
    for: Type.Optional(
      Type.Unsafe<'import' | 'export'>({
        type: 'string',
        enum: ['import', 'export'],
        description: 'Source formats (import, the default) or targets (export)',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The listed formats: options of the requested direction, and those of an import into a job. */
function listed(direction: 'import' | 'export'): object[] {
  return FORMATS.map(describeFormat)
    .filter((format) => (direction === 'import' ? format.read : format.write))
    .map(({ options, ...format }) => {
      const own = direction === 'import' ? options.read! : options.write!;
      const properties = direction === 'import' ? { ...own.properties, ...JOB_OPTIONS } : own.properties;
      return { ...format, options: { ...own, properties } };
    });
}

/** The formats in which a job can be downloaded. */
export const exportFormats = atFirstUse(() => listed('export'));

/** GET /formats. */
export function addFormatRoutes(app: App, { base }: Conversion): void {
  const answers = {
    import: atFirstUse(() => JSON.stringify(listed('import'))),
    export: atFirstUse(() => JSON.stringify(exportFormats())),
  };
  app.get(
    `${base}/formats`,
    {
      schema: {
        summary: 'List the formats',
        description:
          'Source formats, or with `?for=export` the formats a job can be downloaded in. `options` is a JSON Schema of the query parameters an upload or a download in the format takes, `holds` what a written file keeps of a job.',
        tags: ['formats'],
        querystring: Query,
        response: { 200: Type.Array(FormatView) },
      },
    },
    async (request, reply) => {
      reply.type('application/json').serializer((text: string) => text);
      return reply.send(answers[request.query.for ?? 'import']() as never);
    },
  );
}
