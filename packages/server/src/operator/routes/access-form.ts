import { AccessRequestInput, Type } from '@fieldbridge/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Detail, detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { negotiate } from '../../http/accept.ts';
import type { App } from '../../http/app.ts';
import { networkOf } from '../../http/caller-network.ts';
import { addVary } from '../../http/cors.ts';
import { handleError, logFailure, toProblem } from '../../http/error-handler.ts';
import { FORM_HEADERS } from '../../http/html.ts';
import { Limiter } from '../../http/rate-limit.ts';
import { TokenBuckets } from '../../http/token-bucket.ts';
import { inputOf, readForm, type SentForm } from '../access-form.ts';
import { formPage, receivedPage, refusedPage } from '../access-form-page.ts';
import type { Desk } from '../desk.ts';
import { FormStamps, type StampFault } from '../form-stamps.ts';

const produces = ['application/json', 'text/html'];
const PAGE = { config: { produces: ['text/html'] }, schema: { hide: true } };
const FORM = 'application/x-www-form-urlencoded';
/** Four thousand characters of a note take up to 36 000 bytes. */
const FORM_BYTES = 100_000;
/** Requests by form per minute and address: enough for people, too few for a script that wants to fill the disk. */
const FORMS_PER_MINUTE = 10;
/** Requests by form per hour that are stored, of all addresses together. */
const FORMS_PER_HOUR = 100;
const HOUR_MS = 3_600_000;
const STAMP_TEXTS: Readonly<Record<StampFault, Detail>> = {
  forged: detailOf('The form does not come from this page. Check your entries and send it again.'),
  early: detailOf('The form was sent within two seconds, as robots do. Check your entries and send it again.'),
  late: detailOf('The page was open for more than a day. Check your entries and send the form again.'),
};
const Received = Type.Object({ id: Type.String(), state: Type.Literal('pending') }, { title: 'AccessRequestReceived' });

/** Adds the public form: a page for people, JSON for programs. */
export function addAccessForm(app: App, base: string, desk: Desk): void {
  const { key, clock, core } = desk.context;
  const path = `${base}/access-requests/form`;
  const perAddress = new Limiter('access-form', FORMS_PER_MINUTE);
  const inTotal = new TokenBuckets(FORMS_PER_HOUR, HOUR_MS);
  const stamps = new FormStamps(key, clock);
  const forms = new WeakMap<FastifyRequest, SentForm>();
  const { supportEmail, interfaces } = core;

  const add = async (input: AccessRequestInput): Promise<string> => {
    const { allowed, retrySeconds } = inTotal.take('');
    if (!allowed)
      throw new ProblemError('too-many-requests', detailOf('Too many people are asking for access. Try again later.'), {
        headers: { 'retry-after': String(retrySeconds) },
      });
    return (await desk.requests.add('form', 'form', input)).id;
  };
  const sendPage = (reply: FastifyReply, page: string): FastifyReply => {
    reply.headers(FORM_HEADERS).header('cache-control', 'private, no-cache');
    return reply.serializer((text: string) => text).send(page);
  };

  app.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    async (request: FastifyRequest, text: string | Buffer) => {
      const sent = readForm(String(text));
      forms.set(request, sent);
      return inputOf(sent);
    },
  );
  app.setErrorHandler((error, request, reply) => {
    addVary(reply, 'Accept');
    if (!wantsPage(request)) return handleError(error, request, reply);
    const problem = toProblem(error, request);
    logFailure(request, problem, error);
    reply.code(problem.status).headers(problem.options.headers ?? {});
    const sent = forms.get(request);
    if (sent === undefined) return sendPage(reply, refusedPage('Not sent', problem.message));
    const faults = new Map((problem.options.errors ?? []).map(({ pointer = '#', detail }) => [pointer, detail('en')]));
    const stamp = stamps.faultOf(sent.stamp) === undefined ? sent.stamp : stamps.issue();
    const notice = faults.size === 0 || faults.has('#') ? problem.message : 'Nothing was sent. Please correct:';
    return sendPage(reply, formPage({ stamp, interfaces, supportEmail, sent, notice, faults }));
  });

  app.get(path, PAGE, async (_request, reply) =>
    sendPage(reply, formPage({ stamp: stamps.issue(), interfaces, supportEmail })),
  );
  app.get(`${path}/received`, PAGE, async (_request, reply) => sendPage(reply, receivedPage(supportEmail)));
  app.post(
    path,
    {
      config: { idempotent: true, produces },
      // Before anything is read or stored, even a refusal under an Idempotency-Key, because the caller is not
      // authenticated.
      onRequest: async (request, reply) => perAddress.take(networkOf(request.ip), reply),
      preHandler: async (request) => {
        const sent = forms.get(request);
        if (sent !== undefined) refuseRobots(sent, stamps);
      },
      schema: {
        summary: 'Ask for access',
        description: 'Open to everybody. The desk reviews the request and answers by email. GET shows people a form.',
        tags: ['access requests'],
        security: [],
        body: AccessRequestInput,
        response: { 202: Received },
      },
    },
    async (request, reply) => {
      const sent = forms.get(request);
      addVary(reply, 'Accept');
      if (sent === undefined || !wantsPage(request))
        return reply.code(202).send({ id: await add(request.body), state: 'pending' });
      await stamps.once(sent.text, async () => {
        await add(request.body);
      });
      return reply.redirect(`${path}/received`, 303);
    },
  );
}

function wantsPage(request: FastifyRequest): boolean {
  return negotiate(request.headers.accept, produces) === 'text/html';
}

/** @throws ProblemError validation-failed */
function refuseRobots({ trap, stamp }: SentForm, stamps: FormStamps): void {
  const fault = stamps.faultOf(stamp);
  if (trap === '' && fault === undefined) return;
  const detail =
    trap === '' ? STAMP_TEXTS[fault!] : detailOf('A field that only robots see was filled in. Send the form again.');
  throw new ProblemError('validation-failed', detail, { errors: [{ pointer: '#', detail }] });
}
