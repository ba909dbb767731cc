import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { cleanText } from './native-text.ts';
import { type Problem, problem } from './problem.ts';

/** An element as parsed: its text, or its children by name, attributes as `@name` and the text beside them as `#text`. */
export type XmlNode = string | { readonly [name: string]: XmlNode | readonly XmlNode[] };

export type ParsedXml = { readonly ok: true; readonly root: XmlNode } | Problem;

/**
 * Parses one `<ownershipDocument>`. Some writers leave `&` unescaped in names and footnotes; that is repaired, anything
 * else that is not well-formed is refused whole, for a lenient parse of half a document would lose transactions.
 */
export function parseOwnershipXml(xml: string): ParsedXml {
  const repaired = escapeBareAmpersands(xml);
  if (XMLValidator.validate(repaired) !== true) return problem(null, 'not well-formed XML');
  try {
    const document: { readonly ownershipDocument: XmlNode } = new XMLParser(OPTIONS).parse(repaired);
    return { ok: true, root: document.ownershipDocument };
  } catch {
    return problem(null, 'not well-formed XML'); // the parser's own limits, e.g. on nesting
  }
}

const OPTIONS = {
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  htmlEntities: true, // the parser's name for numeric references such as &#233;
  isArray: (name: string) => LISTS.has(name),
};

const LISTS = new Set([
  'reportingOwner',
  'nonDerivativeTransaction',
  'nonDerivativeHolding',
  'derivativeTransaction',
  'derivativeHolding',
  'footnote',
  'footnoteId',
]);

/** CDATA and comments hold no entities, so an ampersand there is as good as any letter. */
function escapeBareAmpersands(xml: string): string {
  return xml.replace(
    /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->|&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/gi,
    (match) => (match === '&' ? '&amp;' : match),
  );
}

/** The elements of a name below a node; empty when there are none. */
export function elements(node: XmlNode | undefined, name: string): readonly XmlNode[] {
  const found = typeof node === 'object' ? node[name] : undefined;
  if (found === undefined) return [];
  return Array.isArray(found) ? found : [found as XmlNode]; // a list is an array, so this is a single element
}

export function element(node: XmlNode | undefined, name: string): XmlNode | undefined {
  return elements(node, name)[0];
}

export const nodeAt = (node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined =>
  path.reduce<XmlNode | undefined>(element, node);

/** The text of an element, directly or in its `<value>`; empty when it is missing or only names a footnote. */
export function textOf(node: XmlNode | undefined, ...path: readonly string[]): string {
  const found = nodeAt(node, ...path);
  if (typeof found === 'string') return cleanText(found);
  const value = element(found, 'value') ?? element(found, '#text');
  return typeof value === 'string' ? cleanText(value) : textOfValue(value);
}

/** Of a `<value>` with attributes. */
function textOfValue(value: XmlNode | undefined): string {
  const text = element(value, '#text');
  return typeof text === 'string' ? cleanText(text) : '';
}

/** Numbers of the footnotes an element refers to. */
export const footnotesOf = (node: XmlNode | undefined): readonly string[] =>
  elements(node, 'footnoteId')
    .map((reference) => textOf(reference, '@id'))
    .filter((id) => id !== '');
