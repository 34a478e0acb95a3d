import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countsOf } from '@fieldbridge/fieldjob';
import fc from 'fast-check';
import {
  describeFormat,
  detect,
  exportOptionTable,
  extensionOf,
  FORMATS,
  FormatError,
  formatById,
  formatsFor,
  importOptionTable,
  MemorySource,
  type OptionSchema,
  type OptionTable,
  parseExportOptions,
  parseImportOptions,
  parseOptions,
} from '../src/index.ts';
import { readWith, writeWith } from '../testing/run-format.ts';
import { jobWith } from '../testing/traits.ts';

/** Values that a schema allows: every value of an enumeration, both booleans, the bounds of a number, a plain text. */
function allowed({ type, enum: values, minimum, maximum }: OptionSchema): (string | number | boolean)[] {
  if (values !== undefined) return [...values];
  if (type === 'boolean') return [true, false];
  if (type === 'string') return [];
  return [minimum, maximum].filter((bound) => bound !== undefined);
}

/** Values that a schema does not allow. */
function refused({ type, enum: values, minimum, maximum, pattern, maxLength }: OptionSchema): (string | number)[] {
  const wrong: (string | number)[] = ['x'.repeat((maxLength ?? 4096) + 1)];
  if (values !== undefined || type === 'boolean') wrong.push('certainly not this');
  if (type === 'number' || type === 'integer') wrong.push('many', '', 'NaN', 'Infinity', '0x10x');
  if (type === 'integer') wrong.push('1.5');
  if (minimum !== undefined) wrong.push(minimum - 1);
  if (maximum !== undefined) wrong.push(maximum + 1);
  if (pattern !== undefined && !new RegExp(pattern).test('((')) wrong.push('((');
  return wrong;
}
const each = (table: OptionTable): [string, OptionSchema][] => Object.entries(table);

describe('options of every format', () => {
  for (const format of FORMATS) {
    it(`${format.id}: defaults are allowed by the schema, and wrong values are named`, () => {
      for (const [table, parse] of [
        [importOptionTable(format), parseImportOptions],
        [exportOptionTable(format), parseExportOptions],
      ] as const) {
        for (const [name, schema] of each(table)) {
          assert.match(schema.description, /[.…]$/, `${name} has a description with a full stop`);
          if (schema.default !== undefined)
            assert.deepEqual(parseOptions(table, { [name]: schema.default }).faults, []);
          for (const value of allowed(schema))
            assert.deepEqual(parseOptions(table, { [name]: String(value) }).faults, []);
          for (const value of refused(schema)) {
            const { faults } = parse(format, { [name]: value });
            assert.ok(
              faults.some((fault) => fault.name === name),
              `${name}=${value} of ${format.id} passes`,
            );
          }
        }
        const { faults } = parse(format, { ['no such option']: 1 });
        assert.ok(faults.some(({ name }) => name === 'no such option'));
      }
    });

    const { loadWriter, loadReader } = format;
    if (loadWriter === undefined || loadReader === undefined || format.id.startsWith('mj')) continue;
    it(`${format.id}: every value of every option writes a file with all objects`, async () => {
      const job = jobWith({ info: { crs: { kind: 'epsg', code: 25832 } } });
      const base = { experimental: true };
      const write = async (raw: Record<string, unknown>): Promise<Buffer> => {
        const { values } = parseExportOptions(format, { ...base, ...raw });
        return (await writeWith(format, job, { options: values })).result as Buffer;
      };
      const defaults = parseImportOptions(format, {}).values;
      const plain = await readWith(format, await write({}), { options: defaults });
      for (const [name, schema] of each(format.writeOptions)) {
        for (const value of allowed(schema)) {
          if (name === 'experimental' && value === false) continue;
          const bytes = await write({ [name]: value });
          assert.ok(bytes.length > 0, `${name}=${value}`);
          // A file without a header is read with its template; one without elevations or positions has fewer objects.
          const again = name === 'template' ? { ...defaults, template: value } : defaults;
          const { job: back } = await readWith(format, bytes, { options: again });
          const { points, surfaces } = countsOf(back);
          if (name !== 'template')
            assert.deepEqual(
              [points, surfaces],
              [plain.job.points.length, plain.job.surfaces.length],
              `${name}=${value}`,
            );
        }
      }
    });

    it(`${format.id}: every value of every option reads a file or is refused with a code`, async () => {
      const job = jobWith({ info: { crs: { kind: 'epsg', code: 25832 } } });
      const { values } = parseExportOptions(format, { experimental: true });
      const { result } = await writeWith(format, job, { options: values });
      for (const [name, schema] of each(format.readOptions)) {
        for (const value of allowed(schema)) {
          const { values: options, faults } = parseImportOptions(format, { [name]: value });
          assert.deepEqual(faults, []);
          try {
            await readWith(format, result as Buffer, { options });
          } catch (error) {
            assert.ok(error instanceof FormatError, `${name}=${value}: ${error}`);
          }
        }
      }
    });
  }
});

