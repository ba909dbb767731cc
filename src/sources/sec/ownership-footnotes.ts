import type { FormFootnotes } from './footnotes.ts';
import { element, elements, footnotesOf, textOf, type XmlNode } from './ownership-xml.ts';

/** The footnotes at the end of an ownership document. */
export function ownershipFootnotes(root: XmlNode): FormFootnotes {
  const texts = new Map(
    elements(element(root, 'footnotes'), 'footnote').map((node) => [textOf(node, '@id'), textOf(node)]),
  );
  texts.delete(''); // a footnote without a number belongs to nothing
  const referred = new Set(referredTo(root));
  return { texts, loose: [...texts.keys()].filter((id) => !referred.has(id)) };
}

/** Every footnote that some element refers to. */
function referredTo(node: XmlNode): readonly string[] {
  if (typeof node === 'string') return [];
  const children = Object.keys(node).flatMap((name) => elements(node, name));
  return [...footnotesOf(node), ...children.flatMap(referredTo)];
}
