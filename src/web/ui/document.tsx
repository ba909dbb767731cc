import type { ComponentChildren } from 'preact';
import { documentLink } from '../data/document-link.ts';

/** What leads to a document elsewhere; plain where that cannot be read. */
export function DocumentLink({
  href,
  children,
}: {
  readonly href: string | null | undefined;
  readonly children: ComponentChildren;
}) {
  const link = documentLink(href);
  if (link === null) return <>{children}</>;
  return (
    <a href={link} rel="noopener noreferrer">
      {children}
    </a>
  );
}
