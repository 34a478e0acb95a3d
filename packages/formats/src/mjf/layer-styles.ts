import type { FieldJob } from '@fieldbridge/fieldjob';
import type { GeoPackageWriter } from './geopackage.ts';

export function writeLayerStyles(_pkg: GeoPackageWriter, _job: FieldJob): void {}
