import { OwnPassword, Type } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { refuseCompany } from '../../directory/people/person.ts';
import type { App } from '../../http/app.ts';
import type { ConsoleParts } from '../console-parts.ts';
import { personOf, requireFresh, signedIn } from '../signed-in.ts';

/** A person's own password. */
export function addOwnPassword(app: App, base: string, parts: ConsoleParts): void {
  const { people, store, audit } = parts;

  app.put(
    `${base}/password`,
    {
      schema: {
        summary: 'Choose another password',
        description: 'Only within 15 minutes of a sign-in. All other sessions of the person end.',
        tags: ['sign-in'],
        body: OwnPassword,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const session = await signedIn(parts, request, reply);
      requireFresh(parts, session);
      const person = personOf(session);
      refuseCompany(person);
      if (person.email === null)
        throw new ProblemError('conflict', detailOf('A password needs an e-mail address; ask the desk to add yours.'));
      const keep = await people.passwords.prepare(person, request.body.password);
      await store.write(async (tx) => {
        await keep(tx);
        await audit.noteNow(tx, { actor: person.name, action: 'person.password-set', subject: person.id });
      });
      await people.sessions.end(session.owner, { but: session.token });
      return reply.code(204).send(null);
    },
  );
}
