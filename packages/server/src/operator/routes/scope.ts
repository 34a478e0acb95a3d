import { Type } from '@fieldbridge/contract';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../http/app.ts';
import type { Actor } from '../authentication.ts';
import type { Desk } from '../desk.ts';

/** What every group of the operator's routes gets. */
export interface DeskScope {
  /** A scope behind the operator's authentication. */
  readonly app: App;
  /** `/operator/v1`. */
  readonly base: string;
  readonly desk: Desk;
  /** The person at the desk. */
  readonly actorOf: (request: FastifyRequest) => Actor;
}

/** Path parameter for a thing of the desk. */
export const IdParameter = Type.Object({ id: Type.String({ format: 'uuid' }) });
