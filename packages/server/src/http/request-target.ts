/** RFC 9112 §3.2 has four forms of a request's target; these are the two without a leading slash that we answer. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*(?<rest>.*)$/is;

/**
 * Normalises a target for routes, logs and problems: a path with its query. Proxies send the whole address, which every
 * server must accept (RFC 9112 §3.2.2); the part before the host may contain a password.
 * @param target as in the request line
 * @param method `OPTIONS *` asks about the server as a whole; other methods cannot have that target
 * @returns undefined for a target that is not ours
 */
export function originForm(target: string, method: string): string | undefined {
  if (target.startsWith('/')) return target;
  if (target === '*') return method === 'OPTIONS' ? '/' : undefined;
  const rest = ABSOLUTE_FORM.exec(target)?.groups?.['rest'];
  return rest === undefined || rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a target as the router compares it: without query and trailing slash, with needless encoding removed. */
export function pathOfTarget(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!;
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (!bare.includes('%')) return bare;
  try {
    return decodeURI(bare);
  } catch {
    // Invalid UTF-8 names no route, however it is read.
    return bare;
  }
}
