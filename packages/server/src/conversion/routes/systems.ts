import { ReferenceSystem, Type } from '@fieldbridge/contract';
import { crsText, parseUnit } from '@fieldbridge/fieldjob';
import { statedCrs } from '@fieldbridge/formats/kit/crs/stated-crs.ts';
import { asWritten, detailOf } from '../../core/detail.ts';
import type { App } from '../../http/app.ts';
import type { SystemsTask } from '../../work/converters/tasks/task-types.ts';
import type { Conversion } from '../conversion.ts';
import { refusalOf } from '../failure.ts';
import { boxOf, Extent, wrong } from './extent.ts';

const MOST_SYSTEMS = 50;
const Crs = (description: string) => Type.Optional(Type.String({ maxLength: 20_000, description }));

const Query = Type.Object(
  {
    q: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'EPSG code, or words of the names and the area of use',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_SYSTEMS, default: 20 })),
    extent: Type.Optional(Extent),
    unit: Type.Optional(Type.String({ maxLength: 30, description: 'Unit of `extent`: m (the default), ft or usft' })),
    from: Crs('The system of `extent`; without it, each system found is tried as the system of the data'),
    to: Crs('The target system of the data; not with `from`'),
  },
  { additionalProperties: false },
);

/** GET /reference-systems: the systems that a page offers. */
export function addSystemRoutes(app: App, { base, pool, calls, principalOf }: Conversion): void {
  app.get(
    `${base}/reference-systems`,
    {
      schema: {
        summary: 'Find reference systems',
        description:
          'Systems of the EPSG registry by code, name or place. With `extent`, each has the place of the data on the earth and whether that is in its area of use; if one system is found (`limit=1`), also the operation that would convert the coordinates, and the grids missing for a better one.',
        tags: ['formats'],
        querystring: Query,
        response: { 200: Type.Object({ items: Type.Array(ReferenceSystem) }) },
      },
    },
    async (request) => {
      const { q, limit = 20, ...given } = request.query;
      const task = { text: q, most: limit, ...dataOf(given) };
      const owner = principalOf(request).organisationId;
      const items = await pool.run(calls.systems(task, { owner })).catch((error: unknown) => {
        throw refusalOf(error, 'file-unreadable');
      });
      return { items };
    },
  );
}

type Given = Readonly<Partial<Record<'extent' | 'unit' | 'from' | 'to', string>>>;

function dataOf({ extent, unit = 'm', from, to }: Given): Pick<SystemsTask, 'data'> {
  const known = parseUnit(unit);
  if (known === undefined) throw wrong('unit', detailOf('must be m, ft or usft'));
  if (from !== undefined && to !== undefined)
    throw wrong('to', detailOf('is for data whose system is to be found, without from'));
  const ends = { ...systemText('from', from), ...systemText('to', to) };
  if (extent === undefined) return {};
  const box = boxOf(extent);
  return { data: { box, unit: known, ...ends } };
}

/** A system as a converter reads it. */
function systemText(name: 'from' | 'to', text: string | undefined): Pick<Given, 'from' | 'to'> {
  if (text === undefined) return {};
  const stated = statedCrs(text);
  if (!('crs' in stated)) throw wrong(name, asWritten(stated.fault));
  return { [name]: crsText(stated.crs) };
}
