import { LimitError } from '../../core/failure.ts';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { type Box, mappedBox, middleOf, sharedBox } from './box.ts';
import type { PlacedText } from './draw-texts.ts';
import { HIDDEN_LAYER, LayerStack } from './layer-stack.ts';
import { type Matrix, matrixOf, multiply, placeAt } from './matrix.ts';
import type { PageTools } from './page.ts';
import type { PlacedImage } from './page-images.ts';
import { DEEPEST } from './save-depth.ts';
import { colourOf, firstState, type GraphicsState, patternOf } from './state.ts';
import { TextLine, type TextState } from './text-line.ts';
import { TextStyles } from './text-styles.ts';

/**
 * Text rendering modes that neither fill nor stroke (ISO 32000-1, table 106): text that was recognised in a scan and
 * placed beneath it.
 */
const BLANK_TEXTS = [3, 7];
/** Those that stroke only. */
const HOLLOW_TEXTS = [1, 5];
const STROKED = ['stroke', 'closeStroke'];
const FILLED = ['fill', 'eoFill'];
const BOTH = ['fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke'];
const STENCIL = 'paintImageMaskXObject';
/**
 * A stencil of one pixel, with which drivers fill rectangles: the extent of an image as a path (move, three lines,
 * close).
 */
const SOLID_STENCIL = 'paintSolidColorImageMask';
const UNIT_SQUARE = [0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 4];
const IMAGES = ['paintImageXObject', 'paintInlineImageXObject', STENCIL];
const UNDRAWN = [
  'shadingFill',
  'paintImageXObjectRepeat',
  'paintImageMaskXObjectRepeat',
  'paintInlineImageXObjectGroup',
  'paintImageMaskXObjectGroup',
];

/**
 * Walks the operators of a page: keeps its graphics state, paints its paths, collects its images and the styles of its
 * texts.
 */
export class PageWalk {
  readonly textStyles = new TextStyles();
  readonly images: PlacedImage[] = [];
  /** Texts within annotations, which pdf.js does not extract with those of the page. */
  readonly annotationTexts: PlacedText[] = [];
  readonly #tools: PageTools;
  readonly #number: number;
  readonly #layers: LayerStack;
  readonly #saved: GraphicsState[] = [];
  readonly #steps = new Map<number, (args: readonly unknown[]) => void>();
  /** Open transparency groups; true for a soft mask, whose content is invisible. */
  readonly #groups: boolean[] = [];
  readonly #painted = new Map<number, 'stroke' | 'fill' | 'both'>();
  readonly #toPaper: Matrix;
  readonly #shown: Box;
  readonly #line = new TextLine();
  /** Saved states at the start of the open annotation; -1 outside of annotations. */
  #annotation = -1;
  /** The next path clips. */
  #clips = false;
  #state: GraphicsState;

