import {
  axisRuns,
  defaultStrokeTolerance,
  Feature,
  FeatureCursor,
  type FieldJob,
  LabelCursor,
  type Layer,
  layerOf,
  Path,
  PathCursor,
  unitFactor,
} from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../../core/format.ts';
import type { Holds } from '../../../core/holds.ts';
import { issueOf } from '../../../core/issues/issue-of.ts';
import { isPathPlaced, isPlaced } from '../../../kit/cad/placed.ts';
import { giveWay } from '../../../kit/io/give-way.ts';
import { reportEmptySurfaces } from '../../../kit/losses/empty-surfaces.ts';
import { drawingHolds } from '../holds.ts';
import type { DrawingOutput } from './drawing-output.ts';
import { HATCH_ATTRIBUTES, hatchPatternOf, SOLID_FILL } from './hatch-pattern.ts';
import { LayerNames } from './layer-names.ts';
import { LineTypeNames } from './line-type-names.ts';
import { noLosses, reportLosses } from './losses.ts';
import { writeLevelArea, writeOutlines } from './outlines.ts';
import { extentOf, handleBound, lineTypesOf } from './overview.ts';
import { writePath } from './paths.ts';
import { needsBlock, tagOf, writePointBlock } from './points.ts';
import { writeSurface } from './surfaces.ts';
import { LONGEST_DESCRIPTION } from './tables.ts';
import { writeText } from './texts.ts';
import type { Target } from './versions.ts';

/** Features (about a megabyte) after which the writer yields to signals and to the flushing of its bytes. */
const PAUSE_AFTER = 4096;
/** Attributes of lines and texts that are written. */
const LINE_ATTRIBUTES: ReadonlySet<string> = new Set(['width']);
const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(['width', 'fit', 'widthFactor']);
const NONE: ReadonlySet<string> = new Set();
/** Characters that become blanks; line ends and tabs are spelled as codes. */
const NO_CODE = /[\u0000-\u0008\u000b-\u001f\u007f]/;

/** One writing of one job. */
export class JobWriting {
  readonly #job: FieldJob;
  readonly #output: DrawingOutput;
  readonly #target: Target;
  readonly #context: WriteContext;
  readonly #names: LayerNames;
  readonly #lineTypes: LineTypeNames;
  readonly #surfaceLayers: number[];
  readonly #axisLayers: number[];
  readonly #height: number;
  /** Largest distance between an arc and the chords that replace it, in the job's unit. */
  readonly #tolerance: number;
  readonly #losses = noLosses();
  readonly #feature = new Feature();
  /** Points and texts with characters that become blanks. */
  #blanked = 0;

  constructor(job: FieldJob, output: DrawingOutput, context: WriteContext) {
    const { target } = output;
    this.#job = job;
    this.#output = output;
    this.#target = target;
    this.#context = context;
    this.#tolerance = defaultStrokeTolerance(job.unit);
    this.#height = Number(context.options['textHeight'] ?? 1);
    this.#names = new LayerNames(job, target.nameLength, target.utf8);
    // A surface is read back by its layer, so each gets its own.
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
  }

