import { consoleService } from '../console/service.ts';
import { conversionService } from '../conversion/service.ts';
import { operatorService } from '../operator/service.ts';
import { projectService } from '../project/service.ts';
import type { ServiceDefinition } from '../service/service.ts';
import { weighingService } from '../weighing/service.ts';

/** Every service of the server. Adding one is one import and one line. */
export const services: readonly ServiceDefinition[] = [
  projectService,

  weighingService,

  conversionService,

  operatorService,

  consoleService,
];
