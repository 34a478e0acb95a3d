/** A program with its uniforms by name. */
export interface Program {
  /** Uses it for drawing from now on. @throws Error with the log of the compiler */
  readonly use: () => void;
  readonly uniform: (name: string) => WebGLUniformLocation | null;
}

/** Places of the vertex attributes, the same in all programs, so that a buffer layout serves any of them. */
const ATTRIBUTES = [
  'a_at',
  'a_up',
  'a_pen',
  'a_to',
  'a_toUp',
  'a_along',
  'a_side',
  'a_dashes',
  'a_width',
  'a_shape',
  'a_more',
];
export const AT = Object.fromEntries(ATTRIBUTES.map((name, i) => [name.slice(2), i])) as Readonly<
  Record<'at' | 'up' | 'pen' | 'to' | 'toUp' | 'along' | 'side' | 'dashes' | 'width' | 'shape' | 'more', number>
>;

/** Device pixels of a CSS pixel, at most: more make no visible difference. */
export const pixelRatio = (): number => Math.min(3, globalThis.devicePixelRatio || 1);

/** Gives a canvas the size of an element in device pixels. Each change empties it and takes longer than a frame. */
export function sizeCanvas(canvas: HTMLCanvasElement, { clientWidth, clientHeight }: HTMLElement): void {
  const [width, height] = [Math.round(clientWidth * pixelRatio()), Math.round(clientHeight * pixelRatio())];
  if (width > 0 && canvas.width !== width) canvas.width = width;
  if (height > 0 && canvas.height !== height) canvas.height = height;
}

/**
 * A canvas with its context, which is null where the browser has no WebGL 2.
 * @param host that it will fill
 */
export function openCanvas(host: HTMLElement): { canvas: HTMLCanvasElement; context: WebGL2RenderingContext | null } {
  const open = (antialias: boolean) => {
    const canvas = document.createElement('canvas');
    sizeCanvas(canvas, host);
    const context = canvas.getContext('webgl2', {
      ...{ alpha: true, antialias, depth: true, stencil: false },
      // Pictures of the view are taken after the frame.
      ...{ preserveDrawingBuffer: true, powerPreference: 'high-performance' },
    });
    return { canvas, context };
  };
  const plain = open(false);
  // If the processor draws, antialiasing costs more than everything else together, and so does another context.
  if (plain.context === null || isSoftware(plain.context)) return plain;
  plain.context.getExtension('WEBGL_lose_context')?.loseContext();
  return open(true);
}

function isSoftware(gl: WebGL2RenderingContext): boolean {
  const more = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(more?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? '');
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/**
 * Begins to compile, in the browser's graphics process; success is checked at the first use, so that the page does not
 * wait.
 */
export function compile(
  gl: WebGL2RenderingContext,
  { vertex, fragment }: { readonly vertex: string; readonly fragment: string },
): Program {
  const program = gl.createProgram();
  const shaders: WebGLShader[] = [];
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    shaders.push(shader);
  }
  for (const [place, name] of ATTRIBUTES.entries()) gl.bindAttribLocation(program, place, name);
  gl.linkProgram(program);
  let isChecked = false;
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    use: () => {
      if (!isChecked && !gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
        throw new Error([gl.getProgramInfoLog(program), ...shaders.map((one) => gl.getShaderInfoLog(one))].join(' '));
      isChecked = true;
      gl.useProgram(program);
    },
    uniform: (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name)!;
    },
  };
}

/** The buffers of one drawing call. */
export class Batch {
  readonly #gl: WebGL2RenderingContext;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffers: WebGLBuffer[] = [];
  /** Bytes on the graphics card. */
  bytes = 0;
  #count = 0;
  #type = 0;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.#array = gl.createVertexArray();
  }

  /** A column of integers; null sets the same value for all vertices when drawing. */
  integers(place: number, values: Int32Array | Uint16Array | Uint8Array, size: number): this {
    const gl = this.#gl;
    this.#fill(gl.ARRAY_BUFFER, values);
    const type =
      values instanceof Int32Array ? gl.INT : values instanceof Uint16Array ? gl.UNSIGNED_SHORT : gl.UNSIGNED_BYTE;
    gl.enableVertexAttribArray(place);
    gl.vertexAttribIPointer(place, size, type, 0, 0);
    return this;
  }

  floats(place: number, values: Float32Array, size: number): this {
    this.#fill(this.#gl.ARRAY_BUFFER, values);
    this.#gl.enableVertexAttribArray(place);
    this.#gl.vertexAttribPointer(place, size, this.#gl.FLOAT, false, 0, 0);
    return this;
  }

  indices(values: Uint16Array | Uint32Array): this {
    this.#fill(this.#gl.ELEMENT_ARRAY_BUFFER, values);
    this.#type = values instanceof Uint16Array ? this.#gl.UNSIGNED_SHORT : this.#gl.UNSIGNED_INT;
    this.#count = values.length;
    return this;
  }

  vertices(count: number): this {
    this.#count = count;
    return this;
  }

  draw(mode: number): void {
    if (this.#count === 0) return;
    this.#gl.bindVertexArray(this.#array);
    if (this.#type === 0) this.#gl.drawArrays(mode, 0, this.#count);
    else this.#gl.drawElements(mode, this.#count, this.#type, 0);
  }

  delete(): void {
    for (const buffer of this.#buffers) this.#gl.deleteBuffer(buffer);
    this.#gl.deleteVertexArray(this.#array);
  }

  #fill(target: number, values: Int32Array | Uint32Array | Uint16Array | Uint8Array | Float32Array): void {
    const gl = this.#gl;
    const buffer = gl.createBuffer();
    this.#buffers.push(buffer);
    this.bytes += values.byteLength;
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, values as Uint8Array<ArrayBuffer>, gl.STATIC_DRAW);
  }
}