  constructor(number: number, toPaper: Matrix, shown: Box, tools: PageTools) {
    this.#number = number;
    this.#toPaper = toPaper;
    this.#shown = shown;
    this.#tools = tools;
    this.#layers = new LayerStack(tools.groups);
    this.#state = firstState(toPaper, shown);
    const { operators } = tools;
    for (const name of STROKED) this.#painted.set(operators[name]!, 'stroke');
    for (const name of FILLED) this.#painted.set(operators[name]!, 'fill');
    for (const name of BOTH) this.#painted.set(operators[name]!, 'both');
    const on = (name: string, take: (args: readonly unknown[]) => void): void =>
      void this.#steps.set(operators[name]!, take);
    on('save', () => this.#save());
    on('restore', () => this.#restore());
    on('transform', (args) => this.#transform(args as number[]));
    on('paintFormXObjectBegin', (args) => {
      this.#save();
      if (args[0] != null) this.#transform(args[0] as number[]);
      if (args[1] != null) this.#clip(args[1] as ArrayLike<number>);
    });
    on('paintFormXObjectEnd', () => this.#restore());
    on('beginAnnotation', ([, , transform, matrix]) => this.#beginAnnotation(transform, matrix));
    on('endAnnotation', () => this.#endAnnotation());
    for (const name of ['clip', 'eoClip'])
      on(name, () => {
        this.#clips = true;
      });
    on('setLineWidth', ([width]) => this.#lineWidth(width));
    on('setDash', ([dash]) => this.#dash(dash));
    on('setGState', ([parameters]) => {
      for (const [name, value] of (parameters ?? []) as [name: string, value: unknown][]) {
        if (name === 'LW') this.#lineWidth(value);
        else if (name === 'Font') this.#text('size', (value as readonly unknown[] | null)?.[1]);
        else if (name === 'D') this.#dash((value as readonly unknown[] | null)?.[0]);
      }
    });
    on('setStrokeRGBColor', ([colour]) => {
      this.#state.stroke = colourOf(colour);
      this.#state.strokePattern = '';
    });
    on('setFillRGBColor', ([colour]) => {
      this.#state.fill = colourOf(colour);
      this.#state.fillPattern = '';
    });
    on('setStrokeColorN', (args) => {
      this.#state.stroke = -1;
      this.#state.strokePattern = patternOf(args);
    });
    on('setFillColorN', (args) => {
      this.#state.fill = -1;
      this.#state.fillPattern = patternOf(args);
    });
    on('beginMarkedContent', () => this.#layers.begin(undefined));
    on('beginMarkedContentProps', ([tag, properties]) => this.#layers.begin(tag === 'OC' ? properties : undefined));
    on('endMarkedContent', () => this.#layers.end());
    on('beginText', () => this.#line.begin());
    on('setTextMatrix', ([values]) => this.#line.place(values as ArrayLike<number>));
    on('moveText', ([x, y]) => this.#line.move(Number(x), Number(y)));
    on('setLeadingMoveText', ([x, y]) => {
      this.#line.leading = -Number(y);
      this.#line.move(Number(x), Number(y));
    });
    on('setLeading', ([leading]) => {
      this.#line.leading = Number(leading);
    });
    on('nextLine', () => this.#line.next());
    on('setFont', ([, size]) => this.#text('size', size));
    on('setHScale', ([percent]) => this.#text('scale', Number(percent) / 100));
    on('setCharSpacing', ([spacing]) => this.#text('charSpacing', spacing));
    on('setWordSpacing', ([spacing]) => this.#text('wordSpacing', spacing));
    on('setTextRise', ([rise]) => this.#text('rise', rise));
    on('setTextRenderingMode', ([mode]) => this.#text('mode', mode));
    on('showText', ([glyphs]) => this.#show(glyphs));
    on('beginGroup', ([group]) => this.#groups.push((group as { smask?: unknown } | null)?.smask != null));
    on('endGroup', () => this.#groups.pop());
    on('constructPath', ([operator, parts, box]) => {
      this.#path(operator as number, parts as readonly unknown[]);
      if (this.#clips && box != null) this.#clip(box as ArrayLike<number>);
      this.#clips = false;
    });
    on(SOLID_STENCIL, () => this.#path(operators['fill']!, [UNIT_SQUARE]));
    for (const name of IMAGES) on(name, (args) => this.#image(args, name === STENCIL));
    for (const name of UNDRAWN) on(name, (args) => this.#undrawn(name, args));
  }

  step(operator: number, args: readonly unknown[] | null): void {
    this.#steps.get(operator)?.(args ?? []);
  }

  #save(): void {
    if (this.#saved.length >= DEEPEST)
      throw new LimitError('depth', DEEPEST, `page ${this.#number}: saved graphics states`);
    this.#saved.push({ ...this.#state });
  }

  #restore(): void {
    this.#state = this.#saved.pop() ?? this.#state;
  }

  #transform(values: ArrayLike<number>): void {
    const matrix = matrixOf(values);
    if (matrix === undefined) return;
    this.#state.matrix = multiply(this.#state.matrix, matrix);
    this.#state.page = multiply(this.#state.page, matrix);
  }

  #lineWidth(width: unknown): void {
    if (Number.isFinite(Number(width))) this.#state.lineWidth = Number(width);
  }

  /** @param dash alternating lengths of dashes and gaps; empty for a solid line */
  #dash(dash: unknown): void {
    if (Array.isArray(dash) || ArrayBuffer.isView(dash)) this.#state.isDashed = (dash as ArrayLike<unknown>).length > 0;
  }

  /** Narrows the visible area. @param rectangle [left, bottom, right, top] in the units of the graphics state */
  #clip(rectangle: ArrayLike<number>): void {
    const box = mappedBox(rectangle, this.#state.matrix);
    if (box !== undefined && !this.#tools.isAllTaken) this.#state.clip = sharedBox(this.#state.clip, box);
  }

  /** An annotation is drawn on the bare page, fitted into its rectangle. */
  #beginAnnotation(transform: unknown, matrix: unknown): void {
    this.#annotation = this.#saved.length;
    this.#save();
    this.#state = firstState(this.#toPaper, this.#shown);
    for (const values of [transform, matrix]) if (values != null) this.#transform(values as number[]);
  }

  #endAnnotation(): void {
    this.#saved.length = Math.min(this.#saved.length, this.#annotation + 1);
    this.#restore();
    this.#annotation = -1;
  }

  #text(property: keyof TextState, value: unknown): void {
    if (Number.isFinite(Number(value))) this.#state.text = { ...this.#state.text, [property]: Number(value) };
  }

  #show(glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return;
    const { matrix, page, text, stroke, fill, clip } = this.#state;
    const { words, at, length } = this.#line.show(glyphs, text);
    if (words === '' || this.#groups.includes(true)) return;
    const layer = BLANK_TEXTS.includes(text.mode) ? HIDDEN_LAYER : this.#layers.current;
    const style = { layer, colour: HOLLOW_TEXTS.includes(text.mode) ? stroke : fill, clip };
    if (this.#annotation < 0) this.textStyles.add(multiply(page, at), style);
    else {
      const paper = multiply(matrix, at);
      const letters = multiply(paper, [text.size * text.scale, 0, 0, text.size, 0, 0]);
      this.annotationTexts.push({
        words,
        matrix: letters,
        length: Math.abs(length) * Math.hypot(paper[0], paper[1]),
        style,
      });
    }
  }

  #path(operator: number, parts: readonly unknown[]): void {
    const how = this.#painted.get(operator);
    // endPath paints nothing: the path only clips.
    if (how === undefined || this.#groups.includes(true)) return;
    const flat = (parts?.[0] ?? []) as ArrayLike<number>;
    if (how !== 'stroke') this.#paint('fill', flat, true);
    if (how !== 'fill') this.#paint('stroke', flat, false);
  }

  #paint(type: string, flat: ArrayLike<number>, filled: boolean): void {
    const tally = this.#tools.tally.of(type);
    tally.found++;
    const made = this.#tools.pen.paint(flat, this.#state, filled, this.#number, this.#layers.current);
    if (made === undefined) {
      tally.skipped++;
      this.#say(issueOf('pdf-path-skipped', { page: this.#number }));
      return;
    }
    if (made === 'outside') {
      tally.skipped++;
      this.#say(issueOf('pdf-outside', { page: this.#number, thing: 'a path' }, this.#startOf(flat)));
      return;
    }
    tally.read++;
    tally.expanded += Math.max(0, made - 1);
    const pattern = filled ? this.#state.fillPattern : this.#state.strokePattern;
    if (pattern !== '') this.#say(issueOf(pattern, { page: this.#number }, this.#startOf(flat)));
  }

  /** Where a path begins: with a move. */
  #startOf(flat: ArrayLike<number>): ReturnType<typeof placeAt> {
    return placeAt(this.#state.matrix, flat[1] ?? Number.NaN, flat[2] ?? Number.NaN);
  }

  #image([given, width, height]: readonly unknown[], isStencil: boolean): void {
    if (this.#groups.includes(true)) return;
    const { matrix, fill, clip } = this.#state;
    const stated = typeof width === 'number' && typeof height === 'number' ? ([width, height] as const) : undefined;
    this.images.push({ given, stated, isStencil, fill, matrix, clip, layer: this.#layers.current });
  }

  #undrawn(name: string, args: readonly unknown[]): void {
    const tally = this.#tools.tally.of(name);
    tally.found++;
    tally.skipped++;
    const { matrix, clip } = this.#state;
    const at = firstRepeat(args);
    // A shading fills what is visible.
    const where = at === undefined ? middleOf(clip) : placeAt(matrix, ...at);
    this.#say(issueOf('pdf-not-drawn', { page: this.#number, operator: name }, where));
  }

  #say(issue: Issue): void {
    this.#tools.report({ ...issue, about: { page: this.#number } });
  }
}

/**
 * Where the first image of a repeated one is: its position, or the matrix of it, is in the last argument.
 */
function firstRepeat(args: readonly unknown[]): [x: number, y: number] | undefined {
  const list = args.at(-1) as ArrayLike<unknown> | null | undefined;
  if (typeof list?.[0] === 'number') return [list[0], Number(list[1])];
  const matrix = matrixOf((list?.[0] as { transform?: ArrayLike<number> } | null | undefined)?.transform);
  return matrix === undefined ? undefined : [matrix[4], matrix[5]];
}
