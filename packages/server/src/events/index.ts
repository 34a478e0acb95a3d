export type { EventSource, NewEvent, StoredEvent } from './event.ts';
export { EventHub, type EventHubOptions } from './hub.ts';
export { eventMigrations } from './migrations.ts';
export type { Outbox } from './outbox.ts';
export { addEventRoutes, type EventRoutes } from './routes.ts';
