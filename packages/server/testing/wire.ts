import { connect } from 'node:net';

/** An answer as received over the wire. */
export interface WireAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The problem document, if the body is one; otherwise an empty object. */
  readonly problem: Readonly<Partial<Record<'code' | 'title' | 'detail' | 'instance' | 'requestId', string>>>;
}

/** Longest wait for an answer. */
const PATIENCE_MS = 60_000;
const HEAD = /^HTTP\/1\.1 (\d{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n/;

/**
 * Speaks HTTP by hand on its own connection, and reads until that many answers are complete or the server ends the
 * connection.
 * @param text bytes as latin1; parts of an array are sent one after another, each when an answer (100 Continue, say)
 * has arrived
 * @param count answers to wait for; informational ones count
 * @returns the answers, and whether the server ended the connection
 */
export async function speakRaw(
  port: number,
  text: string | readonly string[],
  count = 1,
): Promise<{ answers: WireAnswer[]; ended: boolean }> {
  const parts = [text].flat();
  const socket = connect(port, '127.0.0.1');
  const answers: WireAnswer[] = [];
  let rest = '';
  let ended = false;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const deadline = setTimeout(() => reject(new Error(`no answer; so far: ${rest}`)), PATIENCE_MS);
  socket.on('error', () => {});
  socket.on('close', () => {
    ended = true;
    resolve();
  });
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString('latin1');
    const before = answers.length;
    for (let one = takeAnswer(rest); one !== undefined; one = takeAnswer(rest)) {
      answers.push(one.answer);
      rest = rest.slice(one.length);
    }
    if (answers.length > before && parts.length > 0) socket.write(parts.shift()!, 'latin1');
    if (answers.length >= count) resolve();
  });
  socket.write(parts.shift()!, 'latin1');
  try {
    await promise;
  } finally {
    clearTimeout(deadline);
    socket.destroy();
  }
  return { answers, ended };
}

/** The first complete answer of a text; answers to HEAD are complete with their head. */
function takeAnswer(text: string): { answer: WireAnswer; length: number } | undefined {
  const [head, status, lines] = HEAD.exec(text) ?? [];
  if (head === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines!.split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const length = head.length + Number(headers['content-length'] ?? 0);
  if (text.length < length) return undefined;
  const body = text.slice(head.length, length);
  const problem = headers['content-type']?.startsWith('application/problem+json') ? JSON.parse(body) : {};
  return { answer: { status: Number(status), headers, body, problem }, length };
}
