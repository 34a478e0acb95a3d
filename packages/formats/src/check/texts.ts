import { type CheckContext, layerName } from './check-context.ts';

/** Anything that shows: no blanks, controls, joiners or marks of direction. */
const VISIBLE = /[^\s\p{C}\u115f\u1160\u3164\uffa0]/u;

/** Finds texts that show nothing. */
export function checkTexts({ job, findings }: CheckContext): void {
  const { texts } = job;
  for (let row = 0; row < texts.length; row++) {
    const { text, easting, northing } = texts.label(row);
    if (!VISIBLE.test(text))
      findings.add('check-text-empty', { easting, northing, layer: layerName(job, texts.layer.get(row)) });
  }
}
