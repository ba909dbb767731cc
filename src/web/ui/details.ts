import type { TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';

/** Handlers of a `details` that is a menu: Escape closes it, and so does leaving it. */
export function closeByEscape({ key, currentTarget }: TargetedKeyboardEvent<HTMLDetailsElement>): void {
  if (key !== 'Escape') return;
  currentTarget.open = false;
  currentTarget.querySelector('summary')?.focus();
}

export function closeWhenLeft({
  relatedTarget,
  currentTarget,
}: TargetedFocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget as Node | null)) currentTarget.open = false;
}
