/** A call of one operation that works, once the ids in it are the caller's own. */
export interface OperationExample {
  /** Values of parameters in path, query and headers; those not named are not sent. */
  readonly parameters?: Readonly<Record<string, string | number | boolean>>;
  /** Body of the first media type that the operation takes. */
  readonly body?: unknown;
}

/** The examples of one interface, by operation id. */
export interface OperationExamples {
  readonly calls: Readonly<Record<string, OperationExample>>;
  /** JSON answers of those calls, by status: written by `npm run docs:examples`. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Media {
  example?: unknown;
}
interface Described {
  readonly content?: Readonly<Record<string, Media>>;
}
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly { readonly name: string; example?: unknown }[];
  readonly requestBody?: Described;
  readonly responses?: Readonly<Record<string, Described>>;
}

/** Writes examples into the operations of an OpenAPI document. */
export function addExamples(paths: object, { calls, answers }: OperationExamples): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path as Record<string, Operation>));
  for (const { operationId = '', parameters = [], requestBody, responses = {} } of operations) {
    const { parameters: values = {}, body } = calls[operationId] ?? {};
    for (const parameter of parameters) if (parameter.name in values) parameter.example = values[parameter.name];
    const [taken] = Object.values(requestBody?.content ?? {});
    if (taken !== undefined && body !== undefined) taken.example = body;
    for (const [status, answer] of Object.entries(answers[operationId] ?? {})) {
      const media = responses[status]?.content?.['application/json'];
      if (media !== undefined) media.example = answer;
    }
  }
}
