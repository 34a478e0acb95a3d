import { type FieldJob, neighboursOf, type Surface } from '@fieldbridge/fieldjob';
import { FormatError } from '../../core/failure.ts';
import type { Writer } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { fileName } from './captions.ts';
import { chosenSurface } from './chosen-surface.ts';
import { capacityOf, putNowhere, putReference, writeContainer } from './container-writer.ts';
import { inMetres } from './in-metres.ts';
import { TN3_EDGE, TN3_POINT, TN3_TABLE, TN3_TRIANGLE } from './layouts.ts';
import { Losses } from './losses.ts';
import { wholeSurface } from './positioned.ts';

/** The value of every point of both samples in table 6. */
const POINT_ATTRIBUTE = 9;

/**
 * Writes a TN3: the surface named by the option `surface`, or the first one.
 * @throws FormatError `nothing-to-write` if the job has none, `surface-not-found` if it has none of that name
 */
export const writeTn3: Writer = async (given, path, context) => {
  const losses = new Losses();
  const job = inMetres(given, context);
  const surface = wholeSurface(chosen(job, context.options['surface']), losses);
  if (surface.vertices.length === 0)
    throw new FormatError('nothing-to-write', {
      kind: 'TN3',
      why: `: the surface "${surface.name}" has no vertices with an elevation`,
    });
  const others = job.surfaces.length - 1;
  if (others > 0) context.report(issueOf('surface-not-chosen', { count: others, name: surface.name }));
  losses.add('surface-layer-left-out', surface.layer < 0 ? 0 : 1);
  losses.add('breakline-left-out', surface.breaklines.length);
  const { vertices, triangles, edges } = surface;
  const across = surface.neighbours ?? neighboursOf(triangles, vertices.length / 3);
  const capacity = (id: number): number => capacityOf('TN3', id);
  const to = (view: DataView, at: number, id: number, ordinal: number): void =>
    ordinal < 0 ? putNowhere(view, at) : putReference(view, at, id, ordinal, capacity(id));
  const { fields } = TN3_POINT;
  const tables = [
    {
      id: TN3_TABLE.point,
      recordSize: TN3_POINT.size,
      parts: [
        {
          count: vertices.length / 3,
          fill: (view: DataView, at: number, row: number) => {
            view.setFloat64(at + fields.easting.at, vertices[3 * row]!, true);
            view.setFloat64(at + fields.northing.at, vertices[3 * row + 1]!, true);
            fields.elevation.write(view, at, vertices[3 * row + 2]!);
          },
        },
      ],
    },
    {
      id: TN3_TABLE.triangle,
      recordSize: TN3_TRIANGLE.size,
      parts: [
        {
          count: triangles.length / 3,
          fill: (view: DataView, at: number, row: number) => {
            for (let k = 0; k < 3; k++) {
              to(view, at + 6 * k, TN3_TABLE.point, triangles[3 * row + k]!);
              to(view, at + 18 + 6 * k, TN3_TABLE.triangle, across[3 * row + k]!);
            }
          },
        },
      ],
    },
    {
      id: TN3_TABLE.edge,
      recordSize: TN3_EDGE.size,
      parts: [
        {
          count: edges.length / 2,
          fill: (view: DataView, at: number, row: number) => {
            to(view, at, TN3_TABLE.point, edges[2 * row]!);
            to(view, at + 6, TN3_TABLE.point, edges[2 * row + 1]!);
          },
        },
      ],
    },
    {
      id: TN3_TABLE.attribute,
      recordSize: 4,
      parts: [
        {
          count: vertices.length / 3,
          fill: (view: DataView, at: number) => view.setUint32(at, POINT_ATTRIBUTE, true),
        },
      ],
    },
  ];
  await writeContainer(path, { kind: 'TN3', name: fileName(surface.name, losses), tables }, context);
  losses.add('boundary-left-out', surface.boundaries.length);
  losses.report(context);
};

function chosen({ surfaces }: FieldJob, name: unknown): Surface {
  const names = surfaces.map((surface) => `"${surface.name}"`).join(', ');
  if (surfaces.length === 0) throw new FormatError('nothing-to-write', { kind: 'TN3', why: '' });
  const surface = chosenSurface(surfaces, name);
  if (surface === undefined) throw new FormatError('surface-not-found', { name: String(name), names });
  return surface;
}
