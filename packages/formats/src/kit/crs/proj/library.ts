import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * The one file that knows how PROJ comes to us: the npm package `proj-wasm`, PROJ and its database compiled to WebAssembly. Only its
 * compiled C library is used, not its worker layer. What could take its place: a build of PROJ's own sources by emscripten with the
 * same exported functions (the file `proj-emscripten.js` of such a build has the same shape).
 */
const PACKAGE = 'proj-wasm/dist';
/** Where PROJ sees its database and the grids, inside its own file system. */
const FOLDER = '/proj';

/** The exported functions of the C API (https://proj.org/development/reference/functions.html), by name; pointers are numbers. */
type CFunctions = Readonly<Record<`_${string}`, (...given: number[]) => number>>;

/** What emscripten adds to them. */
interface Runtime {
  readonly HEAPU8: Uint8Array;
  readonly HEAPF64: Float64Array;
  readonly ENV: Record<string, string>;
  readonly FS: FileSystem;
  UTF8ToString(pointer: number): string;
  stringToNewUTF8(text: string): number;
  getValue(pointer: number, type: 'double' | 'i32' | '*'): number;
  stackSave(): number;
  stackRestore(pointer: number): void;
  stackAlloc(size: number): number;
}

interface FileNode {
  stream_ops: Record<string, unknown>;
  node_ops: Record<string, unknown>;
  usedBytes: number;
}

interface FileSystem {
  mkdirTree(path: string): void;
  createFile(parent: string, name: string, properties: object, canRead: boolean, canWrite: boolean): FileNode;
}

interface Stream {
  position: number;
  readonly node: FileNode;
}

/** A failure of PROJ: what it says itself. */
export class ProjError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProjError';
  }
}

/**
 * PROJ's C library with its database. Calls are synchronous; one instance serves a process.
 */
export class ProjLibrary {
  readonly #module: Runtime & CFunctions;
  readonly context: number;

  private constructor(module: Runtime & CFunctions) {
    this.#module = module;
    this.context = this.call('context_create');
    // The network is off: with it a missing grid gives infinity and no next best operation.
    this.call('context_set_enable_network', this.context, 0);
  }

  /**
   * Compiles and starts the library (about 0.1 s).
   * @param grids paths of grid files (NTv2, GTX, GeoTIFF) by the names under which PROJ looks for them; PROJ remembers which are
   * missing, so they are given at the start
   */
  static async start(grids: ReadonlyMap<string, string> = new Map()): Promise<ProjLibrary> {
    const folder = dirname(createRequire(import.meta.url).resolve(`${PACKAGE.split('/')[0]}`));
    const { default: make } = (await import(pathToFileURL(join(folder, 'proj-emscripten.js')).href)) as {
      default: (options: object) => Promise<Runtime & CFunctions>;
    };
    const module = await make({
      locateFile: (name: string) => join(folder, name),
      preRun: [
        ({ ENV, FS }: Runtime) => {
          ENV['PROJ_DATA'] = FOLDER;
          FS.mkdirTree(FOLDER);
          addFile(FS, 'proj.db', join(folder, 'proj.db'));
          addFile(FS, 'proj.ini', join(folder, 'proj.ini'));
          for (const [name, path] of grids) addFile(FS, name, path);
        },
      ],
      // PROJ's own messages are read from the context where they matter.
      print: () => {},
      printErr: () => {},
    });
    return new ProjLibrary(module);
  }

  /**
   * Calls a C function by its name without `proj_`.
   * @throws ProjError when C++ throws: the library is compiled without catching, so its exceptions arrive here
   */
  call(name: string, ...given: readonly (number | string)[]): number {
    const module = this.#module;
    const stack = module.stackSave();
    const texts: number[] = [];
    try {
      const words = given.map((value) => {
        if (typeof value === 'number') return value;
        const pointer = module.stringToNewUTF8(value);
        texts.push(pointer);
        return pointer;
      });
      return module[`_proj_${name}`]!(...words);
    } catch (error) {
      module.stackRestore(stack);
      throw new ProjError(`PROJ failed in proj_${name}: ${error instanceof Error ? error.message : 'a C++ exception'}`);
    } finally {
      for (const pointer of texts) module['_free']!(pointer);
    }
  }

  /** The object that a text describes (code, WKT, PROJJSON); 0 for none. */
  create(text: string): number {
    try {
      return this.call('create', this.context, text);
    } catch (error) {
      if (error instanceof ProjError) return 0;
      throw error;
    }
  }

  /** The text at a pointer; '' for none. */
  text(pointer: number): string {
    return pointer === 0 ? '' : this.#module.UTF8ToString(pointer);
  }

  /**
   * Calls a function with room for what it writes, and reads that.
   * @param types of what is written, in the order of the pointers
   * @param use is given the pointers; undefined when it says that nothing was written
   */
  outputs(
    types: readonly ('double' | 'i32' | '*')[],
    use: (pointers: readonly number[]) => boolean,
  ): number[] | undefined {
    const module = this.#module;
    const stack = module.stackSave();
    try {
      const pointers = types.map(() => module.stackAlloc(8));
      return use(pointers) ? pointers.map((pointer, i) => module.getValue(pointer, types[i]!)) : undefined;
    } finally {
      module.stackRestore(stack);
    }
  }

  /** Room for `count` numbers that stays; free it with `release`. @returns the pointer, a multiple of 8 */
  reserve(count: number): number {
    return this.#module['_malloc']!(8 * count);
  }

  release(pointer: number): void {
    this.#module['_free']!(pointer);
  }

  /** The memory as numbers. It may move with any call: take it anew after each. */
  get numbers(): Float64Array {
    return this.#module.HEAPF64;
  }

  /** What PROJ says of the last failure in the context. */
  get lastError(): string {
    const code = this.call('context_errno', this.context);
    return code === 0 ? 'no reason given' : this.text(this.call('context_errno_string', this.context, code));
  }
}

/** Shows PROJ a file of the machine under a name, read where PROJ reads it: a grid may have a gigabyte. */
function addFile(fs: FileSystem, name: string, path: string): void {
  const node = fs.createFile(FOLDER, basename(name), {}, true, false);
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  node.usedBytes = size;
  const getattr = node.node_ops['getattr'] as (of: FileNode) => object;
  node.node_ops = { ...node.node_ops, getattr: (of: FileNode) => ({ ...getattr(of), size }) };
  node.stream_ops = {
    read: (_stream: Stream, buffer: Int8Array, offset: number, length: number, position: number): number =>
      readSync(file, buffer, offset, Math.max(0, Math.min(length, size - position)), position),
    llseek: (stream: Stream, offset: number, whence: number): number =>
      offset + (whence === 1 ? stream.position : whence === 2 ? size : 0),
  };
  process.once('exit', () => closeSync(file));
}
