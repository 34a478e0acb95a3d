import assert from 'node:assert/strict';
import { compileBody } from '../src/http/validation.ts';

interface Media {
  readonly schema: object;
}
interface Described {
  readonly content?: Readonly<Record<string, Media>>;
  readonly headers?: Readonly<Record<string, object>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Described>>;
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Headers of HTTP itself and of every server, which an interface's document does not list. */
const OF_HTTP = new Set(
  'cache-control connection content-language content-length content-security-policy content-type date keep-alive pragma referrer-policy transfer-encoding vary x-content-type-options'.split(
    ' ',
  ),
);

/** Compares answers with the OpenAPI document of their interface. */
export class Documented {
  readonly #paths: Paths;
  readonly #forms: readonly (readonly [form: RegExp, template: string])[];
  /** Answers so far, as `post /projects 201`. */
  readonly seen = new Set<string>();
  /** Headers so far, as `post /projects location`. */
  readonly headers = new Set<string>();

  private constructor(paths: Paths) {
    this.#paths = paths;
    // A path without a variable precedes one with.
    const templates = Object.keys(paths).sort((a, b) => a.split('{').length - b.split('{').length);
    this.#forms = templates.map((one) => [new RegExp(`^${one.replace(/\{\w+\}/g, '[^/]+')}$`), one] as const);
  }

  /** @param address of the OpenAPI document */
  static async read(address: string): Promise<Documented> {
    return new Documented(((await (await fetch(address)).json()) as { paths: Paths }).paths);
  }

  /** Every documented success answer, and every 304, as in `seen`. */
  get successes(): string[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) =>
        Object.keys(responses).flatMap((status) =>
          /^(2\d\d|304)$/.test(status) ? [`${method} ${path} ${status}`] : [],
        ),
      ),
    );
  }

  /** Every documented header of success answers, as in `headers`. */
  get successHeaders(): string[] {
    return Object.entries(this.#paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { responses }]) => {
        const successes = Object.entries(responses).filter(([status]) => /^[23]/.test(status));
        const names = successes.flatMap(([, { headers = {} }]) => Object.keys(headers));
        return [...new Set(names)].map((name) => `${method} ${path} ${name.toLowerCase()}`);
      }),
    );
  }

  /**
   * Asserts that an answer is documented, with a body of its schema.
   * @param path below the interface, with or without a query
   * @param body as text
   */
  check(method: string, path: string, answer: Response, body: string): void {
    const what = `${method} ${path} ${answer.status}`;
    const { content } = this.checkHead(method, path, answer);
    if (content === undefined || method === 'HEAD') {
      assert.equal(body, '', what);
      return;
    }
    const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
    const media = content[type];
    assert.ok(media !== undefined, `${what} is ${type}, not ${Object.keys(content)}`);
    const check = compileBody(media.schema);
    assert.ok(
      check(/[/+]json$/.test(type) ? JSON.parse(body) : body),
      `${what}: ${JSON.stringify(check.errors?.map(({ instancePath, message }) => [instancePath, message]))} in ${body}`,
    );
  }

  /** Asserts that status and headers of an answer are documented. @returns its description */
  checkHead(method: string, path: string, answer: Response): Described {
    const bare = path.split('?')[0]!;
    const [, template = ''] = this.#forms.find(([form]) => form.test(bare)) ?? [];
    const operation = this.#paths[template]?.[method.toLowerCase()];
    const what = `${method} ${path} ${answer.status}`;
    assert.ok(operation !== undefined, `${what} is not documented`);
    const status = String(answer.status);
    this.seen.add(`${method.toLowerCase()} ${template} ${status}`);
    if (method === 'GET' && answer.status === 200)
      assert.equal('304' in operation.responses, answer.headers.has('etag'), `${what}: 304 needs an ETag`);
    const described = operation.responses[status] ?? operation.responses[`${status[0]}XX`];
    assert.ok(described !== undefined, `${what} is not among ${Object.keys(operation.responses)}`);
    const known = new Set(Object.keys(described.headers ?? {}).map((name) => name.toLowerCase()));
    for (const name of answer.headers.keys()) {
      assert.ok(known.has(name) || OF_HTTP.has(name), `${what}: the header ${name} is not documented`);
      this.headers.add(`${method.toLowerCase()} ${template} ${name}`);
    }
    return described;
  }
}
