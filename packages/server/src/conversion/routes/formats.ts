import { FormatView, PROBLEM_LANGUAGES, type ProblemLanguage, Type } from '@fieldbridge/contract';
import { describeFormat, FORMATS } from '@fieldbridge/formats';
import { optionsIn } from '@fieldbridge/formats/core/format-texts/in-language.ts';
import type { App } from '../../http/app.ts';
import { atFirstUse } from '../../http/first-use.ts';
import { sendJsonText } from '../../http/json-text.ts';
import { answerLanguage, IN_LANGUAGE } from '../../http/language.ts';
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

/** The listed formats in a language: options of the requested direction, and those of an import into a job. */
function listed(direction: 'import' | 'export', language: ProblemLanguage): object[] {
  const ofJobs = optionsIn(JOB_OPTIONS, language);
  return FORMATS.map((format) => describeFormat(format, language))
    .filter((format) => (direction === 'import' ? format.read : format.write))
    .map(({ options, ...format }) => {
      const own = direction === 'import' ? options.read! : options.write!;
      const properties = direction === 'import' ? { ...own.properties, ...ofJobs } : own.properties;
      return { ...format, options: { ...own, properties } };
    });
}

/** A value for each language, made when it is first needed. */
function ofLanguage<T>(make: (language: ProblemLanguage) => T): (language: ProblemLanguage) => T {
  const made = new Map(PROBLEM_LANGUAGES.map((language) => [language, atFirstUse(() => make(language))]));
  return (language) => made.get(language)!();
}

/** The formats in which a job can be downloaded, in a language. */
export const exportFormats = ofLanguage((language) => listed('export', language));

/** GET /formats. */
export function addFormatRoutes(app: App, { base }: Conversion): void {
  const answers = {
    import: ofLanguage((language) => JSON.stringify(listed('import', language))),
    export: ofLanguage((language) => JSON.stringify(exportFormats(language))),
  };
  app.get(
    `${base}/formats`,
    {
      config: IN_LANGUAGE,
      schema: {
        summary: 'List the formats',
        description:
          'Source formats, or with `?for=export` the formats a job can be downloaded in. `options` is a JSON Schema of the query parameters an upload or a download in the format takes, with a title for forms; `holds` lists the parts of a job that a written file keeps.',
        tags: ['formats'],
        querystring: Query,
        response: { 200: Type.Array(FormatView) },
      },
    },
    async (request, reply) =>
      sendJsonText(reply, { text: answers[request.query.for ?? 'import'](answerLanguage(request, reply)) }),
  );
}
