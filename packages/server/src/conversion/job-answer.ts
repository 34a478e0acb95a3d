import type { Accepted, Job } from '@fieldbridge/contract';
import { isoTime } from '../core/clock.ts';
import type { Conversion } from './conversion.ts';
import type { JobRow } from './rows.ts';

/** Address of a job's status, as answers name it. */
export function statusAddress({ base, context }: Conversion, jobId: string): string {
  return `${context.publicUrl()}${base}/job/${jobId}/status`;
}

/** A job as callers see it. */
export function jobAnswer(conversion: Conversion, job: JobRow): Job {
  const { id, name, unit, crs, revision, bytes, createdAt, modifiedAt } = job;
  return {
    jobId: id,
    name,
    unit,
    crs,
    revision,
    bytes,
    createdAt: isoTime(createdAt),
    modifiedAt: isoTime(modifiedAt),
    expiresAt: conversion.status.expiresAt(job),
    status: statusAddress(conversion, id),
  };
}

/** The answer to an upload that starts an import. */
export function accepted(conversion: Conversion, jobId: string, fileId: string): Accepted {
  return { jobId, fileId, status: statusAddress(conversion, jobId) };
}
