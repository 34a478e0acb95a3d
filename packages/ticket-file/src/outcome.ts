/** What a server answers about one ticket of several. */
export interface Answered {
  readonly status: number;
  readonly ticket?: { readonly uuid: string };
  readonly problem?: {
    readonly code: string;
    readonly detail?: string;
    readonly uuid?: string;
    readonly identical?: boolean;
  };
}

export type Result = 'created' | 'present' | 'refused';

/** What became of a row: a ticket that is stored with the same data was sent before; with other data it is refused. */
export function outcomeOf({ status, ticket, problem }: Answered): { result: Result; uuid: string; reason: string } {
  if (status === 201) return { result: 'created', uuid: ticket!.uuid, reason: '' };
  const uuid = problem?.uuid ?? '';
  if (problem?.code === 'ticket-exists' && problem.identical === true) return { result: 'present', uuid, reason: '' };
  return { result: 'refused', uuid, reason: problem?.detail ?? problem?.code ?? `status ${status}` };
}
