import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { compileBody } from '../src/http/validation.ts';
import { Documented } from '../testing/documented.ts';
import { type ExampleInterface, exampleInterfaces, type World } from '../testing/example-world.ts';
import { startTestServer } from '../testing/server.ts';
import { settledExample } from '../testing/settled-example.ts';

// Every operation of the four OpenAPI documents is called with the example in its document, only with the ids of a
// demonstration server. WRITE_EXAMPLES=1 writes the answers into the documents' tables.

const resolve = async () => [{ address: '93.184.216.34', family: 4 }];
const server = await startTestServer({ failuresPerMinute: 0 }, { resolve });
after(() => server[Symbol.asyncDispose]());

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly example?: unknown;
}
interface Media {
  readonly schema: object;
  readonly example?: unknown;
}
interface Operation {
  readonly operationId: string;
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

const isWriting = process.env['WRITE_EXAMPLES'] === '1';

for (const one of await exampleInterfaces(server))
  describe(`the examples of the ${one.name} interface`, async () => {
    const { paths, servers } = (await (await fetch(server.url + one.document)).json()) as Document;
    const documented = await Documented.read(server.url + one.document);
    const written: Record<string, Record<string, unknown>> = {};
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
    /** Of the GETs: without and with webhooks. */
    const shared: Promise<World>[] = [];
    test('the reference and generated clients begin in the sandbox', () => {
      assert.equal(server.url + servers[0]?.url, one.base);
    });
    for (const { path, method, operation } of operations)
      test(`${method} ${path}`, async () => {
        const { operationId, responses } = operation;
        const world = await (method === 'GET'
          ? (shared[Number(path.includes('/events/'))] ??= one.make(operationId))
          : one.make(operationId));
        const { address, init } = requestOf(one, path, method, operation, world);
        const answer = await fetch(one.base + address, init);
        const text = await answer.text();
        const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
        assert.ok(answer.ok, `${method} ${address}: ${answer.status} ${text}`);
        if (text === '' || type === 'application/json') documented.check(method, address, answer, text);
        else documented.checkHead(method, address, answer);
        if (type !== 'application/json') return;
        const settled = settledExample(JSON.parse(text), world, server.url);
        if (isWriting) written[operationId] = { [answer.status]: settled };
        else checkAnswer(responses[answer.status]?.content?.[type], settled, operationId);
      });
    after(() => {
      if (!isWriting) return;
      const file = join(import.meta.dirname, '../src', one.name, 'example-answers.json');
      writeFileSync(file, `${JSON.stringify(written, undefined, 2)}\n`);
    });
  });

/** The request of an operation's example, with the values of a server. */
function requestOf(
  { headers }: ExampleInterface,
  path: string,
  method: string,
  { parameters = [], requestBody, security }: Operation,
  world: World,
): { address: string; init: RequestInit } {
  const real = (value: unknown): string => {
    let text = typeof value === 'string' ? value : JSON.stringify(value);
    for (const [example, actual] of Object.entries(world)) text = text.replaceAll(example, actual);
    return text;
  };
  for (const { name, required, example } of parameters)
    assert.ok(required !== true || example !== undefined, `the parameter ${name} has no example`);
  const given = parameters.filter(({ example }) => example !== undefined);
  const valuesIn = (place: Parameter['in']) =>
    given.filter((one) => one.in === place).map(({ name, example }): [string, string] => [name, real(example)]);
  const query = new URLSearchParams(valuesIn('query')).toString();
  let address = path;
  for (const [name, value] of valuesIn('path')) address = address.replace(`{${name}}`, encodeURIComponent(value));
  if (query !== '') address += `?${query}`;
  const all = { ...(security?.length === 0 ? {} : headers), ...Object.fromEntries(valuesIn('header')) };
  if (requestBody === undefined) return { address, init: { method, headers: all } };
  const found = Object.entries(requestBody.content).find(([, { example }]) => example !== undefined);
  assert.ok(found !== undefined, 'the body has no example');
  const [type, { example }] = found;
  const text = real(example);
  const isForm = type === 'application/x-www-form-urlencoded';
  const body = isForm ? new URLSearchParams(JSON.parse(text) as Record<string, string>).toString() : text;
  return { address, init: { method, headers: { ...all, 'content-type': type }, body } };
}

/** Asserts that the documented answer is one of the schema, with the fields of the real one. */
function checkAnswer(media: Media | undefined, real: unknown, operationId: string): void {
  assert.ok(media?.example !== undefined, `${operationId}: the answer has no example; run "npm run docs:examples"`);
  const check = compileBody(media.schema);
  assert.ok(check(media.example), `${operationId}: the example does not match the schema; run "npm run docs:examples"`);
  // How far a delivery has come when it is shown is a matter of milliseconds.
  if (operationId.endsWith('ByDeliveryReplay')) return;
  assert.deepEqual(
    Object.keys(media.example as object),
    Object.keys(real as object),
    `${operationId} answers with other fields than its example; run "npm run docs:examples"`,
  );
}
