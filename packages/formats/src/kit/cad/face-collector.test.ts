import assert from 'node:assert/strict';
import test from 'node:test';
import { JobBuilder, layerOf } from '@fieldbridge/fieldjob';
import { Affine } from './affine.ts';
import { FaceCollector } from './face-collector.ts';
import { LayerBook } from './layer-book.ts';

/** A collector and what it sends to the sink. */
function collected(add: (faces: FaceCollector, frame: Affine) => unknown): {
  surfaces: JobBuilder['job']['surfaces'];
  outcome: unknown;
} {
  const builder = new JobBuilder();
  const book = new LayerBook(builder, () => {});
  book.declare(layerOf('DGM', { colour: 0x123456 }));
  book.declare(layerOf('Sohle'));
  const faces = new FaceCollector();
  const outcome = add(faces, new Affine());
  faces.flush(builder, book);
  return { surfaces: builder.job.surfaces, outcome };
}

test('faces of a layer are one surface with shared vertices, all of them counter-clockwise', () => {
  const { surfaces, outcome } = collected((faces, frame) => [
    faces.add(0, [0, 0, 1, 10, 0, 2, 10, 10, 3], frame),
    faces.add(0, [0, 0, 1, 0, 10, 4, 10, 10, 3], frame),
    faces.add(1, [0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1], frame),
    faces.add(0, [-0, 0, 1, 10, 0, 2, 10, -10, 3], frame),
  ]);
  assert.deepEqual(outcome, ['added', 'added', 'added', 'added']);
  assert.deepEqual(
    surfaces.map(({ name, colour, layer, vertices, triangles }) => [
      name,
      colour,
      layer,
      vertices.length / 3,
      Array.from(triangles),
    ]),
    [
      ['DGM', 0x123456, 0, 5, [0, 1, 2, 0, 2, 3, 0, 4, 1]],
      ['Sohle', -1, 1, 4, [0, 1, 2, 0, 2, 3]],
    ],
  );
});

test('degenerate or infinite faces add nothing, not even a surface; an unknown elevation counts as 0', () => {
  const { surfaces, outcome } = collected((faces, frame) => [
    faces.add(0, [0, 0, 0, 1, 0, 0, 0, 0, 0], frame),
    faces.add(0, [0, 0, 0, 1, Infinity, 0, 1, 1, 0], frame),
    faces.add(0, [0, 0, 0, 1, Number.NaN, 0, 1, 1, 0], frame),
    faces.add(0, [], frame),
    faces.add(1, [0, 0, Number.NaN, 1, 0, 5, 1, 1, 5], frame),
  ]);
  assert.deepEqual(outcome, ['flat', 'bad', 'bad', 'flat', 'added']);
  assert.deepEqual(
    surfaces.map(({ name, vertices }) => [name, Array.from(vertices)]),
    [['Sohle', [0, 0, 0, 1, 0, 5, 1, 1, 5]]],
  );
});

test('faces are placed by their frame, and stay counter-clockwise at large coordinates', () => {
  const far = [4468000, 5334000, 1, 4468000.001, 5334000, 1, 4468000.001, 5334000.001, 1];
  const { surfaces } = collected((faces, frame) => {
    faces.add(0, far, frame);
    faces.add(1, far, new Affine().setScale(-1, 1, 1, 0, 0, 0));
  });
  assert.deepEqual(
    surfaces.map(({ triangles }) => Array.from(triangles)),
    [
      [0, 1, 2],
      [0, 2, 1],
    ],
  );
  assert.equal(surfaces[1]!.vertices[0], -4468000);
});
