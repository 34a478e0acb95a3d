/** A parameter of an operation, as a form asks for it. */
export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly description: string;
  readonly example: string;
}

/** Something that an interface does. */
export interface Operation {
  readonly method: string;
  /** As documented, with `{name}`. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly Parameter[];
  /** Undefined without a body that can be typed. */
  readonly body: { readonly mediaType: string; readonly example: string } | undefined;
}

/** A request that is ready to be sent. */
export interface MadeRequest {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

interface Media {
  readonly example?: unknown;
}
interface DocumentedOperation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly example?: unknown;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}
/** The parts of an OpenAPI document that are read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];
/** Media types of bodies that people type. */
const TYPED = /^application\/(?:[\w.-]+\+)?json$/;

/** The operations of a document, in its order. */
export function operationsOf({ paths }: OpenApi): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, { summary = '', parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        path,
        summary,
        parameters: parameters.flatMap(parameterOf),
        body: bodyOf(requestBody?.content ?? {}),
      })),
  );
}

function parameterOf(given: NonNullable<DocumentedOperation['parameters']>[number]): Parameter[] {
  if (given.in !== 'path' && given.in !== 'query' && given.in !== 'header') return [];
  const { name, required = false, description = '', example } = given;
  // An example in the query is one of many filters: sent by default, it would hide results.
  const isNeeded = required || given.in === 'path';
  return [{ name, in: given.in, isRequired: isNeeded, description, example: isNeeded ? asText(example) : '' }];
}

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);

function bodyOf(content: Readonly<Record<string, Media>>): Operation['body'] {
  const typed = Object.entries(content).find(([type]) => TYPED.test(type));
  if (typed === undefined) return undefined;
  const [mediaType, { example }] = typed;
  return { mediaType, example: example === undefined ? '{}' : JSON.stringify(example, null, 2) };
}

/**
 * Builds a request.
 * @param base the address of the interface @param values by name; empty ones are left out @param body as typed
 */
export function requestOf(
  { method, path, parameters, body }: Operation,
  base: string,
  values: Readonly<Record<string, string>>,
  typed: string,
): MadeRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let address = path;
  for (const { name, in: place } of parameters) {
    const value = values[name] ?? '';
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value === '') continue;
    else if (place === 'query') query.append(name, value);
    else headers[name] = value;
  }
  const search = query.size === 0 ? '' : `?${query}`;
  const sent = body === undefined || typed.trim() === '' ? undefined : typed;
  if (sent !== undefined) headers['Content-Type'] = body!.mediaType;
  return { method, address: base + address + search, headers, body: sent };
}

/** The same request for a shell. @param origin of the server @param credentials headers with shell variables */
export function curlOf(
  { method, address, headers, body }: MadeRequest,
  origin: string,
  credentials: Readonly<Record<string, string>>,
): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl -s -i -X ${method} ${quoted(origin + address)}`];
  for (const [name, value] of Object.entries(credentials)) lines.push(`-H "${name}: ${value}"`);
  for (const [name, value] of Object.entries(headers)) lines.push(`-H ${quoted(`${name}: ${value}`)}`);
  if (body !== undefined) lines.push(`-d ${quoted(body)}`);
  return lines.join(' \\\n  ');
}
