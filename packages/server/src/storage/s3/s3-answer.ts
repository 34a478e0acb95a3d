/** Bytes of an answer that is read into memory: a page of a list has about 500 kB. */
const MOST_TEXT = 8 * 2 ** 20;

/** An answer of the object store whose body is read with a time limit on every pause. */
export class S3Answer {
  readonly #response: Response;
  readonly #stop: AbortController;
  readonly #stallMs: number;

  /** @param stop ends the request */
  constructor(response: Response, stop: AbortController, stallMs: number) {
    this.#response = response;
    this.#stop = stop;
    this.#stallMs = stallMs;
  }

  get status(): number {
    return this.#response.status;
  }

  header(name: string): string | undefined {
    return this.#response.headers.get(name) ?? undefined;
  }

  /** The body as it arrives. Who does not read it to its end ends the request. @throws Error if it is cut or stalls */
  async *chunks(): AsyncGenerator<Buffer> {
    const { body } = this.#response;
    if (body === null) return;
    const reader = body.getReader();
    try {
      while (true) {
        const stalled = setTimeout(() => this.#stop.abort(new Error('the object store stalls')), this.#stallMs);
        const { done, value } = await reader.read().finally(() => clearTimeout(stalled));
        if (done) return;
        yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
      }
    } finally {
      // Does nothing after the end.
      await reader.cancel().catch(() => {});
    }
  }

  /** The whole body. @throws Error if it is cut, stalls or is too long */
  async bytes(most = MOST_TEXT): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of this.chunks()) {
      size += chunk.length;
      if (size > most) throw new Error(`an answer of the object store has more than ${most} bytes`);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }

  async text(): Promise<string> {
    return (await this.bytes()).toString('utf8');
  }
}

/** The texts of all elements of a name. S3's answers have no prefixes, attributes or CDATA where we look. */
export function elementsOf(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, text]) => unescaped(text!));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{2,4}));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
