import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatById } from '../formats/registry.ts';
import { parseImportOptions } from './import-options.ts';

describe('the placement of a drawing', () => {
  const dxf = formatById('dxf')!;
  const faults = (raw: Record<string, unknown>): string[] =>
    parseImportOptions(dxf, raw).faults.map(({ name }) => name);

  describe('is accepted if its positions fit its kind', () => {
    for (const [raw, from, to] of [
      [{}, [], []],
      [{ placement: 'point', from: '1,2', to: '3,4' }, [[1, 2]], [[3, 4]]],
      [
        { placement: 'LINE', from: '1,2;3,4', to: '5,6;7,8e2' },
        [
          [1, 2],
          [3, 4],
        ],
        [
          [5, 6],
          [7, 800],
        ],
      ],
      [{ placement: 'scale', scale: '500' }, [], []],
      [{ placement: 'scale', scale: 500, from: '0,0', to: '-1.5,+2' }, [[0, 0]], [[-1.5, 2]]],
    ] as const)
      it(JSON.stringify(raw), () => {
        const parsed = parseImportOptions(dxf, raw);
        assert.deepEqual(
          [parsed.faults, parsed.placement.from, parsed.placement.to],
          [[], from, to],
          JSON.stringify(raw),
        );
      });
  });

  describe('names every option that does not fit', () => {
    for (const [raw, wrong] of [
      [{ placement: 'point' }, ['from', 'to']],
      [{ placement: 'point', from: '1,2' }, ['to']],
      [{ placement: 'point', from: '1,2;3,4', to: '1,2' }, ['from']],
      [{ placement: 'line', from: '1,2;1,2', to: '3,4;5,6' }, ['from']],
      [{ placement: 'line', from: '1,2;3,4', to: '5,6;5,6' }, ['to']],
      [{ placement: 'scale' }, ['scale']],
      [{ placement: 'scale', scale: 0 }, ['scale', 'scale']],
      [{ scale: 500 }, ['scale']],
      [{ placement: 'point', from: '1,2', to: '3,4', scale: 500 }, ['scale']],
      [{ as: 'features', placement: 'point', from: '1,2', to: '3,4' }, ['placement']],
      [{ from: '1,2' }, ['from']],
      [{ placement: 'point', from: '1', to: '2,3' }, ['from', 'from']],
      [{ placement: 'point', from: '1,--', to: '2,3' }, ['from']],
      [{ placement: 'somewhere' }, ['placement']],
      [{ unit: 'yards' }, ['unit']],
      [{ crs: 'Germany' }, ['crs']],
      [{ units: 'm' }, ['units']],
      [{ as: 'picture' }, ['as']],
    ] as const)
      it(JSON.stringify(raw), () => {
        assert.deepEqual(faults(raw), wrong, JSON.stringify(raw));
      });
  });

  describe('has faults that read on from the name of the option', () => {
    for (const [raw, said] of [
      [{ placement: 'point', to: '1,2' }, 'from holds no position; placement=point needs one, E,N'],
      [{ placement: 'line', from: '1,2;2,3', to: '1,2' }, 'to holds 1 position; placement=line needs two, E,N;E,N'],
      [{ placement: 'scale' }, 'scale is missing; placement=scale needs it'],
      [
        { placement: 'point', from: 'a,b', to: '1,2' },
        'from is "a,b", which does not match: Position in the drawing: E,N for point, E,N;E,N for line',
      ],
    ] as const)
      it(JSON.stringify(raw), () => {
        const [fault] = parseImportOptions(dxf, raw).faults;
        assert.equal(`${fault!.name} ${fault!.text}`, said);
      });
  });
});
