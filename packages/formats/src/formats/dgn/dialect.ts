import type { Feature, HatchLine, Path } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import type { Affine } from '../../kit/cad/affine.ts';
import type { Pen, TextPlace } from '../../kit/cad/pen.ts';
import type { MeshParts } from './mesh-parts.ts';
import type { SplineParts } from './spline-parts.ts';

/** Why an element is left out. */
export interface Fault {
  readonly fault:
    | 'dgn-element-short'
    | 'dgn-position-invalid'
    | 'dgn-no-vertex'
    | 'dgn-layout-unknown'
    | 'dgn-tag-left-out'
    | 'dgn-curve-missing'
    | 'dgn-mesh-missing';
}

/** The result of drawing an element: drawn, as chords, with values that were measured here, or why it was left out. */
export type Drawn = 'drawn' | 'stroked' | 'measured' | Fault | Issue;

/** Common properties of elements of both versions. */
export interface DesignElement {
  readonly type: number;
  /** Byte offset, or another number that locates it in the file. */
  readonly offset: number;
  /** Part of the complex element before it. */
  readonly isComponent: boolean;
  readonly isDeleted: boolean;
}

/** Extent of a complex element: up to a byte offset (V7) or a number of elements (V8). */
export type GroupReach = { readonly end: number } | { readonly children: number };

/** A text and its placement. */
export interface DesignText {
  readonly text: string;
  readonly place: TextPlace;
}

/** A place where elements that are stored once are drawn. */
export interface Instance<E> {
  readonly name: string;
  /** Maps the coordinates of the elements to the job's. */
  readonly frame: Affine;
  readonly elements: readonly E[];
}

/**
 * How one version of the format stores the data that the interpreter needs. Every method checks the element's size
 * itself and returns a fault (or undefined) when fields are missing.
 */
export interface Dialect<E extends DesignElement> {
  readonly is3d: boolean;
  /** Largest gap along an axis between two joined pieces of a chain, in the job's unit. */
  readonly endTolerance: number;
  /** True when the element is too short even for its common header. */
  isStunted(element: E): boolean;
  /** Name of an element for tallies and issues. */
  name(element: E): string;
  /** Whether an element is marked as invisible, so that it is not drawn. */
  isInvisible(element: E): boolean;
  /** A copy that outlives the reader's buffer, for chains that are drawn later. */
  keep(element: E): E;
  /** Sets level, colour, line style and weight. @param cell name of the outermost cell that contains it, or '' */
  style(element: E, feature: Feature, cell: string): void;
  /** Appends the geometry of types 3, 4, 6, 11, 15, 16 to a path. */
  geometry(element: E, tolerance: number, path: Path): Drawn;
  /** Draws an element that becomes several features: a point string (22), a multi-line (36). */
  several(element: E, pen: Pen): Drawn;
  text(element: E): DesignText | undefined;
  reach(element: E): GroupReach | undefined;
  cellName(element: E): string;
  /** The pattern lines that fill the areas of a cell; undefined for a cell that is no hatch. */
  hatchOf(element: E): readonly HatchLine[] | undefined;
  /** The middle of the box that an element states, in plan; undefined where it states none. */
  middle(element: E): readonly [easting: number, northing: number] | undefined;
  /** Place of a complex element or shared cell with tags; undefined without tags. */
  taggedPlace(element: E): readonly [easting: number, northing: number, elevation: number] | undefined;
  /** Takes a tag (37), a named value of another element. */
  tag(element: E): Drawn;
  spline(element: E): SplineParts | undefined;
  /** Passes poles (21), knots (26) or weights (28) to their curve. */
  splinePart(element: E, parts: SplineParts): Drawn;
  /** Begins a mesh (105); undefined when its kind is unknown. */
  mesh(element: E): MeshParts | undefined;
  /** Passes a matrix of a mesh (101) or a part of it (102, 103) to its mesh. */
  meshPart(element: E, parts: MeshParts): Drawn;
  /** Number of the group in which areas may be holes of each other; 0 for no group. */
  graphicGroup(element: E): number;
  /** Whether an area is a hole of the one before it in its cell or group. */
  isHole(element: E): boolean;
  /**
   * Why an instance of a shared cell (35) must not be drawn. @param inside name of the shared cell that contains it, or
   * ''
   */
  refusal(element: E, inside: string): Issue | undefined;
  /** The content of a shared cell (35); undefined when its definition is missing. */
  instance(element: E): Instance<E> | undefined;
}
