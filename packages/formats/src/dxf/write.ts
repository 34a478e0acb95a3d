import {
  DEFAULT_STROKE_TOLERANCE,
  Feature,
  FeatureCursor,
  type FieldJob,
  LabelCursor,
  type Layer,
  layerOf,
  Path,
  PathCursor,
  traceAlignment,
  unitFactor,
} from '@fieldbridge/fieldjob';
import { reportFieldsLeftOut } from '../fields-left-out.ts';
import type { WriteContext } from '../format.ts';
import { reportLeftOut } from '../left-out.ts';
import type { DxfWriteVersion } from './options.ts';
import { writeHatch, writeOutlines } from './writing/areas.ts';
import { writeBlocks } from './writing/blocks.ts';
import { DrawingWriter, HANDLE } from './writing/drawing-writer.ts';
import { GroupWriter } from './writing/group-writer.ts';
import { writeHeader } from './writing/header.ts';
import { LayerNames } from './writing/layer-names.ts';
import { LineTypeNames } from './writing/line-type-names.ts';
import { writeObjects } from './writing/objects.ts';
import { extentOf, handleBound, lineTypesOf } from './writing/overview.ts';
import { type PathLosses, writePath } from './writing/paths.ts';
import { needsBlock, writePoint, writePointBlock } from './writing/points.ts';
import { writeSurface } from './writing/surfaces.ts';
import { LONGEST_DESCRIPTION, TableWriter } from './writing/tables.ts';
import { writeText } from './writing/texts.ts';
import { TARGETS, type Target } from './writing/versions.ts';

/** A writer gives way to signals, and to those who bring its bytes into the file, after this many features: a megabyte or so. */
const PAUSE_AFTER = 4096;
/** How every entity may look; release 12 has no line weights. */
const LOOKS = ['layer', 'colour', 'lineType'] as const;
/** What lines, areas and, if asked so, points are called is told on its own where it is lost. */
const CALLED = ['name', 'code', 'description', 'attributes'] as const;

/**
 * Writes a job as an ASCII DXF drawing in model space. What DXF has no place for is reported.
 * @throws the operating system's error when the file cannot be written
 */
export async function writeDxf(job: FieldJob, path: string, context: WriteContext): Promise<void> {
  const version = (context.options['version'] ?? '2018') as DxfWriteVersion;
  const target = TARGETS[version];
  const out = new GroupWriter(path, target.utf8, HANDLE.firstFree);
  try {
    await new JobWriting(job, out, target, context).run();
    await out.finish();
  } catch (error) {
    out.abandon();
    throw error;
  }
}

/** One writing of one job. */
class JobWriting {
  readonly #job: FieldJob;
  readonly #writer: DrawingWriter;
  readonly #target: Target;
  readonly #context: WriteContext;
  readonly #names: LayerNames;
  readonly #lineTypes: LineTypeNames;
  readonly #surfaceLayers: number[];
  readonly #axisLayers: number[];
  readonly #height: number;
  readonly #losses: PathLosses = { arcsStroked: 0, elevationsAdded: 0, hatchesLevelled: 0, tooShort: 0 };
  readonly #feature = new Feature();
  /** Lines and areas that have a name, a code or attributes. */
  #propertiesLost = 0;

