/** A compiled program with its uniforms by name. */
export interface Program {
  readonly program: WebGLProgram;
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

/** The context of a canvas, or null where the browser has no WebGL 2. */
export function openContext(canvas: HTMLCanvasElement): WebGL2RenderingContext | null {
  return canvas.getContext('webgl2', {
    ...{ alpha: true, antialias: !isSoftware(), depth: true, stencil: false },
    // Pictures of the view are taken after the frame.
    ...{ preserveDrawingBuffer: true, powerPreference: 'high-performance' },
  });
}

/** Whether the browser has WebGL 2. */
export function hasWebGl2(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}

/** Whether the processor draws: smooth edges then cost more than everything else together. */
function isSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  const more = gl?.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl?.getParameter(more?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER) ?? '');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

/** @throws Error with the log of the compiler */
export function compile(
  gl: WebGL2RenderingContext,
  { vertex, fragment }: { readonly vertex: string; readonly fragment: string },
): Program {
  const program = gl.createProgram();
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(`shader: ${gl.getShaderInfoLog(shader)}`);
  }
  for (const [place, name] of ATTRIBUTES.entries()) gl.bindAttribLocation(program, place, name);
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost())
    throw new Error(`program: ${gl.getProgramInfoLog(program)}`);
  const places = new Map<string, WebGLUniformLocation | null>();
  return {
    program,
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
