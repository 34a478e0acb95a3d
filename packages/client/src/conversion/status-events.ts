import { UnexpectedAnswerError } from '../transport/errors.ts';
import type { JobStatus } from '../wire/conversion.ts';

/** Longest event: a job with thousands of imports. */
const MAX_EVENT_CHARACTERS = 16 * 1024 * 1024;

/**
 * The statuses of a job in a stream of server-sent events (HTML standard §9.2).
 * @param moved called when something arrives
 * @returns the status of each event `status`; ends with the stream, or with `deleted`
 */
export async function* statusEvents(body: ReadableStream<Uint8Array>, moved: () => void): AsyncGenerator<JobStatus> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      moved();
      text = (text + decoder.decode(value, { stream: true })).replace(/\r\n?/g, '\n');
      if (text.length > MAX_EVENT_CHARACTERS)
        throw new UnexpectedAnswerError(
          'unexpected-answer',
          `an event is longer than ${MAX_EVENT_CHARACTERS} characters`,
        );
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string): string =>
          lines
            .filter((line) => line.startsWith(`${name}:`))
            .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
            .join('\n');
        if (field('event') === 'deleted') return;
        if (field('event') === 'status') yield JSON.parse(field('data')) as JobStatus;
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}
