import type { Groups } from '../handover/groups.ts';
import type { CommonEntity } from './common-entity.ts';
import type { DwgObject } from './dwg-object.ts';

/** What entities refer to, by handle. */
export interface Names {
  readonly layers: ReadonlyMap<number, string>;
  readonly lineTypes: ReadonlyMap<number, string>;
  readonly blocks: ReadonlyMap<number, string>;
  /** Applications of extended data. */
  readonly applications: ReadonlyMap<number, string>;
  readonly dimensionStyles: ReadonlyMap<number, string>;
  readonly textStyles: ReadonlyMap<number, string>;
  /** Colours of books, 0xRRGGBB. */
  readonly colours: ReadonlyMap<number, number>;
  /** Stored shapes by the handle of their entity. */
  readonly shapes: ReadonlyMap<number, Uint8Array>;
}

/** The parts of an entity, which are entities too: a list, or before 2004 the first and the last of a chain. */
export interface Parts {
  readonly list: number[];
  /** How many of the list are of this entity: it is filled again by each. */
  count: number;
  first: number;
  last: number;
}

/** The reading of one entity: its object, positioned behind what every entity has, and where its groups go. */
export interface EntityReading {
  readonly object: DwgObject;
  readonly common: CommonEntity;
  readonly out: Groups;
  readonly names: Names;
  readonly parts: Parts;
  /** Whether its elevation is known, by its extended data; undefined if they do not state it. */
  isElevationKnown: boolean | undefined;
}

/** Writes the groups of a kind of entity. @throws RangeError when the object ends before */
export type ReadEntity = (from: EntityReading) => void;
