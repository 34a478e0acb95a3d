import { type Crs, type JobSink, lineDashes, type Unit } from '@fieldbridge/fieldjob';
import { type ByteSource, readBytes } from '../../core/byte-source.ts';
import type { Choice } from '../../core/choice.ts';
import type { ReadContext } from '../../core/format.ts';
import type { About, Issue, Place } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { Affine } from '../../kit/cad/affine.ts';
import { utf8Or, WINDOWS_1252 } from '../../kit/cad/code-page.ts';
import { FaceCollector } from '../../kit/cad/face-collector.ts';
import { LayerBook } from '../../kit/cad/layer-book.ts';
import { Pen } from '../../kit/cad/pen.ts';
import { AsciiTags } from './ascii-tags.ts';
import { BinaryTags, isBinary } from './binary-tags.ts';
import { BlockClips, CLIP_OBJECTS, CLIP_RULES } from './block-clips.ts';
import { type Block, Blocks, layoutOf } from './blocks.ts';
import { COMMON } from './common-fields.ts';
import type { DimensionStyles } from './dimension-style.ts';
import { chooseDecode } from './encoding-choice.ts';
import { INFINITE, readEntities } from './entities-section.ts';
import { Entity } from './entity.ts';
import { BlockExpansion } from './expansion.ts';
import { integer, name, point, text } from './fields.ts';
import { takeGeodata } from './geodata.ts';
import { emptyHeader, readHeader } from './header.ts';
import { Interpreter } from './interpreter.ts';
import { LINK_TARGETS, LinkedFiles } from './linked-files.ts';
import { Names } from './names.ts';
import type { DrawSettings } from './options.ts';
import { markLength } from './plain-source.ts';
import { DATA_RULES } from './recording-rules.ts';
import { RuleBook } from './rule-book.ts';
import { SpaceDrawer } from './space-drawer.ts';
import { type LetterWidths, type LineTypes, RECORD_RULES, takeTableRecord } from './tables.ts';
import type { StreamFault, TagStream } from './tag-stream.ts';
import { Tape } from './tape.ts';
import { chooseUnit } from './unit-choice.ts';
import { unitQuestion } from './unit-question.ts';
import { Walker } from './walker.ts';

/** Metres per unit, accurate enough for a tolerance. */
const FOOT = 0.3048;

/** Flag: the block is the file of an external reference. */
const BLOCK = { name: name(2), longName: text(3), base: point(10, 0), flags: integer(70), file: text(1) };
const CLASS_NAME = text(1);

/** Issues of the groups after which nothing more is read. */
const ENDS = new Set(['missing-value', 'group-code-unknown']);

/** One reading of one file: what is known so far, and how each section adds to it. */
export class DxfReading {
  readonly header = emptyHeader();
  readonly walker: Walker;
  readonly #source: ByteSource;
  readonly #sink: JobSink;
  readonly #context: ReadContext;
  readonly #stream: TagStream;
  readonly #names = new Names(utf8Or(WINDOWS_1252));
  readonly #entity = new Entity(this.#names, utf8Or(WINDOWS_1252));
  readonly #blocks = new Blocks();
  readonly #blockTape = new Tape();
  readonly #files = new LinkedFiles();
  readonly #clips = new BlockClips();
  readonly #classes: string[] = [];
  readonly #dimensionStyles: DimensionStyles = new Map();
  readonly #lineTypes: LineTypes = new Map();
  readonly #letterWidths: LetterWidths = new Map();
  readonly #rules: RuleBook;
  readonly #layers: LayerBook;
  readonly #faces: FaceCollector | undefined;
  readonly #late = new Tape();
  readonly #hasFilters: boolean;
  /** Whether a byte order mark says UTF-8. It is more reliable than a header that a converter left unchanged. */
  readonly #isMarked: boolean;
  /** From drawing units to the job's. */
  #factor = 1;
  /** Reference system that the drawing states. */
  #system: Crs | undefined;
  #drawer: SpaceDrawer | undefined;
  #interpreter: Interpreter | undefined;
  /** Blocks that are layouts, waiting for the first entity to be drawn. */
  #layouts: Block[] = [];
  /** Whether an issue says already that the groups end too early. */
  #saysWhyItEnds = false;

