import { FormatError } from '../../core/failure.ts';
import { type Format, type Kind, type Sniffed, UNKNOWN, type Writer } from '../../core/format.ts';
import type { FormatText } from '../../core/format-texts/table.ts';
import type { FeatureField, Holds } from '../../core/holds.ts';
import type { OptionTable } from '../../core/options.ts';
import { kindOf, type MachineKind, TRAITS } from './kinds.ts';

/** Fields kept for points and lines; the writer reports lost attributes itself. */
export const CAPTIONED: readonly FeatureField[] = ['layer', 'name', 'code', 'time', 'attributes'];
/** Fields kept for alignments besides their axis; the writer reports lost sections and station equations itself. */
export const ALIGNMENT_HELD = ['vertical', 'sections', 'equations', 'sectionDetails', 'equationDescriptions'] as const;
/** Fields of surfaces that are kept, or whose loss the writer reports. */
export const SURFACE_HELD = ['layer', 'edges', 'breaklines', 'boundaries'] as const;

/** The parts of the descriptor that differ between the formats of the family. */
export interface MachineFormat {
  readonly kind: MachineKind;
  readonly name: FormatText;
  readonly kinds: readonly Kind[];
  readonly notes: FormatText;
  /** The fields that a written file keeps, by kind. */
  readonly fields: Omit<Holds, 'kinds' | 'crs' | 'infiniteElevations' | 'info'>;
  readonly writeOptions?: OptionTable;
  readonly surfacesWritten?: Format['surfacesWritten'];
  readonly loadWriter?: () => Promise<Writer>;
}

/** The descriptor of a machine-control format. */
export function machineFormat({
  kind,
  name,
  kinds,
  notes,
  fields,
  writeOptions = {},
  surfacesWritten,
  loadWriter,
}: MachineFormat): Format {
  const id = kind.toLowerCase();
  return {
    id,
    name,
    extensions: [id],
    mediaTypes: [`application/vnd.topcon.${id}`],
    kinds,
    versions: [],
    experimental: { read: !TRAITS[kind].seen, write: true },
    drawing: false,
    notes,
    readOptions: {},
    writeOptions,
    surfacesWritten,
    sniff: (head, _size, extension) => sniff(kind, head, extension),
    loadReader: async () => (await import('./read.ts')).readMachineFile,
    loadWriter,
    holds: { kinds, crs: false, infiniteElevations: false, info: [], ...fields },
  };
}

function sniff(kind: MachineKind, head: Uint8Array, extension: string): Sniffed {
  const found = kindOf(head);
  if (found === kind) {
    const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
    const version = head.length >= 24 ? `${view.getUint32(16, true)}.${view.getUint32(20, true)}` : '';
    return { confidence: 1, version };
  }
  if (found === undefined && !TRAITS[kind].seen && extension === kind.toLowerCase()) {
    return { confidence: 0.3, version: '', refusal: new FormatError('machine-no-sample', { kind }) };
  }
  return UNKNOWN;
}
