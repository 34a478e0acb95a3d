import type { ExtentBox, Unit } from '@fieldbridge/fieldjob';
import { insUnits } from '../../../kit/cad/drawing-unit.ts';
import type { GroupWriter } from './group-writer.ts';
import type { Target } from './versions.ts';

/** Writes the HEADER section. @param seed a handle above every handle of the file */
export function writeHeader(
  out: GroupWriter,
  target: Target,
  unit: Unit | undefined,
  box: ExtentBox | null,
  seed: number,
): void {
  out.text(0, 'SECTION');
  out.text(2, 'HEADER');
  variable(out, '$ACADVER', 1, target.acadVersion);
  // Stated in every version, as AutoCAD does, although texts are UTF-8 from 2007 on.
  variable(out, '$DWGCODEPAGE', 3, 'ANSI_1252');
  if (target.modern) {
    out.text(9, '$HANDSEED');
    out.handle(5, seed);
  }
  const { minEasting, minNorthing, maxEasting, maxNorthing } = box ?? EMPTY;
  out.text(9, '$EXTMIN');
  out.position3(10, minEasting, minNorthing, box?.minElevation ?? 0);
  out.text(9, '$EXTMAX');
  out.position3(10, maxEasting, maxNorthing, box?.maxElevation ?? 0);
  if (target.modern && unit !== undefined) {
    out.text(9, '$INSUNITS');
    out.integer(70, insUnits(unit));
    out.text(9, '$MEASUREMENT');
    out.integer(70, unit === 'metre' ? 1 : 0);
  }
  if (!target.modern && unit !== undefined) {
    // R12 has no $INSUNITS, but readers that look for it in old versions, such as this one, find it.
    out.text(9, '$INSUNITS');
    out.integer(70, insUnits(unit));
  }
  // Points as crosses of a size that is visible at every zoom.
  out.text(9, '$PDMODE');
  out.integer(70, 3);
  out.text(0, 'ENDSEC');
}

const EMPTY: ExtentBox = { minEasting: 0, minNorthing: 0, maxEasting: 1, maxNorthing: 1 };

function variable(out: GroupWriter, name: string, code: number, value: string): void {
  out.text(9, name);
  out.text(code, value);
}
