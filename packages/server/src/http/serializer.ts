import { createRequire } from 'node:module';
import type build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { atFirstUse } from './first-use.ts';

const loadBuild = atFirstUse(() => createRequire(import.meta.url)('fast-json-stringify') as typeof build);

/** Compiles the schemas of answers, each on first use, as Fastify would at the start. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = atFirstUse(() => loadBuild()(schema as never));
  return (value) => serialize()(value);
};
