import { commandOf } from '../remote/group.ts';
import { PROJECT_ACTIONS } from '../remote/projects.ts';

/** `fieldbridge projects …`: the projects on a server. */
export const projects = commandOf({
  name: 'projects',
  summary: 'projects on a server: list, create, change, archive',
  about: 'Works with the projects of the organisation, through the project interface.',
  hasEnvironments: true,
  actions: PROJECT_ACTIONS,
});
