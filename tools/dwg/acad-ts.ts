import { library } from '@fieldbridge/formats/formats/dwg/testing/library.ts';
import type { Entity } from '@node-projects/acad-ts';
import { Entities, type Found, type Position } from './entities.ts';

/** The entities in model space by acad-ts. @throws Error for a file that is not read */
export function acadEntities(bytes: Uint8Array): Found {
  const entities = new Entities();
  const document = library.DwgReader.readFromStream(Uint8Array.from(bytes).buffer);
  for (const entity of document.modelSpace!.entities) describe(entities, entity);
  return entities.found;
}

function describe(entities: Entities, entity: Entity): void {
  const { objectName: kind } = entity;
  // An arc is a circle in that library.
  if (entity instanceof library.Circle) entities.place(kind, [entity.center], 3, entity.radius);
  else if (entity instanceof library.Line) entities.place(kind, [entity.startPoint, entity.endPoint], 3);
  else if (entity instanceof library.Point) entities.place(kind, [entity.location], 3);
  else if (entity instanceof library.LwPolyline)
    entities.add(
      kind,
      entity.vertices.flatMap(({ location, bulge }) => [location.x, location.y, bulge]),
    );
  else if (entity instanceof library.Polyline3D)
    entities.place(
      'POLYLINE',
      [...entity.vertices].map((vertex) => (vertex as unknown as { location: Position }).location),
      3,
    );
  else if (entity instanceof library.TextEntity) entities.place(kind, [entity.insertPoint], 2);
  else if (entity instanceof library.MText) entities.place(kind, [entity.insertPoint], 3);
  else if (entity instanceof library.Face3D) {
    const { firstCorner, secondCorner, thirdCorner, fourthCorner } = entity;
    entities.place(kind, [firstCorner, secondCorner, thirdCorner, fourthCorner], 3);
  } else if (entity instanceof library.Hatch) {
    const edges = entity.paths.flatMap((path) => path.edges);
    entities.add(
      kind,
      edges.flatMap((edge) =>
        edge instanceof library.HatchBoundaryPathPolyline ? edge.vertices.flatMap(({ x, y, z }) => [x, y, z]) : [],
      ),
    );
  } else if (entity instanceof library.Insert) {
    entities.place(kind, [entity.insertPoint], 3);
    for (const part of entity.attributes)
      if (part instanceof library.AttributeEntity) entities.place('ATTRIB', [part.insertPoint], 2);
  } else entities.place(kind, [], 3);
}
