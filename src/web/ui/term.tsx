import type { ComponentChildren } from 'preact';

/** Where the words of the pages are explained. */
export const GLOSSARY = '/guides/glossary#words-on-the-pages';

/** A word with its explanation on hover and focus; it opens the glossary beside the page, which may have been scrolled far. */
export function Term({ help, children }: { readonly help: string; readonly children: ComponentChildren }) {
  return (
    <a class="term" href={GLOSSARY} target="_blank" rel="noopener" data-help={help}>
      {children}
    </a>
  );
}
