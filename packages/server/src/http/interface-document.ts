import type { OperationExamples } from './operation-examples.ts';

/** The head of an interface's OpenAPI document, and where the document is served. */
export interface InterfaceDocument {
  readonly title: string;
  readonly description: string;
  /** Addresses of openapi.json; the first one is shown in the reference. */
  readonly paths: readonly string[];
  readonly servers: readonly { readonly url: string; readonly description?: string }[];
  /** Only routes below this prefix are documented, without it; they are below one of `servers`. */
  readonly stripPrefix?: string;
  readonly securitySchemes?: Readonly<Record<string, object>>;
  /** What every operation needs unless its schema says otherwise. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Example calls, loaded when the document is first requested. */
  readonly examples?: () => Promise<OperationExamples>;
  /** The guide about it: a name in docs/. */
  readonly guide?: string;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  /** Pages for people, for the front page: paths on this server. */
  readonly pages?: readonly { readonly title: string; readonly path: string }[];
}