describe('parsing options', () => {
  const description = 'Version of the file.';
  const table: OptionTable = {
    flag: { type: 'boolean', description },
    count: { type: 'integer', minimum: 1, maximum: 5, default: 3, description },
    size: { type: 'number', description },
    mode: { type: 'string', enum: ['Fast', 'slow'], description },
    version: { type: 'integer', enum: [7, 8], description },
    word: { type: 'string', pattern: '^[a-z]+$', maxLength: 5, description },
  };

  describe('takes texts from a query, a form or a command line', () => {
    for (const [name, given, value] of [
      ['flag', 'true', true],
      ['flag', 'YES', true],
      ['flag', '1', true],
      ['flag', '', true],
      ['flag', true, true],
      ['flag', 'no', false],
      ['flag', '0', false],
      ['flag', false, false],
      ['count', '5', 5],
      ['count', 1, 1],
      ['size', '-1.5e3', -1500],
      ['mode', 'fast', 'Fast'],
      ['version', '7', 7],
      ['word', 'abc', 'abc'],
    ] as const)
      it(`${name}=${given}`, () => {
        assert.deepEqual(
          parseOptions(table, { [name]: given }),
          { values: { count: 3, [name]: value }, faults: [] },
          `${name}=${given}`,
        );
      });
  });

  it('never treats a name from the prototype as an option, and ignores undefined values', () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
      const { faults } = parseOptions(table, JSON.parse(`{"${name}": 1}`));
      assert.deepEqual(
        faults.map((fault) => fault.name),
        [name],
      );
    }
    assert.deepEqual(parseOptions(table, { count: undefined }), { values: { count: 3 }, faults: [] });
  });

  it('gives values or faults for any input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(table), 'other'), fc.anything()), (raw) => {
        const { values, faults } = parseOptions(table, raw);
        for (const [name, value] of Object.entries(values)) {
          if (name === 'count') assert.ok(Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5);
          if (name === 'mode') assert.ok(value === 'Fast' || value === 'slow');
        }
        for (const { name, text } of faults) assert.ok(name in raw && text.length > 0);
      }),
      { numRuns: 300 },
    );
  });
});

describe('formats', () => {
  describe('are described as in their descriptors', () => {
    for (const format of FORMATS) {
      it(format.id, () => {
        const described = describeFormat(format);
        assert.deepEqual(
          [described.id, described.read, described.write],
          [format.id, format.loadReader !== undefined, format.loadWriter !== undefined],
        );
        assert.equal(described.options.read === null, !described.read);
        assert.equal(described.options.write === null, !described.write);
        assert.deepEqual(JSON.parse(JSON.stringify(described)), described, 'plain JSON');
        assert.deepEqual(described.holds, format.holds ?? null);
        assert.equal(format.holds !== undefined, described.write, `${format.id} has holds if it has a writer`);
        assert.match(format.id, /^[a-z0-9]+$/);
        assert.ok(format.notes.length > 20 && format.mediaTypes.every((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type)));
        assert.ok(
          format.extensions.every((extension) => extension === extension.toLowerCase() && !extension.startsWith('.')),
        );
      });
    }
    it('under ids of their own', () => {
      assert.equal(new Set(FORMATS.map(({ id }) => id)).size, FORMATS.length);
    });
  });

  it('are found by id and by extension, in any case, with or without a dot', () => {
    for (const format of FORMATS) {
      assert.equal(formatById(format.id.toUpperCase()), format);
      assert.deepEqual(formatsFor(`.${format.id}`), [format]);
      for (const extension of format.extensions) assert.ok(formatsFor(extension.toUpperCase()).length > 0);
    }
    assert.equal(formatById('nothing'), undefined);
    assert.deepEqual(formatsFor(''), []);
  });

  describe('are distinguished by their written files', () => {
    const readAndWritten = FORMATS.filter(({ loadReader, loadWriter }) => loadReader && loadWriter);
    for (const format of readAndWritten.filter(({ id }) => !id.startsWith('mj')))
      it(format.id, async () => {
        const { values } = parseExportOptions(format, { experimental: true });
        const { result } = await writeWith(format, jobWith({}), { options: values });
        // Without its extension, one row of a table could be anything.
        const names = format.id === 'csv' || format.id === 'points' ? [] : ['job', 'job.bin'];
        for (const name of [`job.${format.extensions[0]}`, ...names]) {
          const found = detect(new MemorySource(result as Buffer, name));
          // CSV and points have the same content.
          const same = found?.format.id === format.id || [found?.format.id, format.id].sort().join() === 'csv,points';
          assert.ok(same, `${name} of ${format.id} is recognised as ${found?.format.id}`);
        }
        if (names.length === 0) return;
        const disguised = detect(new MemorySource(result as Buffer, 'job.ifc'), 'dxf');
        assert.equal(disguised?.mismatch, format.id !== 'dxf', `${format.id} called dxf`);
      });
  });

  describe('use the last part of a name as its extension', () => {
    for (const [name, extension] of [
      ['a.DXF', 'dxf'],
      ['a.tar.gz', 'gz'],
      ['plan', ''],
      ['.', ''],
      ['a.', ''],
      ['', ''],
    ] as const)
      it(JSON.stringify(name), () => {
        assert.equal(extensionOf(name), extension, name);
      });
  });
});
