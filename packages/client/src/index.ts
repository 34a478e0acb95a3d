export { Download } from './conversion/download.ts';
export type { FileBody } from './conversion/file-body.ts';
export type { ConvertOptions, FetchOptions, UploadOptions } from './conversion/jobs.ts';
export type { Progress } from './conversion/resumable-upload.ts';
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
export { signWebhook, verifyWebhook, WebhookError, type WebhookHeaders } from './webhooks.ts';
export type { FollowOptions } from './weighing/follow.ts';
export type {
  Settlement,
  TicketChange,
  TicketFindings,
  TicketQuery,
  TicketResult,
  TicketTotal,
  WeighBridge,
} from './weighing/tickets.ts';
export type * from './wire/conversion.ts';
export type * from './wire/finding.ts';
export type * from './wire/operator.ts';
export type * from './wire/problem.ts';
export type * from './wire/project.ts';
export type * from './wire/ticket.ts';
