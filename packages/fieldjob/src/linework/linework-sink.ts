import { Feature } from '../feature.ts';
import { ForwardSink } from '../forward-sink.ts';
import { Path } from '../geometry/path.ts';
import type { Code } from '../records.ts';
import type { JobSink } from '../sink.ts';
import { type CodePart, type Control, parseCode } from './code-parser.ts';
import type { Vertex } from './curves.ts';
import { Figure, type FigureFault } from './figure.ts';
import { offsetPath } from './offset-path.ts';
import type { ControlAction, LineworkTable } from './table.ts';

/** Why a line could not be drawn as its codes ask. */
export type LineworkCode =
  | FigureFault
  | 'linework-code-unknown'
  | 'linework-join-unknown'
  | 'linework-not-open'
  | 'linework-offset-missing'
  | 'linework-rectangle-incomplete'
  | 'linework-too-many-open'
  | 'linework-single-point'
  | 'linework-offset-collapsed';

/** Reports a problem, with the line, code or point concerned, and the point at which it was found. */
export type LineworkReport = (code: LineworkCode, name: string, point: string) => void;

/** Most lines open at once; in some files every point starts a line and nothing ends one. */
const MOST_OPEN = 100_000;
/** Point names remembered for joins. */
const MOST_NAMES = 1_000_000;

/** Controls after which nothing can be added to a line. */
const ENDING: ReadonlySet<ControlAction> = new Set(['rectangle', 'close', 'end']);

/** An open line, and the properties of its features. */
interface Open {
  readonly figure: Figure;
  readonly code: string;
  readonly string: string;
  readonly layer: number;
  readonly list: string;
  readonly firstPoint: string;
  readonly offsets: { readonly distance: number; readonly height: number }[];
}

/**
 * Draws lines from the codes of points on their way to another sink; the points themselves pass unchanged. Call
 * `finish` at the end: it draws the lines that are still open and looks up joins.
 */
export class LineworkSink extends ForwardSink {
  readonly #table: LineworkTable;
  readonly #report: LineworkReport;
  readonly #open = new Map<string, Open>();
  readonly #lineCodes = new Set<string>();
  readonly #places = new Map<string, Vertex>();
  readonly #joins: { readonly from: Vertex; readonly point: string; readonly name: string; readonly line: Open }[] = [];
  readonly #feature = new Feature();
  readonly #path = new Path();
  readonly #beside = new Path();

  constructor(next: JobSink, table: LineworkTable, report: LineworkReport) {
    super(next);
    this.#table = table;
    this.#report = report;
  }

  override point(feature: Feature, easting: number, northing: number, elevation: number): void {
    this.next.point(feature, easting, northing, elevation);
    const vertex: Vertex = { easting, northing, elevation };
    if (feature.name !== '' && this.#places.size < MOST_NAMES) this.#places.set(feature.name.toUpperCase(), vertex);
    // Some programs use one column for both.
    const text = feature.code === '' ? feature.description : feature.code;
    if (text === '') return;
    const { parts, unresolved } = parseCode(text, this.#table, (word) => this.#draws(word) || this.#open.has(word));
    for (const word of unresolved) this.#report('linework-code-unknown', word, feature.name);
    for (const part of parts) this.#part(part, feature, vertex);
  }

  /** Draws the lines that are still open and the joins. */
  finish(): void {
    for (const open of this.#open.values()) this.#draw(open);
    this.#open.clear();
    for (const { from, point, name, line } of this.#joins) {
      const to = this.#places.get(name.toUpperCase());
      if (to === undefined) this.#report('linework-join-unknown', name, point);
      else {
        this.#emit(line, (path) => {
          for (const { easting, northing, elevation } of [from, to]) path.vertex(easting, northing, elevation);
        });
      }
    }
    this.#joins.length = 0;
  }

  #draws(word: string): boolean {
    return this.#table.lineCodes.has(word) || this.#lineCodes.has(word);
  }

  #part(part: CodePart, feature: Feature, vertex: Vertex): void {
    const has = (action: ControlAction): boolean => part.controls.some((control) => control.action === action);
    let open = this.#open.get(part.string);
    if (has('start') && open !== undefined) {
      this.#end(open);
      open = undefined;
    }
    const starts = has('start') || has('join') || (open === undefined && this.#draws(part.code.toUpperCase()));
    if (open === undefined && starts && (has('start') || !has('join'))) open = this.#begin(part, feature);
    if (open === undefined) {
      this.#withoutLine(part, feature, vertex);
      return;
    }
    if (has('ignore')) return;
    if (has('arcEnd') || has('curveEnd')) {
      open.figure.add(vertex);
      open.figure.run('straight');
    } else open.figure.add(vertex, has('arc'));
    // The end of a line is applied last, whatever the order in the code: an offset after the end still belongs to the
    // line.
    const ending = part.controls.filter(({ action }) => ENDING.has(action));
    for (const control of part.controls) if (!ENDING.has(control.action)) this.#control(control, open, feature, vertex);
    for (const control of ending) this.#control(control, open, feature, vertex);
  }

