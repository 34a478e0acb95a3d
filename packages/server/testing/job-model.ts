import assert from 'node:assert/strict';
import type { OnDuplicate } from '@fieldbridge/fieldjob';

/** A point as in a points file. */
export interface ModelPoint {
  readonly name: string;
  readonly northing: number;
  readonly easting: number;
}

/** The expected result of an append. */
export interface Expected {
  readonly failed: boolean;
  /** Points that came in, with the names in the file. */
  readonly written: number;
}

/** A points file. */
export function pointsFile(points: readonly ModelPoint[]): string {
  return `name,northing,easting\n${points.map(({ name, northing, easting }) => `${name},${northing},${easting}\n`).join('')}`;
}

/** The rows of a downloaded points file, as far as the model knows them. */
export function rowsOf(csv: string): ModelPoint[] {
  const [head, ...lines] = csv.trim().split(/\r?\n/);
  // A heading may include the unit.
  const column = (name: string) => head!.split(',').findIndex((heading) => heading.startsWith(name));
  const [name, northing, easting] = ['name', 'northing', 'easting'].map(column);
  return lines.map((line) => {
    const cells = line.split(',');
    return { name: cells[name!]!, northing: Number(cells[northing!]), easting: Number(cells[easting!]) };
  });
}

/**
 * What a job should hold after appends of points, by the contract alone: names that the job already has are renamed (to
 * a free name made of the old one and a number), kept, replaced or refused; names repeated within one file stay as they
 * are.
 */
export class JobModel {
  /** Points in order; `renamed` ones may have any free name. */
  readonly #points: { point: ModelPoint; renamed: boolean }[] = [];
  revision = 0;

  /** Adds an append. @param held names that the job has now, renamed ones included */
  append(points: readonly ModelPoint[], rule: OnDuplicate, held: ReadonlySet<string>): Expected {
    const taken = points.filter(({ name }) => held.has(name));
    if (rule === 'refuse' && taken.length > 0) return { failed: true, written: 0 };
    this.revision++;
    if (rule === 'replace') {
      const incoming = new Set(points.map(({ name }) => name));
      const kept = this.#points.filter(({ point }) => !incoming.has(point.name));
      this.#points.splice(0, this.#points.length, ...kept);
    }
    let written = 0;
    for (const point of points) {
      const collides = held.has(point.name);
      if (rule === 'keep' && collides) continue;
      this.#points.push({ point, renamed: rule === 'rename' && collides });
      written++;
    }
    return { failed: false, written };
  }

  /**
   * Compares with what a job really holds, and learns the new names of renamed points.
   * @param before names that the job had before the last append @throws AssertionError
   */
  check(rows: readonly ModelPoint[], before: ReadonlySet<string>): void {
    const place = ({ northing, easting }: ModelPoint) => [northing, easting];
    assert.deepEqual(
      rows.map(place),
      this.#points.map(({ point }) => place(point)),
    );
    for (const [at, { name }] of rows.entries()) {
      const known = this.#points[at]!;
      if (!known.renamed) assert.equal(name, known.point.name);
      else {
        const number = name.slice(known.point.name.length);
        assert.ok(name.startsWith(known.point.name) && /^-\d+$/.test(number), `${name} for ${known.point.name}`);
        assert.ok(!before.has(name), `${name} was taken`);
        assert.equal(rows.filter((row) => row.name === name).length, 1, `${name} is given once`);
      }
      this.#points[at] = { point: rows[at]!, renamed: false };
    }
  }
}
