/** The server's description of itself in the page. */
export interface Site {
  readonly version: string;
  readonly supportEmail: string;
  readonly path: string;
  /** Addresses of the interfaces by name; those that are not served are missing. */
  /** Maps that the viewer offers. */
  readonly maps?: readonly { readonly name: string; readonly address: string; readonly attribution: string }[];
  readonly interfaces: Readonly<Partial<Record<InterfaceName, string>>>;
}

export type InterfaceName = 'project' | 'weighing' | 'weighing-sandbox' | 'conversion' | 'operator' | 'console';

/** The server's description; empty outside a page of a server. */
export const site: Site = JSON.parse(document.getElementById('site')?.textContent ?? '{"interfaces":{}}');

/** The address of an interface, as callers outside would write it. */
export function addressOf(name: InterfaceName): string {
  return `${location.origin}${site.interfaces[name] ?? `/${name}`}`;
}
