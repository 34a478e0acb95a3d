const SVG = 'http://www.w3.org/2000/svg';

/** The part of a 2-D canvas that labels and the grid need. */
export type LabelContext = Pick<
  CanvasRenderingContext2D,
  | ('save' | 'restore' | 'translate' | 'rotate' | 'scale' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke')
  | ('fillText' | 'strokeText' | 'measureText' | 'font' | 'fillStyle' | 'strokeStyle' | 'lineWidth' | 'lineJoin')
  | ('textAlign' | 'textBaseline')
>;

const ANCHORS: Readonly<Record<string, string>> = { center: 'middle', right: 'end', end: 'end' };

/** Makes an element of SVG. */
export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | number>> = {},
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Writes labels and thin lines as SVG, so that they are sharp on paper. */
export class SvgContext implements LabelContext {
  readonly group = svg('g');
  fillStyle = '#000';
  strokeStyle = '#000';
  font = '12px sans-serif';
  lineWidth = 1;
  lineJoin: CanvasLineJoin = 'miter';
  textAlign: CanvasTextAlign = 'left';
  textBaseline: CanvasTextBaseline = 'alphabetic';
  readonly #measure = document.createElement('canvas').getContext('2d')!;
  readonly #saved: { readonly matrix: DOMMatrix; readonly style: Style }[] = [];
  #matrix = new DOMMatrix();
  #path = '';

  save(): void {
    const { fillStyle, strokeStyle, font, lineWidth, lineJoin, textAlign, textBaseline } = this;
    const style = { fillStyle, strokeStyle, font, lineWidth, lineJoin, textAlign, textBaseline };
    this.#saved.push({ matrix: DOMMatrix.fromMatrix(this.#matrix), style });
  }

  restore(): void {
    const saved = this.#saved.pop();
    if (saved === undefined) return;
    this.#matrix = saved.matrix;
    Object.assign(this, saved.style);
  }

  translate(x: number, y: number): void {
    this.#matrix.translateSelf(x, y);
  }

  rotate(angle: number): void {
    this.#matrix.rotateSelf((angle * 180) / Math.PI);
  }

  scale(x: number, y: number): void {
    this.#matrix.scaleSelf(x, y);
  }

  beginPath(): void {
    this.#path = '';
  }

  moveTo(x: number, y: number): void {
    this.#path += `M${x} ${y}`;
  }

  lineTo(x: number, y: number): void {
    this.#path += `L${x} ${y}`;
  }

  stroke(): void {
    const { strokeStyle: stroke, lineWidth } = this;
    this.group.append(svg('path', { d: this.#path, fill: 'none', stroke, 'stroke-width': lineWidth }));
  }

  fillText(text: string, x: number, y: number): void {
    this.#write(text, x, y, { fill: this.fillStyle });
  }

  strokeText(text: string, x: number, y: number): void {
    const { strokeStyle: stroke, lineWidth } = this;
    this.#write(text, x, y, { fill: 'none', stroke, 'stroke-width': lineWidth, 'stroke-linejoin': this.lineJoin });
  }

  measureText(text: string): TextMetrics {
    this.#measure.font = this.font;
    return this.#measure.measureText(text);
  }

  #write(text: string, x: number, y: number, ink: Readonly<Record<string, string | number>>): void {
    const [, size = '12', family = 'sans-serif'] = /^([\d.]+)px (.*)$/.exec(this.font) ?? [];
    const anchor = ANCHORS[this.textAlign] ?? 'start';
    const { a, b, c, d, e, f } = this.#matrix;
    const transform = `matrix(${a} ${b} ${c} ${d} ${e} ${f})`;
    const style = { 'font-size': size, 'font-family': family, 'text-anchor': anchor };
    this.group.append(svg('text', { x, y, ...ink, ...style, transform }, text));
  }
}

type Style = Pick<
  SvgContext,
  'fillStyle' | 'strokeStyle' | 'font' | 'lineWidth' | 'lineJoin' | 'textAlign' | 'textBaseline'
>;
