import { defineService } from '../service.ts';

/** The operator's desk over HTTP. */
export const operatorService = defineService({
  name: 'operator',
  settings: {},
  spaces: [],
  create: () => ({ routes: () => {} }),
});
