import { randomUUID } from 'node:crypto';
import type { ExtentBox, Unit } from '@fieldbridge/fieldjob';
import { insUnits } from '../../../kit/cad/drawing-unit.ts';
import { FIRST_VARIABLES, LAST_VARIABLES } from '../file/header-variables.ts';
import { R2007 } from '../file/releases.ts';
import { MARKS } from '../file/section.ts';
import { HANDLE } from './handles.ts';
import { endTexts, ObjectWriter } from './object-writer.ts';
import { type Moment, marked } from './small-sections.ts';
import { type Settings, writeVariables } from './variables.ts';

/** What the header variables say of a drawing. */
export interface HeaderFacts {
  readonly unit: Unit | undefined;
  readonly box: ExtentBox | null;
  readonly layerZero: number;
  /** A handle above every handle. */
  readonly seed: number;
  readonly now: Moment;
}

/** AcDb:Header: the header variables. */
export function headerSection(facts: HeaderFacts, release: number): Uint8Array {
  const isSplit = release >= R2007;
  const to = new ObjectWriter(release, !isSplit);
  const { data, references } = to;
  if (isSplit) data.long(0);
  const settings = settingsOf(facts);
  writeVariables(FIRST_VARIABLES, settings, to);
  writeVariables(LAST_VARIABLES, settings, to);
  if (isSplit) {
    endTexts(data, to.texts);
    data.putLong(0, data.bit);
    data.append(references, 0, references.bit);
  }
  return marked(MARKS.header, data, release);
}

function settingsOf({ unit, box, layerZero, seed, now }: HeaderFacts): Settings {
  const guid = (): string => `{${randomUUID().toUpperCase()}}`;
  return {
    $PDMODE: 3,
    $TODAY: now.day,
    $NOW: now.milliseconds,
    $HANDSEED: seed,
    '$EXTMIN.x': box?.minEasting ?? 0,
    '$EXTMIN.y': box?.minNorthing ?? 0,
    '$EXTMIN.z': box?.minElevation ?? 0,
    '$EXTMAX.x': box?.maxEasting ?? 1,
    '$EXTMAX.y': box?.maxNorthing ?? 1,
    '$EXTMAX.z': box?.maxElevation ?? 0,
    $LTSCALE: 1,
    $INSUNITS: insUnits(unit),
    $FINGERPRINT: guid(),
    $VERSION: guid(),
    $CLAYER: layerZero,
    $TEXTSTYLE: HANDLE.style,
    $BYLAYER: HANDLE.byLayer,
    $BYBLOCK: HANDLE.byBlock,
    $CONTINUOUS: HANDLE.continuous,
    $DIMSTYLE: HANDLE.dimStyle,
    $CMLSTYLE: HANDLE.multilineStyle,
    $BLOCKS: HANDLE.blockRecordTable,
    $LAYERS: HANDLE.layerTable,
    $STYLES: HANDLE.styleTable,
    $LINETYPES: HANDLE.lineTypeTable,
    $VIEWS: HANDLE.viewTable,
    $UCS: HANDLE.ucsTable,
    $VIEWPORTS: HANDLE.viewportTable,
    $APPLICATIONS: HANDLE.appIdTable,
    $DIMSTYLES: HANDLE.dimStyleTable,
    $VIEWPORTENTITIES: HANDLE.viewportEntities,
    $GROUPS: HANDLE.groupDictionary,
    $MLSTYLES: HANDLE.multilineStyles,
    $ROOT: HANDLE.rootDictionary,
    $LAYOUTS: HANDLE.layoutDictionary,
    $PAPER: HANDLE.paperRecord,
    $MODEL: HANDLE.modelRecord,
  };
}
