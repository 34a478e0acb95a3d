export {
  type ClientCredentials,
  Fieldbridge,
  type FieldbridgeOptions,
  type InterfaceOptions,
} from './fieldbridge.ts';
export type { ProjectChange } from './project/projects.ts';
export { MemoryTokenStore, type TokenSet, type TokenStore } from './tokens/token-store.ts';
export type { Body, RepeatableBody } from './transport/body.ts';
export type { CallOptions } from './transport/caller.ts';
export * from './transport/errors.ts';
export type { Page } from './transport/pages.ts';
export type { Repetition } from './transport/repetition.ts';
export type { Hooks, SettingsOptions } from './transport/settings.ts';
export { machineTiming, type Timing } from './transport/timing.ts';
export type { ChangeOptions, Version } from './transport/version.ts';
export type { FollowOptions } from './weighing/follow.ts';
export type {
  TicketChange,
  TicketFindings,
  TicketQuery,
  TicketResult,
  TicketTotal,
  WeighBridge,
} from './weighing/tickets.ts';
export type * from './wire/finding.ts';
export type * from './wire/problem.ts';
export type * from './wire/project.ts';
export type * from './wire/ticket.ts';
