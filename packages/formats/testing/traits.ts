import {
  type Alignment,
  alignmentOf,
  type Code,
  type CodeAttribute,
  type ControlPoint,
  Feature,
  type FieldJob,
  type HorizontalElement,
  JobBuilder,
  type JobInfo,
  type Label,
  type Layer,
  labelOf,
  layerOf,
  Path,
  type Plane,
  type Surface,
  surfaceOf,
} from '@fieldbridge/fieldjob';

/** A job with one thing of each kind, to one of which every trait but the plainest can be added. */
export interface Traits {
  readonly info?: Partial<JobInfo>;
  readonly layer?: Partial<Layer>;
  readonly point?: Partial<Feature>;
  readonly line?: Partial<Feature>;
  readonly area?: Partial<Feature>;
  readonly text?: Partial<Feature>;
  readonly label?: Partial<Label>;
  readonly surface?: Partial<Surface>;
  readonly alignment?: Partial<Alignment>;
  readonly plane?: Partial<Plane>;
  readonly controlPoint?: Partial<ControlPoint>;
  readonly code?: Partial<Code>;
  readonly codeAttribute?: Partial<CodeAttribute>;
  /** Kinds to include; all by default. */
  readonly only?: readonly string[];
}

const PLAIN_CODE: Code = {
  ...{ name: 'PIPE', kind: 'line', description: '', group: '', layer: '', colour: -1, lineType: '', lineWeight: -1 },
  ...{ symbol: '', control: '', attributes: [] },
};
const PLAIN_ATTRIBUTE: CodeAttribute = {
  ...{ name: 'DN', type: 'text', required: false, defaultValue: '', values: [] },
  ...{ minimum: Number.NaN, maximum: Number.NaN, unit: '' },
};
const PLAIN_CONTROL: ControlPoint = {
  ...{ name: 'CP1', code: '', description: '', easting: 1000, northing: 2000, elevation: 50 },
  ...{ latitude: Number.NaN, longitude: Number.NaN, ellipsoidHeight: Number.NaN },
  ...{ useHorizontal: true, useVertical: true, source: -1 },
  ...{ residualEasting: Number.NaN, residualNorthing: Number.NaN, residualElevation: Number.NaN },
};

/** A small job with one plain thing of each kind on one layer, plus the given traits. */
export function jobWith(traits: Traits): FieldJob {
  const builder = new JobBuilder();
  const has = (kind: string): boolean => traits.only === undefined || traits.only.includes(kind);
  builder.describe({ name: 'job', unit: 'metre', ...traits.info });
  const layer = builder.layer(layerOf('SITE', traits.layer));
  const feature = (own: Partial<Feature> | undefined): Feature => Object.assign(new Feature(), { layer }, own);
  const path = new Path();
  const ring = [
    [1000, 2000],
    [1010, 2000],
    [1010, 2010],
  ] as const;
  for (const [e, n] of ring) path.vertex(e, n, 50);
  if (has('point')) builder.point(feature({ name: 'P1', ...traits.point }), 1000, 2000, 50);
  if (has('line')) builder.line(feature(traits.line), path);
  path.closed = true;
  if (has('area')) builder.area(feature(traits.area), path);
  if (has('text')) builder.text(feature(traits.text), labelOf('text', 1000, 2000, { elevation: 50, ...traits.label }));
  const vertices = Float64Array.from(ring.flatMap(([e, n]) => [e, n, 50]));
  if (has('surface')) builder.surface(surfaceOf('TIN', vertices, Int32Array.of(0, 1, 2), traits.surface));
  const straight: HorizontalElement = {
    kind: 'straight',
    ...{ startStation: 0, length: 100, startEasting: 1000, startNorthing: 2000 },
    ...{ azimuth: 0.5, startRadius: Infinity, endRadius: Infinity },
  };
  if (has('alignment')) builder.alignment(alignmentOf('AXIS', { horizontal: [straight], ...traits.alignment }));
  if (has('plane'))
    builder.plane({
      ...{ name: 'PLANE', easting: 1000, northing: 2000, elevation: 50, azimuth: 0.5, slope: 0.02, crossSlope: 0 },
      ...{ source: -1, ...traits.plane },
    });
  if (has('controlPoint')) builder.controlPoint({ ...PLAIN_CONTROL, ...traits.controlPoint });
  if (has('code')) {
    const attributes = traits.codeAttribute === undefined ? [] : [{ ...PLAIN_ATTRIBUTE, ...traits.codeAttribute }];
    builder.code({ ...PLAIN_CODE, attributes, ...traits.code });
  }
  return builder.job;
}

