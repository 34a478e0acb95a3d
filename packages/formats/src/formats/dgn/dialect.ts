import type { Feature, Path } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import type { Affine } from '../../kit/cad/affine.ts';
import type { Pen, TextPlace } from '../../kit/cad/pen.ts';
import type { SplineParts } from './spline-parts.ts';

/** Why an element is left out, as the end of the sentence "left out because it …". */
export interface Fault {
  readonly fault: string;
}

/** The result of drawing an element: drawn, drawn as chords, or why it was left out. */
export type Drawn = 'drawn' | 'stroked' | Fault | Issue;

/** What both versions' elements have in common. */
export interface DesignElement {
  readonly type: number;
  /** Byte offset or other place that finds it in the file. */
  readonly offset: number;
  /** Belongs to the complex element before it. */
  readonly isComponent: boolean;
  readonly isDeleted: boolean;
}

/** How far a complex element reaches: to a byte offset (V7) or for a number of elements (V8). */
export type GroupReach = { readonly end: number } | { readonly children: number };

/** A text and where it stands. */
export interface DesignText {
  readonly text: string;
  readonly place: TextPlace;
}

/** A place where elements that are stored once are drawn. */
export interface Instance<E> {
  readonly name: string;
  /** Maps the coordinates that the elements give to the job's. */
  readonly frame: Affine;
  readonly elements: readonly E[];
}

/**
 * How one version of the format stores what the interpreter asks for. Every call checks the element's size itself and answers with a
 * fault (or undefined) when fields are missing.
 */
export interface Dialect<E extends DesignElement> {
  readonly is3d: boolean;
  /** How far, along an axis, two pieces of a chain may end apart where they join, in the job's unit. */
  readonly endTolerance: number;
  /** True when the element is too short even for its common header. */
  isStunted(element: E): boolean;
  /** A copy that outlives the reader's buffer, for chains that are drawn later. */
  keep(element: E): E;
  /** Level, colour, line style and weight. @param cell outermost cell it stands in, or '' */
  style(element: E, feature: Feature, cell: string): void;
  /** Appends the geometry of types 3, 4, 6, 11, 15, 16 to a path. */
  geometry(element: E, tolerance: number, path: Path): Drawn;
  /** Draws a point string (22) or another element that is points. */
  points(element: E, pen: Pen): Drawn;
  text(element: E): DesignText | undefined;
  reach(element: E): GroupReach | undefined;
  cellName(element: E): string;
  /** Where a complex element or shared cell stands that has tags of its own; undefined for one without. */
  taggedPlace(element: E): readonly [easting: number, northing: number, elevation: number] | undefined;
  /** Takes a tag (37), a named value of another element. */
  tag(element: E): Drawn;
  spline(element: E): SplineParts | undefined;
  /** Hands poles (21), knots (26) or weights (28) to the curve they belong to. */
  splinePart(element: E, parts: SplineParts): Drawn;
  /** Number of the group whose areas may be holes of each other; 0 when the element is in none. */
  graphicGroup(element: E): number;
  /** Whether an area is a hole of the one before it in its cell or group. */
  isHole(element: E): boolean;
  /** Why an instance of a shared cell (35) must not be drawn at all. @param inside name of the shared cell it stands in, or '' */
  refusal(element: E, inside: string): Issue | undefined;
  /** What a shared cell (35) stands for; undefined when its definition is not known. */
  instance(element: E): Instance<E> | undefined;
}
