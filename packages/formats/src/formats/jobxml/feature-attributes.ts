import type { Feature } from '@fieldbridge/fieldjob';
import type { WriteContext } from '../../core/format.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';

/** An attribute of a point. */
export type Pair = readonly [name: string, value: string];

/** Name of the feature with the attributes of a point without a code, because a feature must have a name. */
const CODELESS_FEATURE = 'Attributes';

/**
 * The name of an attribute: its own if the feature is the point's code (or the substitute for a missing one), else with
 * the feature.
 */
export function attributeName(code: string, owner: string, name: string): string {
  return owner === (code || CODELESS_FEATURE) ? name : `${owner}/${name}`;
}

/**
 * Attributes by feature: `Feature/Name`, or the code's own without a slash. Those that will be read with another name
 * are reported.
 */
export function writeAttributes(
  xml: XmlWriter,
  feature: Feature,
  attributes: readonly Pair[],
  { report }: WriteContext,
): void {
  const code = feature.code.trim();
  const renamed: string[] = [];
  const features = new Map<string, Pair[]>();
  for (const [key, value] of attributes) {
    const slash = key.indexOf('/');
    const owner = (slash < 0 ? code : key.slice(0, slash)).trim() || CODELESS_FEATURE;
    const name = key.slice(slash + 1).trim() || 'Attribute';
    if (attributeName(code, owner, name) !== key.trim()) renamed.push(key);
    const list = features.get(owner);
    if (list === undefined) features.set(owner, [[name, value]]);
    else list.push([name, value]);
  }
  if (renamed.length > 0) {
    const [name] = renamed as [string];
    report(issueOf('attribute-renamed', { count: renamed.length, point: feature.name, name }));
  }
  if (features.size === 0) return;
  xml.start('Features');
  for (const [owner, list] of features) {
    xml.start('Feature', { Name: owner });
    for (const [name, value] of list) {
      xml.start('Attribute');
      xml.leaf('Name', name);
      xml.leaf('Value', value);
      xml.leaf('Type', 'Text');
      xml.end();
    }
    xml.end();
  }
  xml.end();
}
