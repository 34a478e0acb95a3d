import { defineService } from '../service.ts';
import { projectMigrations } from './migrations.ts';

/** The project interface: tokens, divisions, projects, in two environments that share nothing. */
export const projectService = defineService({
  name: 'project',
  settings: {},
  spaces: [
    { name: 'project-sandbox', migrations: projectMigrations },
    { name: 'project-production', migrations: projectMigrations },
  ],
  create: () => ({ routes: () => {} }),
});
