import type { ComponentChildren } from 'preact';
import { Term } from './term.tsx';

/** A figure under its title. `help`: what the title means. */
export function Item(props: {
  readonly title: string;
  readonly help?: string;
  readonly children: ComponentChildren;
}) {
  const { title, help, children } = props;
  return (
    <div>
      <dt>{help === undefined ? title : <Term help={help}>{title}</Term>}</dt>
      <dd>{children}</dd>
    </div>
  );
}
