import { DEFAULT_LIMITS, type Limits } from '@fieldbridge/formats/core/limits.ts';
import type { SettingsTable, ValuesOf } from '../config/setting.ts';

/** Limits of readers for source files. Messages name the limit without the prefix `limit`. */
export const limitSettings = {
  limitFeatures: {
    type: 'number',
    default: DEFAULT_LIMITS.features,
    min: 1,
    doc: 'Features of all kinds that one file may bring into a job (the limit `features`).',
  },
  limitVertices: {
    type: 'number',
    default: DEFAULT_LIMITS.vertices,
    min: 1,
    doc: 'Vertices of all features of one file (the limit `vertices`).',
  },
  limitRecordBytes: {
    type: 'number',
    default: DEFAULT_LIMITS.recordBytes,
    min: 1024,
    doc: 'Bytes of one line, text or record of a file (the limit `recordBytes`).',
  },
  limitDepth: {
    type: 'number',
    default: DEFAULT_LIMITS.depth,
    min: 1,
    max: 1000,
    doc: 'Nesting of blocks, elements or groups (the limit `depth`).',
  },
  limitExpanded: {
    type: 'number',
    default: DEFAULT_LIMITS.expanded,
    min: 1,
    doc: 'Features that the blocks, arrays and patterns of a drawing may expand to (the limit `expanded`).',
  },
  limitUnpackedBytes: {
    type: 'number',
    default: DEFAULT_LIMITS.unpackedBytes,
    min: 1,
    doc: 'Bytes that an archive or a compressed file may unpack to (the limit `unpackedBytes`).',
  },
  limitArchiveEntries: {
    type: 'number',
    default: DEFAULT_LIMITS.archiveEntries,
    min: 1,
    doc: 'Entries of an archive (the limit `archiveEntries`).',
  },
} as const satisfies SettingsTable;

/** The limits set by the operator, in the form that readers take. */
export function readerLimits(settings: ValuesOf<typeof limitSettings>): Limits {
  return {
    features: settings.limitFeatures,
    vertices: settings.limitVertices,
    recordBytes: settings.limitRecordBytes,
    depth: settings.limitDepth,
    expanded: settings.limitExpanded,
    unpackedBytes: settings.limitUnpackedBytes,
    archiveEntries: settings.limitArchiveEntries,
  };
}