  constructor(job: FieldJob, out: GroupWriter, target: Target, context: WriteContext) {
    this.#job = job;
    this.#target = target;
    this.#context = context;
    this.#height = Number(context.options['textHeight'] ?? 1);
    this.#names = new LayerNames(job, target.nameLength, target.utf8);
    // A surface is read back by its layer, so each gets one of its own name.
    const used = new Set<number>();
    this.#surfaceLayers = job.surfaces.map((surface) => {
      const wanted = surfaceLayer(job, surface);
      const own = this.#names.called(wanted.name);
      const layer = own === undefined || used.has(own) ? this.#names.add(wanted) : own;
      used.add(layer);
      return layer;
    });
    this.#axisLayers = job.alignments.map(({ name }) => this.#names.add(layerOf(name || 'alignment')));
    this.#lineTypes = new LineTypeNames(lineTypesOf(job), target.nameLength, target.utf8);
    this.#writer = new DrawingWriter(out, target, this.#names.layers, this.#lineTypes);
  }

  async run(): Promise<void> {
    const { out } = this.#writer;
    const job = this.#job;
    const box = extentOf(job);
    writeHeader(out, this.#target, job.info.unit, box, handleBound(job, this.#lineTypes.names.length));
    new TableWriter(out, this.#target).write(this.#names.layers, this.#lineTypes, box);
    writeBlocks(this.#writer, this.#names.zero, this.#height);
    out.text(0, 'SECTION');
    out.text(2, 'ENTITIES');
    const { points, lines, areas, texts } = job;
    await this.#points(0);
    await this.#lines(points.length);
    await this.#areas(points.length + lines.length);
    await this.#texts(points.length + lines.length + areas.length);
    for (const [index, surface] of job.surfaces.entries()) {
      writeSurface(this.#writer, this.#surfaceLayers[index]!, surface);
      await this.#step(points.length + lines.length + areas.length + texts.length);
    }
    this.#alignments();
    out.text(0, 'ENDSEC');
    const { crs } = job.info;
    const metres = unitFactor(job.unit, 'metre');
    const geo =
      crs.kind === 'epsg' && this.#target.geodata
        ? { epsg: crs.code, name: crs.name ?? '', metres: metres.numerator / metres.denominator }
        : undefined;
    if (this.#target.modern) writeObjects(out, geo, box);
    out.text(0, 'EOF');
    this.#reportLosses();
  }

  async #points(done: number): Promise<void> {
    const { points } = this.#job;
    const bare = this.#context.options['points'] === 'point';
    const features = new FeatureCursor(points);
    const position = new Float64Array(3);
    let lost = 0;
    for (let row = 0; row < points.length; row++) {
      const feature = features.load(row, this.#feature);
      const layer = this.#names.of(feature.layer);
      points.coordinates.copy(3 * row, 3, position);
      const e = position[0]!;
      const n = position[1]!;
      const z = position[2]!;
      if (bare || !needsBlock(feature)) {
        if (needsBlock(feature)) lost++;
        writePoint(this.#writer, layer, feature, e, n, z);
      } else writePointBlock(this.#writer, layer, feature, e, n, z, this.#height);
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
    if (lost > 0)
      this.#note('point-properties-left-out', lost, 'points lost name, code or attributes, as points=point asks');
  }

  async #lines(done: number): Promise<void> {
    const { lines } = this.#job;
    const path = new Path();
    const tolerance = this.#tolerance;
    const features = new FeatureCursor(lines);
    const paths = new PathCursor(lines);
    for (let row = 0; row < lines.length; row++) {
      const feature = this.#withProperties(features.load(row, this.#feature));
      writePath(this.#writer, this.#names.of(feature.layer), feature, paths.load(row, path), tolerance, this.#losses);
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
  }

  async #areas(done: number): Promise<void> {
    const { areas } = this.#job;
    const path = new Path();
    const asHatch = this.#context.options['areas'] === 'hatch' && this.#target.modern;
    const features = new FeatureCursor(areas);
    const paths = new PathCursor(areas);
    for (let row = 0; row < areas.length; row++) {
      const feature = this.#withProperties(features.load(row, this.#feature));
      const layer = this.#names.of(feature.layer);
      paths.load(row, path);
      if (path.count === 0) this.#losses.tooShort++;
      else if (asHatch) writeHatch(this.#writer, layer, feature, path, this.#tolerance, this.#losses);
      else writeOutlines(this.#writer, layer, feature, path, this.#tolerance, this.#losses);
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
    if (areas.length > 0 && !asHatch)
      this.#note('area-as-outline', areas.length, 'areas were written as closed polylines');
  }

  async #texts(done: number): Promise<void> {
    const { texts } = this.#job;
    const features = new FeatureCursor(texts);
    const labels = new LabelCursor(texts);
    for (let row = 0; row < texts.length; row++) {
      const feature = features.load(row, this.#feature);
      const label = labels.load(row);
      const height = label.height > 0 ? label.height : this.#height;
      writeText(this.#writer, this.#names.of(feature.layer), feature, label, height);
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
  }

  /** The axes of alignments in plan, as chords on layers of their own; DXF knows no stations, gradients or sections. */
  #alignments(): void {
    const { alignments } = this.#job;
    const path = new Path();
    for (const [index, alignment] of alignments.entries()) {
      traceAlignment(alignment, this.#tolerance, path);
      writePath(this.#writer, this.#axisLayers[index]!, this.#feature.reset(), path, this.#tolerance, this.#losses);
    }
    if (alignments.length > 0)
      this.#note('alignment-as-line', alignments.length, 'alignments were written as lines in plan', 'warning');
  }

  get #tolerance(): number {
    const { numerator, denominator } = unitFactor('metre', this.#job.unit);
    return (DEFAULT_STROKE_TOLERANCE * numerator) / denominator;
  }

  /** Counts what a line or an area has beside its geometry; the width of a polyline is written. */
  #withProperties(feature: Feature): Feature {
    const { attributes } = feature;
    const onlyWidth = attributes.length === 2 && attributes[0] === 'width';
    if (
      feature.name !== '' ||
      feature.code !== '' ||
      feature.description !== '' ||
      (attributes.length > 0 && !onlyWidth)
    )
      this.#propertiesLost++;
    return feature;
  }

  /** Gives way. @param done features that are written */
  async #step(done: number): Promise<void> {
    const { points, lines, areas, texts } = this.#job;
    this.#context.progress(done, points.length + lines.length + areas.length + texts.length, 'write');
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#context.signal.throwIfAborted();
  }

  #reportLosses(): void {
    const { arcsStroked, elevationsAdded, hatchesLevelled, tooShort } = this.#losses;
    reportLeftOut(this.#job, ['point', 'line', 'area', 'text', 'surface', 'alignment'], this.#context);
    const looks = [...LOOKS, ...(this.#target.modern ? (['lineWeight'] as const) : [])];
    const line = [...looks, ...CALLED];
    const bare = this.#context.options['points'] === 'point';
    const point = [...line, ...(bare ? [] : (['time', 'quality', 'list'] as const))];
    const layer = [...looks, 'visible', 'locked', 'description'] as const;
    const held = { point, line, area: line, text: looks, info: [], layer: layer.filter((field) => field !== 'layer') };
    reportFieldsLeftOut(this.#job, { ...held, surface: ['colour'], alignment: [] }, this.#context);
    if (this.#names.changed > 0)
      this.#note(
        'layer-renamed',
        this.#names.changed,
        'layers got another name, as DXF does not allow the one they have',
      );
    const cut = this.#names.layers.filter(
      ({ layer: { description } }) => description.length > LONGEST_DESCRIPTION,
    ).length;
    if (cut > 0)
      this.#note(
        'layer-description-cut',
        cut,
        `descriptions of layers are longer than ${LONGEST_DESCRIPTION} characters and were cut there`,
        'warning',
      );
    if (this.#lineTypes.changed > 0)
      this.#note(
        'line-type-renamed',
        this.#lineTypes.changed,
        'line types got another name, as DXF does not allow the one they have',
      );
    if (this.#propertiesLost > 0)
      this.#note(
        'properties-left-out',
        this.#propertiesLost,
        'lines and areas have a name, a code or attributes, which DXF has no place for',
        'warning',
      );
    if (arcsStroked > 0)
      this.#note('arc-stroked', arcsStroked, 'lines with arcs climb, so that their arcs were written as chords');
    if (elevationsAdded > 0)
      this.#note(
        'elevation-added',
        elevationsAdded,
        'vertices without an elevation stand in lines that have one; they were written at 0',
        'warning',
      );
    if (hatchesLevelled > 0)
      this.#note(
        'hatch-levelled',
        hatchesLevelled,
        'areas climb; a hatch is level, so they were written at the elevation of their first vertex (areas=outline keeps theirs)',
        'warning',
      );
    if (tooShort > 0)
      this.#note('too-few-vertices', tooShort, 'lines have fewer than two vertices and were left out', 'warning');
  }

  #note(code: string, count: number, what: string, severity: 'note' | 'warning' = 'note'): void {
    this.#context.report({ code, severity, text: `${count} ${what}`, count });
  }
}

/** The layer that a surface gets: named like it, with its colour. */
function surfaceLayer(job: FieldJob, surface: FieldJob['surfaces'][number]): Layer {
  const own = job.layers.get(surface.layer);
  return layerOf(surface.name || own?.name || 'surface', {
    colour: surface.colour >= 0 ? surface.colour : (own?.colour ?? -1),
    visible: own?.visible ?? true,
  });
}
