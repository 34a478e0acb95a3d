/** The four forms of a request's target are in RFC 9112 §3.2; these are the two that do not begin with a slash and are ours to answer. */
const ABSOLUTE_FORM = /^https?:\/\/[^/?#]*(?<rest>.*)$/is;

/**
 * A target as routes, logs and problems know it: a path with its query. Proxies send the whole address, which every server must take
 * (RFC 9112 §3.2.2); who stands before the host in it may have written a password there.
 * @param target as it stands in the request line
 * @param method `OPTIONS *` asks of the server as a whole; of no other method that is a target
 * @returns undefined for what is no target of ours
 */
export function originForm(target: string, method: string): string | undefined {
  if (target.startsWith('/')) return target;
  if (target === '*') return method === 'OPTIONS' ? '/' : undefined;
  const rest = ABSOLUTE_FORM.exec(target)?.groups?.['rest'];
  return rest === undefined || rest.startsWith('/') ? rest : `/${rest}`;
}

/** The path of a target as the router compares it: without query and a slash at the end, with what was encoded without need decoded. */
export function pathOfTarget(target: string): string {
  const path = target.split(/[?#]/, 1)[0]!;
  const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
  if (!bare.includes('%')) return bare;
  try {
    return decodeURI(bare);
  } catch {
    // Not the UTF-8 of anything: it names no route, however it is read.
    return bare;
  }
}
