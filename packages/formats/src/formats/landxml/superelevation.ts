import { SUPERELEVATION_EVENTS, type Superelevation, type SuperelevationEvent } from '@fieldbridge/fieldjob';
import type { XmlNode } from '../../kit/xml/node.ts';
import { finiteDouble } from '../../kit/xml/values.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { propertiesOf, writeProperties } from './properties.ts';
import type { Scope } from './scope.ts';

/** Reads a `Superelevation`; its slopes are kept as they are stated. */
export function readSuperelevation(scope: Scope, node: XmlNode): Superelevation {
  const station = (text: string): number => finiteDouble(text) * scope.scale;
  const events: SuperelevationEvent[] = [];
  for (const { name, text } of node.children) {
    const kind = SUPERELEVATION_EVENTS.find((one) => one === name);
    if (kind !== undefined) {
      const stated = text.trim();
      const value = kind.endsWith('Sta') ? station(stated) : stated;
      if (!Number.isNaN(value)) events.push({ kind, value });
      else scope.notRead(name);
    } else if (name !== 'Feature') scope.notRead(name);
  }
  return {
    startStation: station(node.attributes.get('staStart') ?? ''),
    endStation: station(node.attributes.get('staEnd') ?? ''),
    events,
    attributes: propertiesOf(node),
  };
}

/** Writes a superelevation. */
export function writeSuperelevation(xml: XmlWriter, superelevation: Superelevation): void {
  const { startStation, endStation, events, attributes } = superelevation;
  const known = (station: number): number | undefined => (Number.isFinite(station) ? station : undefined);
  xml.start('Superelevation', { staStart: known(startStation), staEnd: known(endStation) });
  for (const { kind, value } of events) xml.leaf(kind, value);
  writeProperties(xml, attributes);
  xml.end();
}
