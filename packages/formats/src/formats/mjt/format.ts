import { packageFormat } from '../mjf/format.ts';

/** The field job in its tools role. */
export const mjt = packageFormat(
  'mjt',
  'Tools job',
  'tools',
  'The same GeoPackage as .mjf, everything in it; the profile marks it as meant for field tools.',
);
