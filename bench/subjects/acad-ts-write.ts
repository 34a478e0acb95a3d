// node acad-ts-write.ts JOB OUT: the features of a job as a DWG by acad-ts. The job is read as for our own writer.
import { rmSync, writeFileSync } from 'node:fs';
import { Path } from '@fieldbridge/fieldjob';
import { readMjf } from '@fieldbridge/formats/formats/mjf/read.ts';
import * as acad from '@node-projects/acad-ts';
import { readJob } from './read-job.ts';

const job = await readJob(readMjf);
const document = new acad.CadDocument();
document.header!.version = acad.ACadVersion.AC1032;
const layers = Array.from({ length: job.layers.length }, (_, id) => {
  const name = job.layers.name(id);
  const known = document.layers!.tryGetValue(name);
  if (known !== null && known !== undefined) return known;
  const layer = new acad.Layer(name);
  document.layers!.add(layer);
  return layer;
});
const { entities } = document.modelSpace!;
function add(entity: acad.Entity, layer: number): void {
  entity.layer = layers[layer]!;
  entities.add(entity);
}
const { points, lines, texts } = job;
for (let row = 0; row < points.length; row++)
  add(
    new acad.Point(new acad.XYZ(points.easting(row), points.northing(row), points.elevation(row) || 0)),
    points.layer.get(row),
  );
const path = new Path();
for (let row = 0; row < lines.length; row++) {
  const { coordinates, bulges, count, closed } = lines.loadPath(row, path);
  const line = new acad.LwPolyline();
  for (let i = 0; i < count; i++) {
    const vertex = new acad.LwPolylineVertex(new acad.XY(coordinates[3 * i]!, coordinates[3 * i + 1]!));
    vertex.bulge = bulges[i]!;
    line.vertices.push(vertex);
  }
  line.elevation = coordinates[2]! || 0;
  line.isClosed = closed;
  add(line, lines.layer.get(row));
}
for (let row = 0; row < texts.length; row++) {
  const { text, easting, northing, height, rotation } = texts.label(row);
  const entity = new acad.TextEntity(text);
  entity.insertPoint = new acad.XYZ(easting, northing, 0);
  entity.height = height;
  entity.rotation = rotation;
  add(entity, texts.layer.get(row));
}
rmSync(process.argv[3]!, { force: true });
writeFileSync(process.argv[3]!, new Uint8Array(acad.DwgWriter.writeToBuffer(document, null, null)));
