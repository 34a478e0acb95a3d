import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readWith } from '../../../testing/run-format.ts';
import { R2007, R2010 } from './file/releases.ts';
import { dwg } from './format.ts';
import { BLOCK, type Crafted, crafted, hasLists, RELEASES } from './testing/crafted.ts';
import { writeLine } from './writing/entities.ts';
import type { EntityChain } from './writing/entity-chain.ts';
import type { ObjectWriter } from './writing/object-writer.ts';
import { REFERENCE } from './writing/object-writer.ts';
import { TYPE } from './writing/types.ts';

// Handles, counts and sizes that no program should write, in the objects of every release that is written. The file
// itself is whole: maps, pages and checksums are right.

const BILLION = 1_000_000_000;
const [SPLINE, SOLID, MLINE] = [36, 38, 47];

/** What a drawing contains besides a good line at its end; whether it applies to a release. */
interface Hostile {
  readonly write: (drawing: Crafted) => void;
  readonly applies?: (release: number) => boolean;
  /** Reported issues, one of each. */
  readonly reported: readonly string[];
  /** Lines that are drawn, including the good one. */
  readonly lines?: number;
}

function line(chain: EntityChain, to: ObjectWriter): number {
  const handle = chain.open(TYPE.line, 0);
  writeLine(to, Float64Array.of(0, 0, 0, 1, 1, 0));
  return handle;
}

/** A reference to a block whose handle is still to be written. */
function openInsert(chain: EntityChain, to: ObjectWriter): void {
  chain.open(TYPE.insert, 0);
  to.data.triple(0, 0, 0);
  to.data.pair(3);
  to.data.bitDouble(0);
  to.data.triple(0, 0, 1);
  to.data.flag(false);
}

function insert(chain: EntityChain, to: ObjectWriter, block: number): void {
  openInsert(chain, to);
  to.refer(REFERENCE.pointer, block);
}

const entity = (type: number, write: (to: ObjectWriter) => void): Hostile => ({
  write: ({ to, model }) => {
    model.open(type, 0);
    write(to);
  },
  reported: ['dwg-entity-lost'],
});

