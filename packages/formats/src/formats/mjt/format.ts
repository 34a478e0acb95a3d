import type { Format } from '../../core/format.ts';
import { packageFormat } from '../mjf/format.ts';

/** The field job in its tools role. */
export const mjt: Format = packageFormat(
  'mjt',
  'Tools job',
  'tools',
  'The same GeoPackage and contents as .mjf; the profile marks it as the copy for field tools.',
);
