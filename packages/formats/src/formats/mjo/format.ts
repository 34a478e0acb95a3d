import type { Format } from '../../core/format.ts';
import { packageFormat } from '../mjf/format.ts';

/** The field job in its office role. */
export const mjo: Format = packageFormat(
  'mjo',
  'Office job',
  'office',
  'The same GeoPackage and contents as .mjf; the profile marks it as the office copy.',
);
