import build from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { atFirstUse } from './first-use.ts';

/** Compiles the schemas of answers, each on first use, as Fastify would at the start. */
export const compileSerializer: FastifySerializerCompiler<object> = ({ schema }) => {
  const serialize = atFirstUse(() => build(schema as never));
  return (value) => serialize()(value);
};
