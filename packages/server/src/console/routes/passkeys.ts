import { PasskeyInput, PasskeyOptions, PasskeyOptionsInput, PasskeyView, pageOf, Type } from '@fieldbridge/contract';
import { isoTime } from '../../core/clock.ts';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { deviceOf } from '../../directory/people/device.ts';
import type { Passkey } from '../../directory/people/passkeys.ts';
import type { App } from '../../http/app.ts';
import { networkOf } from '../../http/caller-network.ts';
import { Limiter } from '../../http/rate-limit.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { personOf, requireFresh, signedIn } from '../signed-in.ts';

const tags = ['passkeys'];
/** A passkey takes a kilobyte or two. */
export const PASSKEY_BODY_LIMIT = 65_536;
const OPTIONS_PER_MINUTE = 60;

/** A person's own passkeys. */
export function addPasskeyRoutes(app: App, base: string, parts: ConsoleParts): void {
  const { people, store, audit } = parts;
  const { passkeys, passwords, links } = people;
  const limiter = new Limiter('passkey-options', OPTIONS_PER_MINUTE);
  const view = ({ createdAt, lastUsedAt, ...rest }: Passkey) => ({
    ...rest,
    createdAt: isoTime(createdAt),
    lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  });

  app.post(
    `${base}/passkeys/options`,
    {
      schema: {
        summary: 'Get the options for a passkey',
        description:
          'For signing in, for accepting an invitation, or (`registration`) for one more passkey of the person who is signed in. Valid for five minutes, once.',
        tags,
        security: [],
        body: PasskeyOptionsInput,
        response: { 200: PasskeyOptions },
      },
    },
    async (request, reply) => {
      limiter.take(networkOf(request.ip), reply);
      reply.header('cache-control', 'no-store');
      const input = request.body;
      if (input.for === 'sign-in') return passkeys.optionsToSignIn();
      if (input.for === 'invitation') return passkeys.optionsToMake((await links.look(input.token)).person);
      const session = await signedIn(parts, request, reply);
      requireFresh(parts, session);
      return passkeys.optionsToMake(personOf(session));
    },
  );

  app.post(
    `${base}/passkeys`,
    {
      bodyLimit: PASSKEY_BODY_LIMIT,
      schema: {
        summary: 'Add a passkey',
        description: 'One that the browser has made from the options for `registration`.',
        tags,
        body: PasskeyInput,
        response: { 201: PasskeyView },
      },
    },
    async (request, reply) => {
      const session = await signedIn(parts, request, reply);
      requireFresh(parts, session);
      const person = personOf(session);
      const { credential, name = deviceOf(request.headers['user-agent']) } = request.body;
      const keep = await passkeys.prepare(person, credential, name.trim());
      const id = await passkeys.keep(async (tx) => {
        const note = { actor: person.name, action: 'person.passkey-added', subject: person.id, details: { name } };
        await audit.noteNow(tx, note);
        return keep(tx);
      });
      const made = (await passkeys.list(person.id)).find((one) => one.id === id)!;
      return reply.code(201).send(view(made));
    },
  );

  app.get(
    `${base}/passkeys`,
    { schema: { summary: 'List your passkeys', tags, response: { 200: pageOf(PasskeyView) } } },
    async (request, reply) => {
      const person = personOf(await signedIn(parts, request, reply));
      return { items: (await passkeys.list(person.id)).map(view) };
    },
  );

  app.delete(
    `${base}/passkeys/:id`,
    {
      schema: {
        summary: 'Remove a passkey',
        description: 'The last passkey or password cannot be removed: otherwise the person could not sign in any more.',
        tags,
        params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = await signedIn(parts, request, reply);
      requireFresh(parts, session);
      const person = personOf(session);
      await store.write(async (tx) => {
        await passkeys.removeNow(tx, person.id, request.params.id.toLowerCase());
        if ((await passkeys.list(person.id, tx)).length === 0 && !(await passwords.has(person, tx)))
          throw new ProblemError('conflict', detailOf('This is your last passkey or password. Add another one first.'));
        await audit.noteNow(tx, { actor: person.name, action: 'person.passkey-removed', subject: person.id });
      });
      return reply.code(204).send(null);
    },
  );
}
