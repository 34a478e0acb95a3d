import { type CheckContext, layerName } from './check-context.ts';

/** Anything visible: no blanks, controls, joiners or direction marks. */
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
