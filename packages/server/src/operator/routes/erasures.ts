import { Erasure, ErasureInput } from '@fieldbridge/contract';
import { detailOf } from '../../core/detail.ts';
import { ProblemError } from '../../core/problem.ts';
import { madeBackups } from '../../storage/backup/made-backups.ts';
import { type DeskScope, IdParameter } from './scope.ts';

/** Adds the erasure of a person from an organisation's tickets. */
export function addErasures({ app, base, desk, actorOf }: DeskScope): void {
  app.post(
    `${base}/organisations/:id/erasures`,
    {
      schema: {
        summary: 'Erase a person from the tickets',
        description:
          'Removes name, address, telephone, email and licence plate from every version of the tickets that name the person. Weights, times, numbers, products, projects and references stay. The person is not recorded in the audit trail.',
        tags: ['erasure'],
        params: IdParameter,
        body: ErasureInput,
        response: { 200: Erasure },
      },
    },
    async (request) => {
      const { environment, person, dryRun = false } = request.body;
      const { id: organisationId } = await desk.organisations.require(request.params.id);
      const eraser = desk.context.erasers.get(`weighing-${environment}`);
      if (eraser === undefined)
        throw new ProblemError(
          'conflict',
          detailOf('This server does not run the weighing interface; ask one that does.'),
        );
      const erase = () => eraser.erase(organisationId, person, dryRun);
      const note = { action: 'tickets.erased', subject: organisationId, organisationId, details: { environment } };
      const erased = dryRun ? await erase() : await desk.audit.around({ actor: actorOf(request).name, ...note }, erase);
      return { dryRun, ...erased, backups: await madeBackups(desk.context.dataDirectory) };
    },
  );
}
