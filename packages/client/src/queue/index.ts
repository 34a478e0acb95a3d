export { HeldError } from '../files/file-lock.ts';
export { DamagedLogError } from './append-log.ts';
export type { ForwardOptions, Outcome, QueuedTicket } from './forward.ts';
export { TicketQueue } from './ticket-queue.ts';
