import { defineService } from '../service.ts';
import { deskMigrations } from './migrations.ts';

/** The operator's desk over HTTP. */
export const operatorService = defineService({
  name: 'operator',
  settings: {},
  spaces: [{ name: 'desk', migrations: deskMigrations }],
  create: () => ({ routes: () => {} }),
});