const FEATURE: Partial<Feature> = {
  name: 'named',
  code: 'CODE',
  description: 'words',
  colour: 0x00ff00,
  lineType: 'DASHED',
  lineWeight: 50,
  time: 1_700_000_000_000,
  quality: 0.012,
  list: 'monday',
  block: 'SIGN',
  page: 2,
  attributes: ['Material', 'PVC'],
};
const each = <T extends object>(key: keyof Traits, values: T): [string, Traits][] =>
  Object.entries(values).map(([field, value]) => [`${key}.${field}`, { [key]: { [field]: value } }]);
const line = { name: 'edge', kind: 'hard', coordinates: Float64Array.of(1000, 2000, 50, 1010, 2010, 50) };

const SECTION = {
  ...{ section: 'NO.1', kind: 'existing', side: 'left', codes: ['A', 'B'], pointNames: ['1', '2'] },
  attributes: ['material', 'sand'],
} as const;

/** Every trait by its name, with the traits of a job that has only this one. */
export const EACH_TRAIT: readonly (readonly [name: string, traits: Traits])[] = [
  ...each('info', {
    name: 'another name',
    description: 'about',
    createdAt: 1_700_000_000_000,
    properties: { author: 'me' },
    crs: { kind: 'epsg', code: 25832 },
  }),
  ...each('layer', {
    colour: 0x123456,
    lineType: 'DASHED',
    lineWeight: 50,
    visible: false,
    locked: true,
    description: 'about',
  }),
  ...each('point', FEATURE),
  ...each('line', FEATURE),
  ...each('area', FEATURE),
  ...each('text', FEATURE),
  ...each('label', {
    height: 2.5,
    rotation: 0.7,
    justification: 'right',
    verticalJustification: 'top',
    text: 'two\nlines',
  }),
  ...each('surface', {
    description: 'about',
    code: 'CODE',
    colour: 0x00ff00,
    breaklines: [line],
    boundaries: [{ ...line, kind: 'outer' }],
    attributes: ['material', 'clay'],
    layer: 0,
    edges: Int32Array.of(0, 1),
  }),
  ...each('alignment', {
    description: 'about',
    code: 'CODE',
    layer: 0,
    vertical: [
      { station: 0, elevation: 50, curve: 'none', length: 0, radius: Number.NaN },
      { station: 50, elevation: 52, curve: 'parabola', length: 20, radius: Number.NaN },
      { station: 100, elevation: 50, curve: 'none', length: 0, radius: Number.NaN },
    ],
    sections: [{ name: '1L', station: 10, points: Float64Array.of(0, 0, 5, -0.1) }],
    equations: [{ back: 50, ahead: 60 }],
    superelevation: [
      { startStation: 10, endStation: 90, events: [{ kind: 'FullSuperelev', value: '-5' }], attributes: [] },
    ],
    profileName: 'design',
    attributes: ['Interval', '20'],
  }),
  ...(['section', 'kind', 'side', 'codes', 'pointNames', 'attributes'] as const).map((detail): [string, Traits] => [
    `alignment.sections.${detail}`,
    {
      alignment: {
        sections: [{ name: '1L', station: 10, points: Float64Array.of(0, 0, 5, -0.1), [detail]: SECTION[detail] }],
      },
    },
  ]),
  ['alignment.equations.description', { alignment: { equations: [{ back: 50, ahead: 60, description: 'jump' }] } }],
  ...each('controlPoint', {
    code: 'CODE',
    description: 'about',
    useHorizontal: false,
    useVertical: false,
    ellipsoidHeight: 100,
    residualEasting: 0.01,
    residualNorthing: 0.02,
    residualElevation: 0.03,
  }),
  ['controlPoint.geographic', { controlPoint: { latitude: 52.5, longitude: 13.4, ellipsoidHeight: 90 } }],
  ['plane.crossSlope', { plane: { crossSlope: 0.01 } }],
  ...each('code', {
    description: 'about',
    group: 'drainage',
    layer: 'SITE',
    colour: 0x00ff00,
    lineType: 'DASHED',
    lineWeight: 50,
    symbol: 'manhole',
    control: 'start',
    kind: 'area',
  }),
  ...each('codeAttribute', {
    type: 'number',
    required: true,
    defaultValue: '100',
    values: ['100', '200'],
    minimum: 5,
    maximum: 10,
    unit: 'mm',
  }),
];
