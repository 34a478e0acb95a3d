import { setImmediate as nextTurn } from 'node:timers/promises';
import { MAX_TICKET_CHARACTERS, type ProblemLanguage, Type } from '@fieldbridge/contract';
import { ProblemError, problemDocument } from '../../core/problem.ts';
import type { App } from '../../http/app.ts';
import { ETAG, LOCATION } from '../../http/documented-headers.ts';
import { JSON_TYPE, type JsonText, sendJsonText } from '../../http/json-text.ts';
import { answerLanguage } from '../../http/language.ts';
import type { Environment } from '../environment.ts';
import { itemsOf, requireBody, takeIn } from '../intake.ts';
import { BatchAnswer, CreatedAnswer, ownBodies, TicketsInput } from '../schemas.ts';
import type { Added, IncomingTicket } from '../ticket-store.ts';
import { type StoredTicket, ticketEtag, ticketText } from '../version.ts';
import { refuse, withLink } from './refusal.ts';

/** Tickets of a batch that are checked in one turn of the event loop: a few milliseconds. */
const STEP = 100;

/** Adds POST /weighing: one ticket, or an array of them. */
export function addCreate(app: App, environment: Environment): void {
  app.post(
    `${environment.base}/weighing`,
    {
      ...ownBodies,
      bodyLimit: 8 * 1024 * 1024,
      config: { idempotent: true, answeredHeaders: { ...LOCATION, ...ETAG } },
      schema: {
        summary: 'Create one ticket, or up to 1000',
        description: `A ticket is answered with 201 and the ticket as sent, including number spelling and field order. An array is answered with 207 and one item per ticket; with atomic=true all tickets are stored or none. A ticket may have ${MAX_TICKET_CHARACTERS} characters.`,
        tags: ['tickets'],
        querystring: Type.Object(
          { atomic: Type.Optional(Type.Boolean({ description: 'Store all tickets of an array or none.' })) },
          { additionalProperties: false },
        ),
        body: TicketsInput,
        response: { 201: CreatedAnswer, 207: BatchAnswer },
      },
    },
    async (request, reply) => {
      const body = requireBody(request.body);
      const { nodes, batch } = itemsOf(body);
      const by = environment.principalOf(request);
      const incoming: (IncomingTicket | ProblemError)[] = [];
      for (const node of nodes) {
        if (incoming.length % STEP === STEP - 1) await nextTurn();
        try {
          const taken = takeIn(environment, by, body.text, node);
          incoming.push(taken instanceof Promise ? await taken : taken);
        } catch (error) {
          incoming.push(refusalIn(error));
        }
      }
      const mode = batch ? (request.query.atomic === true ? 'atomic' : 'each') : 'one';
      const valid = incoming.filter((one): one is IncomingTicket => !(one instanceof ProblemError));
      if (valid.length === 0 && mode !== 'each') refuse(environment, mode, incoming as ProblemError[]);
      const answerFor = (added: readonly Added[]): Required<JsonText> => {
        const rest = added.values();
        const outcomes = incoming.map((one) => (one instanceof ProblemError ? one : rest.next().value!));
        if (mode !== 'each' && outcomes.some((one) => one instanceof ProblemError)) refuse(environment, mode, outcomes);
        return answerOf(environment, mode, outcomes, mode === 'each' ? answerLanguage(request, reply) : 'en');
      };
      const { tickets } = environment;
      const { idempotency } = request;
      const isAtomic = mode !== 'each' && incoming.length > 1;
      if (idempotency === undefined && !isAtomic) return sendJsonText(reply, answerFor(await tickets.add(by, valid)));
      // The refusal of an atomic batch undoes the operation that stored its tickets. An answer for an Idempotency-Key
      // is stored in the same transaction.
      const answer = await tickets.write(async (tx) => {
        const made = answerFor(await tickets.insert(tx, by, valid));
        await idempotency?.keep(made.status, made.headers, made.text, tx);
        return made;
      }, incoming.length);
      return sendJsonText(reply, answer);
    },
  );
}

/** The problem for which a ticket is refused; other errors are rethrown. */
function refusalIn(error: unknown): ProblemError {
  if (error instanceof ProblemError && error.status < 500) return error;
  throw error;
}

function answerOf(
  environment: Environment,
  mode: 'one' | 'atomic' | 'each',
  outcomes: readonly Added[],
  language: ProblemLanguage,
): Required<JsonText> {
  if (mode === 'one') {
    const version = outcomes[0] as StoredTicket;
    return { status: 201, headers: headersOf(environment, version), text: ticketText(version) };
  }
  const headers = { 'content-type': JSON_TYPE };
  if (mode === 'atomic')
    return { status: 201, headers, text: `{"items":[${(outcomes as StoredTicket[]).map(ticketText).join(',')}]}` };
  const items = outcomes.map((one) =>
    one instanceof ProblemError
      ? JSON.stringify({
          status: one.status,
          problem: problemDocument(withLink(environment, one), undefined, language),
        })
      : `{"status":201,"ticket":${ticketText(one)}}`,
  );
  return { status: 207, headers, text: `{"items":[${items.join(',')}]}` };
}

/** Headers of an answer with one new ticket. */
function headersOf({ base }: Environment, version: StoredTicket): Record<string, string> {
  return {
    'content-type': JSON_TYPE,
    location: `${base}/weighing/${version.uuid}`,
    etag: ticketEtag(version),
  };
}
