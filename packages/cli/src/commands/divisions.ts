import { commandOf } from '../remote/group.ts';
import { DIVISION_ACTIONS } from '../remote/projects.ts';

/** `fieldbridge divisions …`: the divisions on a server. */
export const divisions = commandOf({
  name: 'divisions',
  summary: 'divisions on a server',
  about:
    'Shows the divisions of the organisation. The support desk adds and changes them (fieldbridge operator divisions).',
  hasEnvironments: true,
  actions: DIVISION_ACTIONS,
});
