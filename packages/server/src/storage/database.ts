export { SpaceDatabase } from './sqlite/old-statements.ts';
