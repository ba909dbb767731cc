import type { ComponentChildren } from 'preact';

/** A figure of an entity under its title. */
export function Item({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}
