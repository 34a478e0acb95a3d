import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as published from '@node-projects/acad-ts';
import { library } from './library.ts';
import { override } from './override.ts';

test('the bundled file exports the same names as the library', () => {
  assert.deepEqual(Object.keys(library).sort(), Object.keys(published).sort());
  for (const [name, value] of Object.entries(library)) if (typeof value === 'function') assert.equal(value.name, name);
  assert.notEqual(library.Line, published.Line, 'it is a separate copy: the published one is unchanged');
});

test('attributes are not moved by their reference', () => {
  const attribute = new library.AttributeEntity();
  attribute.insertPoint = new library.XYZ(5, 6, 7);
  const insert = new library.Insert(new library.BlockRecord('B'));
  insert.insertPoint = new library.XYZ(100, 200, 300);
  insert.applyAttributeTransform(attribute);
  assert.deepEqual({ ...attribute.insertPoint }, { ...new library.XYZ(5, 6, 7) });
});

test('a method that a later version of the library no longer has is an error at once', () => {
  assert.throws(() => override(library.Line.prototype, 'noSuchMethod', (original) => original), /noSuchMethod/);
});

test('block headers equal the bytes that the library writes, with any number of handles', () => {
  const { prototype } = library.DwgObjectWriter as unknown as { prototype: Record<string, unknown> };
  const name = '_writeBlockHeader';
  const ours = prototype[name];
  const theirs = (published.DwgObjectWriter as unknown as typeof library.DwgObjectWriter).prototype as unknown;
  const draw = (version: published.ACadVersion): published.CadDocument => {
    const document = new library.CadDocument();
    document.header!.version = version;
    const symbol = new library.BlockRecord('TREE');
    document.blockRecords!.add(symbol);
    for (let i = 0; i < 40; i++) {
      symbol.entities.add(new library.Line(new library.XYZ(i, 0, 0), new library.XYZ(i, 1, 0)));
      const insert = new library.Insert(symbol);
      insert.insertPoint = new library.XYZ(i, i, 0);
      document.modelSpace!.entities.add(insert);
    }
    return document;
  };
  // Only the objects: other sections contain the time.
  const objectsOf = (version: published.ACadVersion, method: unknown): Uint8Array => {
    prototype[name] = method;
    const document = draw(version);
    const writer = new library.DwgObjectWriter(new Uint8Array(0), document, 'latin1') as unknown as {
      write(): void;
      getWrittenData(): Uint8Array;
    };
    writer.write();
    return writer.getWrittenData();
  };
  try {
    for (const version of ['AC1014', 'AC1015', 'AC1018', 'AC1027', 'AC1032'] as const) {
      const release = library.ACadVersion[version];
      const [a, b] = [objectsOf(release, ours), objectsOf(release, (theirs as Record<string, unknown>)[name])];
      assert.ok(a.length > 2000, `${version}: ${a.length} bytes`);
      assert.deepEqual(a, b, version);
    }
  } finally {
    prototype[name] = ours;
  }
});
