import { consoleService } from '../console/service.ts';
import { conversionService } from '../conversion/service.ts';
import { deskMigrations } from '../operator/migrations.ts';
import { operatorService } from '../operator/service.ts';
import { projectService } from '../project/service.ts';
import type { ServiceDefinition } from '../service/service.ts';
import type { SpaceDefinition } from '../storage/spaces.ts';
import { weighingService } from '../weighing/service.ts';

/** Every service of the server. Adding one is one import and one line. */
export const services: readonly ServiceDefinition[] = [
  projectService,

  weighingService,

  conversionService,

  operatorService,

  consoleService,
];

/** The schemas of all spaces, whatever the settings. */
export function spaceDefinitions(definitions: readonly ServiceDefinition[] = services): SpaceDefinition[] {
  return [{ name: 'desk', migrations: deskMigrations }, ...definitions.flatMap(({ spaces }) => spaces)];
}
