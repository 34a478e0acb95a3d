import type { FieldJob } from '@fieldbridge/fieldjob';
import type { GeoPackageWriter } from './geopackage.ts';
import { GEOMETRY, TABLES, type TableSchema } from './schema.ts';
import { colourOrNull } from './values.ts';

/** Most layers with their own rule in a style; features of the others are shown by the last rule. */
const MOST_RULES = 500;
/** Colour if neither the feature nor its layer has one. */
const DEFAULT_COLOUR = '#404040';

/** The table in which QGIS stores styles (its own convention, with the columns that QGIS creates). */
const CREATE = `CREATE TABLE layer_styles (id INTEGER PRIMARY KEY NOT NULL, f_table_catalog TEXT(256),
 f_table_schema TEXT(256), f_table_name TEXT(256), f_geometry_column TEXT(256), styleName TEXT(30), styleQML TEXT,
 styleSLD TEXT, useAsDefault BOOLEAN, description TEXT, owner TEXT(30), ui TEXT(30), update_time DATETIME)`;

/**
 * Writes styles that QGIS loads automatically: layers in their colours, overridden by a feature's own, texts as labels.
 */
export function writeLayerStyles(pkg: GeoPackageWriter, job: FieldJob): void {
  const styles: [TableSchema, string][] = [];
  if (job.points.length > 0)
    styles.push([TABLES.points, documentOf(renderer(job, 'marker'), labels('name', '2', false))]);
  if (job.lines.length > 0) styles.push([TABLES.lines, documentOf(renderer(job, 'line'), '')]);
  if (job.areas.length > 0) styles.push([TABLES.areas, documentOf(renderer(job, 'fill'), '')]);
  if (job.texts.length > 0) styles.push([TABLES.texts, documentOf(INVISIBLE, labels('text', '2', true))]);
  if (styles.length === 0) return;
  pkg.db.exec(CREATE);
  pkg.registerAttributes('layer_styles', 'layer_styles');
  const insert = pkg.inserter('layer_styles', [
    ...['id', 'f_table_catalog', 'f_table_schema', 'f_table_name', 'f_geometry_column', 'styleName', 'styleQML'],
    ...['styleSLD', 'useAsDefault', 'description', 'owner', 'update_time'],
  ]);
  styles.forEach(([{ name, title }, qml], i) => {
    insert.run(i + 1, '', '', name, GEOMETRY, name, qml, '', 1, title, '', pkg.changedAt);
  });
}

type Symbol = 'marker' | 'line' | 'fill';

const documentOf = (renderer: string, labelling: string): string =>
  `<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>\n<qgis version="3.22" styleCategories="Symbology|Labeling" labelsEnabled="${labelling === '' ? 0 : 1}">${renderer}${labelling}</qgis>\n`;

const INVISIBLE = '<renderer-v2 type="nullSymbol"/>';

/** One rule per layer name, and one for all other features. */
function renderer(job: FieldJob, symbol: Symbol): string {
  const layers = Array.from(job.layers).slice(0, MOST_RULES);
  const categories = layers.map(
    ({ name, visible }, i) =>
      `<category symbol="${i}" type="string" value="${escaped(name)}" label="${escaped(name)}" render="${visible}"/>`,
  );
  const symbols = layers.map(({ colour }, i) => symbolOf(symbol, i, colourOrNull(colour) ?? DEFAULT_COLOUR));
  const last = layers.length;
  categories.push(`<category symbol="${last}" type="string" value="" label="" render="true"/>`);
  symbols.push(symbolOf(symbol, last, DEFAULT_COLOUR));
  return `<renderer-v2 type="categorizedSymbol" attr="layer" forceraster="0" symbollevels="0"><categories>${categories.join('')}</categories><symbols>${symbols.join('')}</symbols></renderer-v2>`;
}

const KINDS: Record<Symbol, { class: string; property: string; properties: (rgb: string) => Record<string, string> }> =
  {
    marker: {
      class: 'SimpleMarker',
      property: 'fillColor',
      properties: (rgb) => ({ name: 'circle', color: rgb, outline_style: 'no', size: '1.6', size_unit: 'MM' }),
    },
    line: {
      class: 'SimpleLine',
      property: 'outlineColor',
      properties: (rgb) => ({ line_color: rgb, line_width: '0.25', line_width_unit: 'MM', line_style: 'solid' }),
    },
    fill: {
      class: 'SimpleFill',
      property: 'outlineColor',
      properties: (rgb) => ({ color: rgb, style: 'b_diagonal', outline_color: rgb, outline_width: '0.25' }),
    },
  };

/** A symbol with a colour, which the feature's column `colour` overrides. */
function symbolOf(symbol: Symbol, name: number, colour: string): string {
  const kind = KINDS[symbol];
  const rgb = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const options = Object.entries(kind.properties(`${rgb.join(',')},255`)).map(
    ([key, value]) => `<Option type="QString" name="${key}" value="${value}"/>`,
  );
  const override = `<Option type="Map"><Option type="QString" name="name" value=""/><Option type="Map" name="properties"><Option type="Map" name="${kind.property}"><Option type="bool" name="active" value="true"/><Option type="QString" name="expression" value="coalesce(&quot;colour&quot;, @symbol_color)"/><Option type="int" name="type" value="3"/></Option></Option><Option type="QString" name="type" value="collection"/></Option>`;
  return `<symbol type="${symbol}" name="${name}" alpha="1" clip_to_extent="1" force_rhr="0"><layer class="${kind.class}" enabled="1" locked="0" pass="0"><Option type="Map">${options.join('')}</Option><data_defined_properties>${override}</data_defined_properties></layer></symbol>`;
}

/**
 * Labels from a column.
 * @param placed whether they have the text's own height and rotation (map units, counter-clockwise radians)
 */
function labels(column: string, size: string, placed: boolean): string {
  const unit = placed ? 'MapUnit' : 'MM';
  const own = placed
    ? `<dd_properties><Option type="Map"><Option type="QString" name="name" value=""/><Option type="Map" name="properties">${dynamic('Size', '&quot;height&quot;')}${dynamic('LabelRotation', '-degrees(&quot;rotation&quot;)')}</Option><Option type="QString" name="type" value="collection"/></Option></dd_properties>`
    : '';
  return `<labeling type="simple"><settings calloutType="simple"><text-style fieldName="${column}" fontSize="${size}" fontSizeUnit="${unit}" textColor="0,0,0,255"/><placement placement="1" quadOffset="2"/><rendering obstacle="0" drawLabels="1"/>${own}</settings></labeling>`;
}

const dynamic = (name: string, expression: string): string =>
  `<Option type="Map" name="${name}"><Option type="bool" name="active" value="true"/><Option type="QString" name="expression" value="${expression}"/><Option type="int" name="type" value="3"/></Option>`;

/** Escapes an XML attribute; characters that XML 1.0 forbids are left out. */
function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"']/g, (character) => entities[character]!);
}
