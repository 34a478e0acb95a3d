import type { FastifyReply } from 'fastify';

/** The media type of JSON, as answers state it. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer whose text is JSON already. */
export interface JsonText {
  /** 200 unless stated. */
  readonly status?: number;
  /** With a media type if there are any. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly text: string;
}

const HEADERS = { 'content-type': JSON_TYPE };

/** Sends it as it is: what was stored keeps its spelling, and fields that no schema names stay. */
export function sendJsonText(reply: FastifyReply, { status = 200, headers = HEADERS, text }: JsonText): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .serializer((body: string) => body)
    .send(text);
}
