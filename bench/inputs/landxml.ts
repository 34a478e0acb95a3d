import { existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { ByteWriter } from '@fieldbridge/formats';
import { BENCH_FILES } from './site-dxf.ts';

/** Approximate bytes of a vertex with its two triangles. */
const BYTES_PER_VERTEX = 91;

/**
 * A LandXML 1.2 surface of about that many megabytes: a square grid with millimetres, like real terrain models. The
 * same size always gives the same file.
 * @returns its path
 */
export function landXmlFile(megabytes: number): string {
  mkdirSync(BENCH_FILES, { recursive: true });
  const path = join(BENCH_FILES, `terrain-${megabytes}.landxml`);
  if (existsSync(path)) return path;
  const side = Math.max(2, Math.round(Math.sqrt((megabytes * 1e6) / BYTES_PER_VERTEX)));
  const out = new ByteWriter(`${path}.part`);
  out.text(
    '<?xml version="1.0" encoding="UTF-8"?>\n<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2" ',
  );
  out.text(
    'date="2026-01-01" time="00:00:00">\n<Units><Metric areaUnit="squareMeter" linearUnit="meter" volumeUnit="cubicMeter" ',
  );
  out.text(
    'temperatureUnit="celsius" pressureUnit="milliBars"/></Units>\n<Surfaces>\n<Surface name="Terrain">\n<Definition surfType="TIN">\n<Pnts>\n',
  );
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const height = 100 + 20 * Math.sin(row / 50) * Math.cos(column / 70);
      const position = `${(5_800_000 + row * 1.013).toFixed(3)} ${(560_000 + column * 0.987).toFixed(3)} ${height.toFixed(3)}`;
      out.text(`<P id="${row * side + column + 1}">`);
      out.text(`${position}</P>\n`);
    }
  }
  out.text('</Pnts>\n<Faces>\n');
  for (let row = 0; row + 1 < side; row++) {
    for (let column = 0; column + 1 < side; column++) {
      const a = row * side + column + 1;
      out.text(`<F>${a} ${a + 1} ${a + side}</F>\n`);
      out.text(`<F>${a + 1} ${a + side + 1} ${a + side}</F>\n`);
    }
  }
  out.text('</Faces>\n</Definition>\n</Surface>\n</Surfaces>\n</LandXML>\n');
  out.close();
  renameSync(`${path}.part`, path);
  return path;
}
