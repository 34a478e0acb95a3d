import type { FastifyReply } from 'fastify';
import { identityOf, type SessionOwner } from '../../directory/people/sessions.ts';
import type { App } from '../../http/app.ts';
import { leaving } from '../../http/leaving.ts';
import { OpenLimit } from '../../http/open-limit.ts';
import type { ConsoleParts } from '../console-parts.ts';
import type { ChangeFeed, Positions } from '../live/change-feed.ts';
import { mayHear } from '../live/hearing.ts';
import { positionsOf, textOf } from '../live/positions.ts';
import { signedIn } from '../signed-in.ts';

const STREAM_TYPE = 'text/event-stream';
/** Open streams of one person: one for each browser, or for each page without TLS. */
const MOST_STREAMS = 30;
/** Longest time until the end of a session is noticed. */
const CHECK_MS = 1000;
/** A line without an event keeps proxies from closing a quiet stream, and carries its position. */
const KEEP_ALIVE_MS = 15_000;
/** When a browser connects again. */
const RETRY_MS = 2000;

/** GET /events: changes, for open pages. */
export function addEventStream(app: App, base: string, parts: ConsoleParts, feed: ChangeFeed): void {
  const { sessions } = parts.people;
  const streams = new OpenLimit('events', MOST_STREAMS);
  app.get(
    `${base}/events`,
    {
      config: {
        produces: [STREAM_TYPE],
        documentedHeaders: {
          'Last-Event-ID': 'The id of the last event of an earlier stream; the new one continues from there',
        },
      },
      schema: {
        summary: 'Changes, as they happen',
        description:
          'Server-sent events named `change` with `type` (`job.changed` with jobId, `ticket.changed` with uuid, version and environment, `request.changed` and others of the desk with id) and, where there is one, organisationId. An event with the type alone means that several records have changed. The stream reports only what the session may read, and ends with the session.',
        tags: ['events'],
        produces: [STREAM_TYPE],
      },
    },
    async (request, reply) => {
      const session = await signedIn(parts, request, reply, false);
      await streams.take(identityOf(session.owner).id, reply);
      const last = request.headers['last-event-id'];
      const positions = positionsOf(typeof last === 'string' ? last : undefined, await feed.heads());
      const ownerNow = async () => (await sessions.find(session.token))?.owner;
      const signal = leaving(reply, parts.draining);
      await stream(reply, signal, feed, positions, ownerNow);
      return reply as never;
    },
  );
}

async function stream(
  reply: FastifyReply,
  signal: AbortSignal,
  feed: ChangeFeed,
  positions: Positions,
  ownerNow: () => Promise<SessionOwner | undefined>,
): Promise<void> {
  reply.hijack();
  const out = reply.raw;
  const headers = { ...reply.getHeaders(), 'content-type': STREAM_TYPE, 'cache-control': 'no-store' };
  out.writeHead(200, { ...(headers as Record<string, string>), 'x-accel-buffering': 'no' });
  let changed = Promise.withResolvers<void>();
  const wake = (): void => changed.resolve();
  const stop = feed.listen(wake);
  const timer = setInterval(wake, CHECK_MS);
  signal.addEventListener('abort', wake);
  out.on('drain', wake);
  // An id without data is not an event, but the browser keeps it.
  out.write(`retry: ${RETRY_MS}\nid: ${textOf(positions)}\n\n`);
  let written = performance.now();
  try {
    while (!signal.aborted) {
      const owner = await ownerNow();
      if (owner === undefined) return;
      // A slow reader waits; the changes are read once there is room for them.
      const found = out.writableNeedDrain ? [] : await feed.advance(positions);
      const heard = found.filter(({ space, change }) => mayHear(owner, space, change)).map(({ change }) => change);
      const isQuiet = heard.length === 0;
      if (!isQuiet || performance.now() - written >= KEEP_ALIVE_MS) {
        const id = `id: ${textOf(positions)}\n`;
        // Only the last one has the id, so that a broken stream repeats rather than leaves out.
        const events = heard.map(({ type, organisationId, data }, i) => {
          const text = JSON.stringify({ type, ...(organisationId === null ? {} : { organisationId }), ...data });
          return `${i === heard.length - 1 ? id : ''}event: change\ndata: ${text}\n\n`;
        });
        out.write(isQuiet ? `: still here\n${id}\n` : events.join(''));
        written = performance.now();
      }
      await changed.promise;
      changed = Promise.withResolvers<void>();
    }
  } finally {
    clearInterval(timer);
    stop();
    out.end();
  }
}
