import type { Code, CodeAttribute, CodeAttributeType, CodeKind } from '@fieldbridge/fieldjob';
import type { Issue } from '../../core/issues/issue.ts';
import { issueOf } from '../../core/issues/issue-of.ts';
import { unescapeForbidden } from '../../kit/xml/escape.ts';
import type { XmlNode } from '../../kit/xml/node.ts';
import { formatColour, parseBoolean, parseColour, parseDouble, parseInteger } from '../../kit/xml/values.ts';
import type { XmlWriter } from '../../kit/xml/writer.ts';
import { AttributeReader, type Complain } from './style.ts';

/** Element names of the three kinds. */
const ELEMENTS: Readonly<Record<CodeKind, string>> = { point: 'PointCode', line: 'LineCode', area: 'AreaCode' };
const KINDS = new Map(Object.entries(ELEMENTS).map(([kind, name]) => [name, kind as CodeKind]));
const TYPES = new Map<string, CodeAttributeType>(
  (['text', 'number', 'integer', 'list', 'date', 'photo', 'boolean'] as const).map((type) => [type, type]),
);

/** The kind of code for an element name. */
export function codeKindOf(element: string): CodeKind | undefined {
  return KINDS.get(element);
}

/** Writes a code with its attributes; defaults are omitted. */
export function writeCode(xml: XmlWriter, code: Code): void {
  const attributes = {
    name: code.name,
    description: code.description || undefined,
    group: code.group || undefined,
    layer: code.layer || undefined,
    colour: code.colour === -1 ? undefined : formatColour(code.colour),
    lineType: code.lineType || undefined,
    lineWeight: code.lineWeight === -1 ? undefined : code.lineWeight,
    symbol: code.symbol || undefined,
    control: code.control || undefined,
  };
  const name = ELEMENTS[code.kind];
  if (code.attributes.length === 0) {
    xml.empty(name, attributes);
    return;
  }
  xml.start(name, attributes);
  for (const attribute of code.attributes) writeAttribute(xml, attribute);
  xml.end();
}

function writeAttribute(xml: XmlWriter, attribute: CodeAttribute): void {
  const attributes = {
    name: attribute.name,
    type: attribute.type,
    required: attribute.required ? true : undefined,
    default: attribute.defaultValue || undefined,
    minimum: Number.isNaN(attribute.minimum) ? undefined : attribute.minimum,
    maximum: Number.isNaN(attribute.maximum) ? undefined : attribute.maximum,
    unit: attribute.unit || undefined,
  };
  if (attribute.values.length === 0) {
    xml.empty('Attribute', attributes);
    return;
  }
  xml.start('Attribute', attributes);
  for (const value of attribute.values) xml.leaf('Value', value);
  xml.end();
}

/** Reports a faulty part of a code element. */
export type ReportNode = (issue: Issue) => void;

/** Reads the code of an element. */
export function readCode(node: XmlNode, kind: CodeKind, report: ReportNode): Code {
  const reader = readerOf(node, report);
  const attributes: CodeAttribute[] = [];
  for (const child of node.children) {
    if (child.name === 'Attribute') attributes.push(readAttribute(child, report));
    else reportUnknown(child, report);
  }
  return {
    name: reader.text('name'),
    kind,
    description: reader.text('description'),
    group: reader.text('group'),
    layer: reader.text('layer'),
    colour: reader.read('colour', -1, parseColour),
    lineType: reader.text('lineType'),
    lineWeight: reader.read('lineWeight', -1, parseInteger),
    symbol: reader.text('symbol'),
    control: reader.text('control'),
    attributes,
  };
}

function readAttribute(node: XmlNode, report: ReportNode): CodeAttribute {
  const reader = readerOf(node, report);
  const values: string[] = [];
  for (const child of node.children) {
    if (child.name === 'Value') values.push(unescapeForbidden(child.text));
    else reportUnknown(child, report);
  }
  return {
    name: reader.text('name'),
    type: reader.read('type', 'text', (text) => TYPES.get(text.trim())),
    required: reader.read('required', false, parseBoolean),
    defaultValue: reader.text('default'),
    values,
    minimum: reader.read('minimum', Number.NaN, parseDouble),
    maximum: reader.read('maximum', Number.NaN, parseDouble),
    unit: reader.text('unit'),
  };
}

function reportUnknown({ name, line }: XmlNode, report: ReportNode): void {
  report(issueOf('unknown-element', { element: name }, { line }));
}

/** A reader of a node's attributes that reports invalid values. */
export function readerOf(node: XmlNode, report: ReportNode): AttributeReader {
  const complain: Complain = (attribute, value) =>
    report(issueOf('bad-value', { attribute, value: value.slice(0, 80), element: node.name }, { line: node.line }));
  return new AttributeReader((name) => node.attributes.get(name), complain);
}
