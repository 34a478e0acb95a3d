/** The part of simple-oauth2 that the tests use; the package brings no types. */
declare module 'simple-oauth2' {
  export interface Options {
    readonly client: { readonly id: string; readonly secret: string };
    readonly auth: { readonly tokenHost: string; readonly tokenPath: string };
    readonly options?: { readonly authorizationMethod?: 'header' | 'body' };
  }
  export class ClientCredentials {
    constructor(options: Options);
    getToken(parameters: object): Promise<{ readonly token: Readonly<Record<string, unknown>>; expired(): boolean }>;
  }
}
