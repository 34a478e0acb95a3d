import { Feature, type FieldJob, JobBuilder, layerOf, Path, surfaceOf } from '@fieldbridge/fieldjob';

/** Far from the origin, as surveys are. */
const [E, N] = [440_000, 5_600_000];

type Vertex = readonly [easting: number, northing: number, bulge?: number];

/** Draws by hand into a job. */
class Pencil {
  readonly builder = new JobBuilder();
  readonly #path = new Path();

  constructor() {
    this.builder.describe({ unit: 'metre' });
  }

  layer(name: string, rest: Parameters<typeof layerOf>[1]): number {
    return this.builder.layer(layerOf(name, rest));
  }

  line(feature: Partial<Feature>, vertices: readonly Vertex[], closed = false): void {
    this.#fill(vertices);
    this.#path.closed = closed;
    this.builder.line(Object.assign(new Feature(), feature), this.#path);
  }

  /** @param rings the outer one first */
  area(feature: Partial<Feature>, ...rings: readonly (readonly Vertex[])[]): void {
    this.#path.clear();
    for (const [i, ring] of rings.entries()) {
      if (i > 0) this.#path.ring();
      for (const [e, n, bulge = 0] of ring) this.#path.vertex(E + e, N + n, Number.NaN, bulge);
    }
    this.#path.closed = true;
    this.builder.area(Object.assign(new Feature(), feature), this.#path);
  }

  point(feature: Partial<Feature>, easting: number, northing: number): void {
    this.builder.point(Object.assign(new Feature(), feature), E + easting, N + northing, 1);
  }

  #fill(vertices: readonly Vertex[]): void {
    this.#path.clear();
    for (const [e, n, bulge = 0] of vertices) this.#path.vertex(E + e, N + n, Number.NaN, bulge);
  }
}

/** Lines: colours, widths, dashes, arcs of every kind, closed ones. */
export function linesJob(): FieldJob {
  const pencil = new Pencil();
  const thin = pencil.layer('Thin', { colour: 0xc02020 });
  const wide = pencil.layer('Wide', { colour: 0x2040c0, lineWeight: 100 });
  const dashed = pencil.layer('Dashed', { colour: 0x108030, lineType: 'DASHED', lineWeight: 50 });
  for (let i = 0; i < 6; i++)
    pencil.line({ layer: thin }, [
      [0, 4 * i],
      [60, 4 * i + 10],
    ]);
  pencil.line({ layer: wide }, [
    [5, 70],
    [25, 40],
    [35, 65],
    [55, 35],
  ]);
  pencil.line({ layer: dashed }, [
    [0, 80],
    [30, 80, 0.6],
    [60, 80],
  ]);
  for (const [i, bulge] of [0.1, 0.4142, 1, -2].entries())
    pencil.line({ layer: thin, colour: 0x604000 }, [
      [70 + 16 * i, 10, bulge],
      [82 + 16 * i, 10],
    ]);
  pencil.line(
    { layer: wide, lineType: 'CENTER' },
    [
      [75, 40],
      [125, 40],
      [125, 75],
      [75, 75],
    ],
    true,
  );
  pencil.line(
    { layer: thin },
    [
      [90, 57, 1],
      [110, 57, 1],
    ],
    true,
  );
  return pencil.builder.job;
}

/** Lines whose dashes the drawing defines: they go around corners and arcs, whatever the zoom. */
export function dashesJob(): FieldJob {
  const pencil = new Pencil();
  const lineDashes = { rail: [6, -3], path: [8, -2, 0, -2], fence: [-2, 2, -1, 1], fine: [0.02, -0.02] };
  pencil.builder.describe({ lineDashes });
  const layer = pencil.layer('Rail', { colour: 0x2040c0, lineType: 'RAIL' });
  pencil.line({ layer }, [
    [0, 0],
    [11, 0],
    [11, 17],
    [40, 17, -0.6],
    [70, 17],
    [70, 0],
  ]);
  pencil.line({ layer, lineType: 'Path', lineWeight: 100 }, [
    [0, 30],
    [70, 40],
  ]);
  pencil.line({ layer, lineType: 'FENCE' }, [
    [0, 45],
    [70, 55],
  ]);
  pencil.line({ layer, lineType: 'FINE' }, [
    [0, 50],
    [70, 60],
  ]);
  return pencil.builder.job;
}

/** Areas: light ones, whole ones, with holes and arcs. */
export function areasJob(): FieldJob {
  const pencil = new Pencil();
  const soft = pencil.layer('Soft', { colour: 0x2040c0 });
  const hard = pencil.layer('Hard', { colour: 0xc06000 });
  const square = (e: number, n: number, size: number): Vertex[] => [
    [e, n],
    [e + size, n],
    [e + size, n + size],
    [e, n + size],
  ];
  pencil.area({ layer: soft }, square(0, 0, 40), square(10, 10, 15));
  pencil.area({ layer: hard, attributes: ['pattern', 'SOLID'] }, square(50, 0, 40), square(60, 10, 15));
  pencil.area({ layer: hard, attributes: ['pattern', 'SOLID'] }, [
    [0, 70, 1],
    [40, 70, 1],
  ]);
  pencil.area({ layer: soft }, [
    [50, 50],
    [90, 50, 0.5],
    [90, 90],
    [70, 60],
  ]);
  return pencil.builder.job;
}

/** Points by code, of which each has its shape, and a crowd. */
export function pointsJob(): FieldJob {
  const pencil = new Pencil();
  const layer = pencil.layer('Points', { colour: 0x303030 });
  for (let i = 0; i < 12; i++) pencil.point({ layer, code: `C${i}`, colour: 0x104080 + 0x0f0000 * i }, 10 * i, 5);
  for (let i = 0; i < 400; i++) pencil.point({ layer }, (i * 37) % 120, 20 + ((i * 53) % 60));
  return pencil.builder.job;
}

/** A hill with a ditch. */
export function surfaceJob(): FieldJob {
  const builder = new JobBuilder();
  builder.describe({ unit: 'metre' });
  const [columns, rows] = [25, 19];
  const corners: number[] = [];
  const triangles: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const ditch = Math.abs(column - 16) < 2 ? -4 : 0;
      const hill = 14 * Math.exp(-((column - 9) ** 2 + (row - 9) ** 2) / 40);
      corners.push(E + 5 * column, N + 5 * row, 100 + hill + ditch);
      if (row + 1 === rows || column + 1 === columns) continue;
      const at = row * columns + column;
      triangles.push(at, at + 1, at + columns, at + 1, at + columns + 1, at + columns);
    }
  builder.surface(surfaceOf('Ground', Float64Array.from(corners), Int32Array.from(triangles)));
  return builder.job;
}