  /** @returns what the drawing holds */
  async run(): Promise<Holds> {
    const job = this.#job;
    this.#output.begin({
      unit: job.info.unit,
      box: extentOf(job),
      layers: this.#names.layers,
      zero: this.#names.zero,
      lineTypes: this.#lineTypes,
      textHeight: this.#height,
      seed: handleBound(job, this.#lineTypes.names.length, this.#tolerance),
    });
    const { points, lines, areas, texts } = job;
    await this.#points(0);
    await this.#lines(points.length);
    await this.#areas(points.length + lines.length);
    await this.#texts(points.length + lines.length + areas.length);
    for (const [index, surface] of job.surfaces.entries()) {
      this.#losses.noPosition += writeSurface(this.#output, this.#surfaceLayers[index]!, surface);
      await this.#step(points.length + lines.length + areas.length + texts.length);
    }
    this.#alignments();
    const { crs } = job.info;
    const metres = unitFactor(job.unit, 'metre');
    const geo =
      crs.kind === 'epsg' && this.#target.geodata
        ? { epsg: crs.code, name: crs.name ?? '', metres: metres.numerator / metres.denominator }
        : undefined;
    if (geo !== undefined && crs.kind === 'epsg' && crs.vertical !== undefined)
      this.#context.report(issueOf('crs-left-out', { name: `EPSG:${crs.vertical} (heights)` }));
    this.#output.end(geo);
    const { layers, changed } = this.#names;
    this.#losses.layersRenamed = changed;
    this.#losses.lineTypesRenamed = this.#lineTypes.changed;
    this.#losses.descriptionsCut = layers.filter(({ layer }) => layer.description.length > LONGEST_DESCRIPTION).length;
    reportLosses(this.#losses, this.#context);
    reportEmptySurfaces(job, this.#context);
    if (this.#blanked > 0)
      this.#context.report(issueOf('character-replaced', { replacement: 'blanks' }, { count: this.#blanked }));
    const pointBlocks = this.#context.options['points'] !== 'point';
    return drawingHolds({ lineWeights: this.#target.modern, pointBlocks, crs: geo !== undefined });
  }

  async #points(done: number): Promise<void> {
    const { points } = this.#job;
    const bare = this.#context.options['points'] === 'point';
    const features = new FeatureCursor(points);
    const position = new Float64Array(3);
    for (let row = 0; row < points.length; row++) {
      const feature = features.load(row, this.#feature);
      const layer = this.#names.of(feature.layer);
      points.coordinates.copy(3 * row, 3, position);
      const e = position[0]!;
      const n = position[1]!;
      const z = position[2]!;
      if (!isPlaced(e, n, z)) this.#losses.noPosition++;
      else if (bare || !needsBlock(feature)) {
        if (needsBlock(feature)) this.#losses.barePoints++;
        this.#output.point(layer, feature, e, n, z);
      } else {
        if (hasControls(feature)) this.#blanked++;
        writePointBlock(this.#output, layer, feature, e, n, z);
      }
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
    if (!bare) this.#losses.tagsChanged = points.attributes.keys.filter((key) => tagOf(key) !== key).length;
  }

  async #lines(done: number): Promise<void> {
    const { lines } = this.#job;
    const path = new Path();
    const features = new FeatureCursor(lines);
    const paths = new PathCursor(lines);
    for (let row = 0; row < lines.length; row++) {
      paths.load(row, path);
      if (isPathPlaced(path)) {
        const feature = this.#withProperties(features.load(row, this.#feature), LINE_ATTRIBUTES);
        writePath(this.#output, this.#names.of(feature.layer), feature, path, this.#tolerance, this.#losses);
      } else this.#losses.noPosition++;
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
  }

  async #areas(done: number): Promise<void> {
    const { areas } = this.#job;
    const path = new Path();
    const { areas: wanted } = this.#context.options;
    const features = new FeatureCursor(areas);
    const paths = new PathCursor(areas);
    for (let row = 0; row < areas.length; row++) {
      paths.load(row, path);
      if (path.count === 0) this.#losses.tooShort++;
      else if (isPathPlaced(path)) {
        const feature = features.load(row, this.#feature);
        const layer = this.#names.of(feature.layer);
        const own = hatchPatternOf(feature);
        const pattern = wanted === 'hatch' ? (own ?? SOLID_FILL) : wanted === 'outline' ? undefined : own;
        if (pattern !== undefined && this.#target.modern) {
          this.#withProperties(feature, HATCH_ATTRIBUTES);
          writeLevelArea(this.#output, layer, feature, path, pattern, this.#tolerance, this.#losses);
        } else {
          this.#withProperties(feature, NONE);
          writeOutlines(this.#output, layer, feature, path, this.#tolerance, this.#losses);
          this.#losses.outlines++;
          if (own !== undefined) this.#losses.hatches++;
        }
      } else this.#losses.noPosition++;
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
  }

  async #texts(done: number): Promise<void> {
    const { texts } = this.#job;
    const features = new FeatureCursor(texts);
    const labels = new LabelCursor(texts);
    for (let row = 0; row < texts.length; row++) {
      const feature = features.load(row, this.#feature);
      const isLost = (text: string, i: number): boolean => i % 2 === 0 && !TEXT_ATTRIBUTES.has(text);
      if (feature.attributes.some(isLost)) this.#losses.textAttributes++;
      const label = labels.load(row);
      const height = label.height > 0 ? label.height : this.#height;
      if (isPlaced(label.easting, label.northing, label.elevation) && Number.isFinite(label.rotation)) {
        if (NO_CODE.test(label.text)) this.#blanked++;
        writeText(this.#output, this.#names.of(feature.layer), feature, label, height);
      } else this.#losses.noPosition++;
      if (row % PAUSE_AFTER === 0) await this.#step(done + row + 1);
    }
  }

  /** The axes of alignments with their profiles, as chords on their own layers; DXF has no stations or sections. */
  #alignments(): void {
    const { alignments } = this.#job;
    for (const [index, alignment] of alignments.entries())
      for (const run of axisRuns(alignment, this.#tolerance))
        writePath(this.#output, this.#axisLayers[index]!, this.#feature.reset(), run, this.#tolerance, this.#losses);
    this.#losses.axes = alignments.length;
  }

  /** Counts what a line or an area has besides its geometry. @param kept attributes that are written */
  #withProperties(feature: Feature, kept: ReadonlySet<string>): Feature {
    const { name, code, description, attributes } = feature;
    const isLost = (text: string, i: number): boolean => i % 2 === 0 && !kept.has(text);
    if (name !== '' || code !== '' || description !== '' || (attributes.length > 0 && attributes.some(isLost)))
      this.#losses.properties++;
    return feature;
  }

  /** Yields to other work. @param done features written */
  async #step(done: number): Promise<void> {
    const { points, lines, areas, texts } = this.#job;
    await giveWay(done, points.length + lines.length + areas.length + texts.length, this.#context, 'write');
  }
}

/** Whether a text of a point has characters that become blanks. */
function hasControls({ name, code, description, list, attributes }: Feature): boolean {
  if (NO_CODE.test(name) || NO_CODE.test(code) || NO_CODE.test(description) || NO_CODE.test(list)) return true;
  return attributes.length > 0 && attributes.some((text) => NO_CODE.test(text));
}

/** The layer of a surface: with its name and colour. */
function surfaceLayer(job: FieldJob, surface: FieldJob['surfaces'][number]): Layer {
  const own = job.layers.get(surface.layer);
  return layerOf(surface.name || own?.name || 'surface', {
    colour: surface.colour >= 0 ? surface.colour : (own?.colour ?? -1),
    visible: own?.visible ?? true,
  });
}
