import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A dialog that is open as long as it is there. Escape closes it. */
export function Dialog(props: {
  readonly title: string;
  readonly onClose: () => void;
  readonly onSubmit: (event: SubmitEvent) => void;
  readonly children: ComponentChildren;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => element.current?.showModal(), []);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    props.onSubmit(event);
  };
  return (
    <dialog ref={element} aria-labelledby="dialog-title" onClose={props.onClose}>
      <form onSubmit={submit}>
        <h2 id="dialog-title">{props.title}</h2>
        {props.children}
      </form>
    </dialog>
  );
}