  /** Controls of a code without an open line: only a join works without one. */
  #withoutLine(part: CodePart, feature: Feature, vertex: Vertex): void {
    for (const { action, point } of part.controls) {
      if (action === 'join') this.#join(point, this.#lineOf(part, feature), feature, vertex);
      else if (action !== 'ignore') this.#report('linework-not-open', part.string, feature.name);
    }
  }

  #control({ action, numbers, point }: Control, open: Open, feature: Feature, vertex: Vertex): void {
    if (action === 'arcStart') open.figure.run('arc');
    else if (action === 'curveStart') open.figure.run('curve');
    else if (action === 'join') this.#join(point, open, feature, vertex);
    else if (action === 'offset') {
      const [distance, height = 0] = numbers;
      if (distance === undefined) this.#report('linework-offset-missing', open.string, feature.name);
      else open.offsets.push({ distance, height });
    } else if (action === 'rectangle') this.#rectangle(numbers[0], open, feature);
    else if (action === 'close') {
      open.figure.closed = true;
      this.#end(open);
    } else if (action === 'end') this.#end(open);
  }

  #join(name: string, line: Open, feature: Feature, vertex: Vertex): void {
    if (name === '') this.#report('linework-join-unknown', '', feature.name);
    else this.#joins.push({ from: vertex, point: feature.name, name, line });
  }

  /** Completes the last two points and a width, or the last three points, to a rectangle and ends the line. */
  #rectangle(width: number | undefined, open: Open, feature: Feature): void {
    const { vertices } = open.figure;
    const needed = width === undefined ? 3 : 2;
    const [a, b, c] = vertices.slice(-needed);
    const length = a === undefined || b === undefined ? 0 : Math.hypot(b.easting - a.easting, b.northing - a.northing);
    if (vertices.length !== needed || length === 0) {
      this.#report('linework-rectangle-incomplete', open.string, feature.name);
      return;
    }
    const right = { easting: (b!.northing - a!.northing) / length, northing: (a!.easting - b!.easting) / length };
    // The third point gives the width, not the exact corner.
    const reach = width ?? (c!.easting - b!.easting) * right.easting + (c!.northing - b!.northing) * right.northing;
    const moved = (v: Vertex, elevation: number): Vertex => ({
      easting: v.easting + reach * right.easting,
      northing: v.northing + reach * right.northing,
      elevation,
    });
    open.figure.rectangle(moved(b!, c?.elevation ?? b!.elevation), moved(a!, c?.elevation ?? a!.elevation));
    this.#end(open);
  }

  #begin(part: CodePart, feature: Feature): Open | undefined {
    if (this.#open.size >= MOST_OPEN) {
      this.#report('linework-too-many-open', part.string, feature.name);
      return undefined;
    }
    const open = this.#lineOf(part, feature);
    this.#open.set(part.string, open);
    return open;
  }

  #lineOf({ code, string }: CodePart, { layer, list, name }: Feature): Open {
    return { figure: new Figure(), code, string, layer, list, firstPoint: name, offsets: [] };
  }

  #end(open: Open): void {
    // A rectangle that is also marked as the end was already drawn.
    if (!this.#open.delete(open.string)) return;
    this.#draw(open);
  }

  #draw(open: Open): void {
    const { figure } = open;
    if (figure.vertices.length < 2) {
      this.#report('linework-single-point', open.string, open.firstPoint);
      return;
    }
    this.#emit(open, (path) => figure.draw(path, (fault) => this.#report(fault, open.string, open.firstPoint)));
    for (const { distance, height } of open.offsets) {
      this.#emit(open, (path) => {
        figure.draw(this.#beside, () => {});
        if (!offsetPath(this.#beside, distance, height, path))
          this.#report('linework-offset-collapsed', open.string, open.firstPoint);
      });
    }
  }

  #emit({ code, string, layer, list }: Open, draw: (path: Path) => void): void {
    const feature = this.#feature.reset();
    feature.code = code;
    feature.name = string;
    feature.layer = layer;
    feature.list = list;
    draw(this.#path.clear());
    this.next.line(feature, this.#path);
  }

  /** A code of the library that is a line needs no start. */
  override code(code: Code): void {
    if (code.kind === 'line' && code.control === '') this.#lineCodes.add(code.name.toUpperCase());
    this.next.code(code);
  }
}