const DRAWINGS: Readonly<Record<string, Hostile>> = {
  'entities that are listed again and again, and a block that lists itself': {
    applies: hasLists,
    write: ({ to, model }) => {
      const handle = line(model, to);
      for (let i = 0; i < 1000; i++) model.handles.add(handle);
      model.handles.add(BLOCK);
    },
    reported: ['dwg-entity-lost'],
    lines: 2,
  },
  'an entity that is its own neighbour': {
    applies: (release) => !hasLists(release),
    write: ({ to, model }) => {
      line(model, to);
      const { finish } = to;
      to.finish = (objects) => {
        to.finish = finish;
        to.finish(objects, to.handle, to.handle);
      };
    },
    reported: [],
    lines: 2,
  },
  'a reference to the block that it is in': {
    write: ({ to, model, block }) => {
      insert(block, to, BLOCK);
      block.end();
      insert(model, to, BLOCK);
    },
    reported: ['block-circle'],
  },
  'a reference to itself': {
    write: ({ to, model }) => insert(model, to, to.handle + 1),
    reported: ['block-undefined'],
  },
  'handles of 15 bytes': {
    write: ({ to, model }) => {
      openInsert(model, to);
      to.references.byte(0x5f);
      for (let i = 0; i < 15; i++) to.references.byte(255);
    },
    reported: ['block-undefined'],
  },
  'a polyline of 10^9 vertices': entity(TYPE.lwPolyline, ({ data }) => {
    data.bitShort(0);
    data.bitLong(BILLION);
    for (let i = 0; i < 8; i++) data.double(i);
  }),
  'a polyline of 10^9 vertices as objects': {
    ...entity(TYPE.polyline3d, ({ data }) => {
      data.byte(0);
      data.byte(0);
      data.bitLong(BILLION);
    }),
    applies: hasLists,
  },
  'a reference with 10^9 attributes': {
    ...entity(TYPE.insert, (to) => {
      to.data.triple(0, 0, 0);
      to.data.pair(3);
      to.data.bitDouble(0);
      to.data.triple(0, 0, 1);
      to.data.flag(true);
      to.data.bitLong(BILLION);
      to.refer(REFERENCE.pointer, BLOCK);
    }),
    applies: hasLists,
  },
  'a spline of 10^9 knots and control points': entity(SPLINE, ({ data, release }) => {
    data.bitLong(1);
    if (release > R2010) {
      data.bitLong(0);
      data.bitLong(0);
    }
    data.bitLong(3);
    for (let i = 0; i < 3; i++) data.flag(false);
    for (let i = 0; i < 2; i++) data.bitDouble(0.1);
    data.bitLong(BILLION);
    data.bitLong(BILLION);
    data.flag(false);
  }),
  'a hatch of 10^9 boundaries': entity(TYPE.hatch, (to) => {
    const { data, release } = to;
    if (hasLists(release)) {
      data.bitLong(0);
      data.bitLong(0);
      data.bitDouble(0);
      data.bitDouble(0);
      data.bitLong(0);
      data.bitDouble(0);
      data.bitLong(0);
      to.text('');
    }
    data.bitDouble(0);
    data.triple(0, 0, 1);
    to.text('SOLID');
    data.flag(true);
    data.flag(false);
    data.bitLong(BILLION);
  }),
  'a multiline of 32767 vertices and 255 lines': entity(MLINE, ({ data }) => {
    data.bitDouble(1);
    data.byte(0);
    for (const code of [0, 0]) data.triple(code, 0, 1);
    data.bitShort(0);
    data.byte(255);
    data.bitShort(32767);
  }),
  'a text of 65535 characters that are not there': entity(TYPE.text, (to) => {
    to.data.byte(0xff);
    to.data.double(0);
    to.data.double(0);
    to.data.flag(true);
    to.data.flag(true);
    to.data.double(1);
    to.texts.bitShort(-1);
  }),
  'a solid with a gigabyte of text': {
    ...entity(SOLID, ({ data }) => {
      data.flag(false);
      data.flag(false);
      data.bitShort(1);
      data.bitLong(BILLION);
    }),
    applies: (release) => release <= R2010,
  },
  'a picture of a gigabyte': {
    applies: (release) => release < R2010,
    write: ({ to, model }) => {
      model.open(TYPE.line, 0);
      to.start(TYPE.line, to.handle);
      to.endExtended();
      to.data.flag(true);
      to.data.long(BILLION);
    },
    reported: ['dwg-entity-lost'],
  },
  'extended data of 65535 bytes': {
    write: ({ to, model }) => {
      model.open(TYPE.line, 0);
      to.start(TYPE.line, to.handle);
      to.data.bitShort(-1);
      to.data.handle(REFERENCE.pointer, 0x12);
    },
    reported: ['dwg-entity-lost'],
  },
  '10^9 reactors': {
    write: ({ to, model }) => {
      model.open(TYPE.line, 0);
      to.start(TYPE.line, to.handle);
      to.endExtended();
      to.data.flag(false);
      to.data.pair(2);
      to.data.bitLong(BILLION);
    },
    reported: ['dwg-entity-lost'],
  },
  'texts of a gigabit': {
    applies: (release) => release >= R2007,
    write: ({ to, model }) => {
      model.open(TYPE.text, 0);
      to.data.byte(0xff);
      to.data.double(0);
      to.data.double(0);
      to.data.flag(true);
      to.data.flag(true);
      to.data.double(1);
      // The length of the texts, and that there are some; the bits after it say that there are no texts.
      to.data.short(0x7fff);
      to.data.short(0xffff);
      to.data.flag(true);
    },
    reported: [],
  },
};

for (const [name, { write, applies, reported, lines = 1 }] of Object.entries(DRAWINGS))
  describe(`${name}: reported, and the rest is read`, () => {
    for (const release of RELEASES.filter((release) => applies?.(release) ?? true))
      test(String(release), async () => {
        const bytes = await crafted(release, (drawing) => {
          write(drawing);
          line(drawing.model, drawing.to);
        });
        const spent = process.cpuUsage();
        const { job, issues, tally } = await readWith(dwg, bytes);
        assert.ok(process.cpuUsage(spent).user < 1e6);
        const codes = issues.summary().map(({ code }) => code);
        assert.deepEqual([job.lines.length, codes.filter((code) => reported.includes(code))], [lines, reported]);
        for (const row of tally.rows()) assert.equal(row.found, row.read + row.skipped, row.type);
      });
  });