  /**
   * @param hasFilters whether the drawing may have clip boundaries of references, which are then in its first objects
   * @param groups the groups, when they do not come from the bytes of `source` (the DWG reader passes them from memory)
   */
  constructor(source: ByteSource, sink: JobSink, context: ReadContext, groups?: TagStream, hasFilters = true) {
    this.#hasFilters = hasFilters;
    this.#source = source;
    this.#rules = new RuleBook(this.#names, context.options['extendedData'] === true);
    this.#sink = sink;
    this.#context = context;
    const fault = this.#fault;
    const start = markLength(readBytes(source, 0, Math.min(3, source.size)));
    this.#isMarked = start > 0;
    this.#stream =
      groups ??
      (isBinary(source)
        ? new BinaryTags(source, context.limits, fault)
        : new AsciiTags(source, context.limits, fault, start));
    this.#entity.isText = this.#stream.isText;
    this.walker = new Walker(this.#stream, this.#names, context, source.size);
    this.#faces = FaceCollector.of(context.options);
    this.#layers = new LayerBook(sink, (name) => context.report(issueOf('layer-undefined', { name })));
  }

  /** Reads one section; the stream is after its name. @returns false when the file ended */
  async section(name: string): Promise<boolean> {
    if (name === 'HEADER') {
      const more = readHeader(this.#stream, this.header);
      const decode = chooseDecode(this.header, this.#isMarked, this.#context);
      this.#names.decode = decode;
      this.#entity.decode = decode;
      return more && this.walker.leave();
    }
    if (name === 'CLASSES') return this.#readClasses();
    if (name === 'TABLES') return this.#tables();
    if (name === 'BLOCKS') return this.#readBlocks();
    return name === 'ENTITIES' ? this.#entities() : this.#objects();
  }

  /** Notes how the file ended: truncated, or with more after its end. */
  endOfFile(ended: boolean): void {
    const { place, offset } = this.#stream;
    if (!ended) {
      if (!this.#saysWhyItEnds) this.#report(issueOf('no-end-of-file'), place, '');
      return;
    }
    const rest = readBytes(this.#source, offset, Math.min(4096, this.#source.size - offset));
    const behind = new TextDecoder('latin1').decode(rest).replace(/^\s*0\s+EOF|^\0+EOF\0/, '');
    if (/[^\s\0\x1a]/.test(behind)) this.#report(issueOf('data-behind-end'), place, '');
  }

  /** Draws what had to wait for everything else. @returns what the caller should decide */
  async finish(): Promise<readonly Choice[]> {
    const drawer = this.#ready();
    this.#interpreter!.flush();
    const late = this.#late;
    const infinite = new Set(INFINITE.map((name) => this.#names.of(name)));
    for (let index = 0; index < late.count; index++) if (!infinite.has(late.types[index]!)) drawer.draw(late, index);
    this.#interpreter!.boxes = this.#interpreter!.pen.extents();
    for (let index = 0; index < late.count; index++) if (infinite.has(late.types[index]!)) drawer.draw(late, index);
    this.#interpreter!.flush();
    this.#faces?.flush(this.#sink, (index) => this.#layers.at(index), this.#context.report);
    this.#context.progress(this.#source.size, this.#source.size, 'read');
    const { options, report } = this.#context;
    const question = await unitQuestion(this.header, options, this.#interpreter!.pen, this.#factor, this.#system);
    if (question === undefined) return [];
    report(question.issue);
    return [question.choice];
  }

  async #tables(): Promise<boolean> {
    const tape = new Tape();
    return this.walker.records((type) => {
      tape.truncate(0);
      const more = tape.record(this.#stream, type, this.#names, this.#context.limits, RECORD_RULES);
      takeTableRecord(
        this.#names.text(type),
        this.#entity.load(tape, 0),
        this.#layers,
        this.#blocks,
        this.#dimensionStyles,
        this.#lineTypes,
        this.#letterWidths,
      );
      return more;
    });
  }

  async #readBlocks(): Promise<boolean> {
    const { limits } = this.#context;
    const [blockType, endType] = [this.#names.of('BLOCK'), this.#names.of('ENDBLK')];
    const tape = new Tape();
    const contents = this.#blockTape;
    let open: Block | undefined;
    return this.walker.records((type) => {
      if (type !== blockType && type !== endType) {
        const more = contents.record(this.#stream, type, this.#names, limits, this.#rules.of(type));
        if (open === undefined) contents.truncate(contents.count - 1);
        else open.last = contents.count;
        return more;
      }
      tape.truncate(0);
      const more = tape.record(this.#stream, type, this.#names, limits);
      open = type === endType ? undefined : this.#openBlock(this.#entity.load(tape, 0), contents.count);
      return more;
    });
  }

  #openBlock(entity: Entity, first: number): Block {
    const name = entity.name(BLOCK.name) || entity.text(BLOCK.longName);
    const XREF = 4;
    const file = (entity.get(BLOCK.flags) & XREF) !== 0 ? entity.text(BLOCK.file) : '';
    if ((entity.get(BLOCK.flags) & XREF) !== 0 && (file === '' || this.#context.attach === undefined))
      this.#report(issueOf('xref-not-read', { name, file }), entity.place, entity.handle);
    const base = entity.point(BLOCK.base);
    const { place } = entity;
    const block: Block = { name, base, first, last: first, layout: layoutOf(name), number: -1, file, place };
    if (block.layout >= 0) this.#layouts.push(block);
    else this.#blocks.add(block);
    return block;
  }

  #entities(): Promise<boolean> {
    const drawer = this.#ready();
    return readEntities({
      ...{ walker: this.walker, names: this.#names, rules: this.#rules, limits: this.#context.limits },
      ...{ interpreter: this.#interpreter!, drawer, late: this.#late },
    });
  }

  async #readClasses(): Promise<boolean> {
    const tape = new Tape();
    return this.walker.records((type) => {
      tape.truncate(0);
      const more = tape.record(this.#stream, type, this.#names, this.#context.limits);
      this.#classes.push(this.#entity.load(tape, 0).text(CLASS_NAME));
      return more;
    });
  }

  /** Reads what entities link to: OBJECTS, ACDSDATA. */
  async #objects(): Promise<boolean> {
    const geodata = this.#names.of('GEODATA');
    const definitions = LINK_TARGETS.map((name) => this.#names.of(name));
    const clips = this.#hasFilters ? CLIP_OBJECTS.map((name) => this.#names.of(name)) : [];
    const tape = new Tape();
    const more = await this.walker.records((type) => {
      const isClip = clips.includes(type);
      if (type !== geodata && !isClip && !definitions.includes(type)) return this.walker.skip();
      tape.truncate(0);
      const rules = isClip ? CLIP_RULES : DATA_RULES;
      const more = tape.record(this.#stream, type, this.#names, this.#context.limits, rules);
      this.#entity.load(tape, 0);
      if (type === geodata)
        this.#system = takeGeodata(this.#entity, this.#sink, (issue, place, handle) =>
          this.#report(issue, place, handle),
        );
      else if (isClip) this.#clips.take(this.#entity, this.#names.text(type));
      else this.#files.take(this.#entity, this.#names.text(type));
      return more;
    });
    if (this.#system?.kind === 'local') {
      // Loaded when it is needed: most drawings state no system.
      const { systemCalled } = await import('../../kit/crs/called-system.ts');
      const crs = systemCalled(this.#system.name!, this.#context.report);
      if (crs !== undefined) this.#sink.describe({ crs });
      this.#system = crs ?? this.#system;
    }
    return more;
  }

  /** Prepares the first entity, once: unit, drawing tools, contents of layout blocks. */
  #ready(): SpaceDrawer {
    if (this.#drawer !== undefined) return this.#drawer;
    const { options, limits, report, tally } = this.#context;
    const { unit, factor } = this.#context.attachedTo?.numbers ?? chooseUnit(this.header, options, report);
    this.#factor = factor;
    if (unit !== undefined) this.#sink.describe({ unit });
    const dashes = lineDashes(this.#lineTypes, this.header.lineTypeScale * factor);
    if (Object.keys(dashes).length > 0) this.#sink.describe({ lineDashes: dashes });
    const tolerance = Number(options['tolerance'] ?? 0.001);
    const pen = new Pen(
      this.#sink,
      limits,
      unit === 'metre' || unit === undefined ? tolerance : tolerance / FOOT,
      this.#faces,
    );
    const expansion = new BlockExpansion(this.#blockTape, this.#blocks, this.#names, limits, tally);
    const settings: DrawSettings = {
      blocks: (options['blocks'] ?? 'auto') as DrawSettings['blocks'],
      hidden: options['hidden'] === true,
      patternLines: options['patternLines'] === true,
      extendedData: options['extendedData'] === true,
      limits,
    };
    // An entity on layer 0 of a block is on the layer of its reference, so it is safer not to name a layer.
    const reportEntity = (issue: Issue, place: number, handle: string): void => {
      const layer = this.#entity.name(COMMON.layer);
      this.#report(issue, place, handle, layer === '' || layer === '0' ? undefined : { layer });
    };
    const interpreter = new Interpreter({
      entity: this.#entity,
      names: this.#names,
      pen,
      layers: this.#layers,
      blocks: this.#blocks,
      settings,
      expansion,
      files: this.#files,
      clips: this.#clips,
      classes: this.#classes,
      dimensionStyles: this.#dimensionStyles,
      letterWidths: this.#letterWidths,
      report: reportEntity,
      attach: this.#attachment(unit, factor),
    });
    interpreter.scale(factor);
    this.#interpreter = interpreter;
    const drawer = new SpaceDrawer(interpreter, this.#names, tally, String(options['space'] ?? 'model'), reportEntity);
    this.#drawer = drawer;
    for (const block of this.#blocks) for (let i = block.first; i < block.last; i++) drawer.count(this.#blockTape, i);
    for (const { first, last, layout } of this.#layouts)
      for (let i = first; i < last; i++) drawer.draw(this.#blockTape, i, layout);
    interpreter.flush();
    this.#layouts = [];
    return drawer;
  }

  /** Takes the inserts of external references, if those are to be read. */
  #attachment(unit: Unit | undefined, factor: number): Interpreter['attach'] {
    const { attach } = this.#context;
    if (attach === undefined) return undefined;
    // The attached file has the same numbers, so it is read with the same factor, which the frame has already.
    const unscaled = new Affine().setScale(1 / factor, 1 / factor, 1 / factor, 0, 0, 0);
    return ({ name, file, place }, frame, clip) =>
      attach({
        ...{ file, model: '', frame: [...new Affine().compose(frame, unscaled).m], clip },
        // A layer of a file that is attached to the attached one has that one's name before it.
        hides: (layer) => this.#layers.hides(layer.includes('|') ? layer : `${name}|${layer}`),
        ...{ to: { numbers: { unit, factor } }, place: this.#placeOf(place) },
      });
  }

  readonly #fault: StreamFault = (issue, place) => {
    // A stream that is asked again says it again.
    if (this.#saysWhyItEnds && ENDS.has(issue.code)) return;
    this.#saysWhyItEnds ||= ENDS.has(issue.code);
    this.#report(issue, place, '');
  };

  /** Groups from memory have no place in the file. */
  #placeOf(place: number): Place {
    return Number.isNaN(place) ? {} : this.#stream?.isText === false ? { offset: place } : { line: place };
  }

  #report(issue: Issue, place: number, handle: string, about?: About): void {
    this.#context.report({
      ...issue,
      ...this.#placeOf(place),
      ...(handle === '' ? {} : { handle }),
      ...(about === undefined ? {} : { about }),
    });
  }
}
