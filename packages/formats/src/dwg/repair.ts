import {
  AttributeBase,
  type BlockRecord,
  type CadDocument,
  type Entity,
  Face3D,
  Insert,
  MText,
  MultiLeader,
  PolyfaceMesh,
  type Vertex,
  XYZ,
} from '@node-projects/acad-ts';

/**
 * Puts into the document, as plainer entities, what the library would drop when it hands the drawing on: the faces of polyface meshes
 * (as 3D faces), the texts of multileaders (as MTEXT) and the tags of attributes. Found by comparing DWG samples with their DXF twins.
 * @returns how many of each were replaced or added
 */
export function repairDocument(document: CadDocument): { faces: number; texts: number } {
  const done = { faces: 0, texts: 0 };
  for (const block of document.blockRecords ?? []) {
    for (const entity of [...block.entities]) {
      if (entity instanceof PolyfaceMesh) done.faces += replaceMesh(block, entity);
      else if (entity instanceof MultiLeader) done.texts += addText(block, entity);
      else if (entity instanceof AttributeBase) appendTag(entity);
      else if (entity instanceof Insert) for (const attribute of entity.attributes) appendTag(attribute);
    }
  }
  return done;
}

/**
 * The library hands attributes on as plain texts, without their tag (group 2). In binary DXF a string ends with NUL and a group code is
 * two bytes: behind the value's own end the tag is written as the group that is missing.
 */
function appendTag(attribute: AttributeBase): void {
  if (!attribute.tag) return;
  const clean = (text: string): string => text.replaceAll('\0', '');
  attribute.value = `${clean(attribute.value ?? '')}\0\u0002\0${clean(attribute.tag)}`;
}

function replaceMesh(block: BlockRecord, mesh: PolyfaceMesh): number {
  const corners = [...mesh.vertices].map((vertex) => {
    const { x, y, z } = (vertex as Vertex).location;
    return new XYZ(x, y, z);
  });
  // Indices count from 1; a negative one marks an edge that is not shown.
  const corner = (index: number): XYZ | undefined => corners[Math.abs(index) - 1];
  const faces: Face3D[] = [];
  for (const face of mesh.faces) {
    const [a, b, c] = [corner(face.index1), corner(face.index2), corner(face.index3)];
    if (a === undefined || b === undefined || c === undefined) continue;
    const flat = new Face3D();
    flat.firstCorner = a;
    flat.secondCorner = b;
    flat.thirdCorner = c;
    flat.fourthCorner = corner(face.index4) ?? c;
    faces.push(styled(flat, mesh));
  }
  if (faces.length === 0) return 0;
  block.entities.remove(mesh);
  for (const face of faces) block.entities.add(face);
  return faces.length;
}

function addText(block: BlockRecord, leader: MultiLeader): number {
  const { contextData } = leader;
  if (!contextData?.hasTextContents || !contextData.textLabel) return 0;
  const text = styled(new MText(contextData.textLabel), leader);
  text.insertPoint = contextData.textLocation;
  text.height = contextData.textHeight;
  text.rotation = contextData.textRotation;
  block.entities.add(text);
  return 1;
}

function styled<T extends Entity>(entity: T, like: Entity): T {
  entity.layer = like.layer;
  entity.color = like.color;
  entity.isInvisible = like.isInvisible;
  return entity;
}
