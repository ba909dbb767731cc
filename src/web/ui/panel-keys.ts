import { isTyping } from './typing.ts';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** `j` and `k` move the focus to the next panel of the page and to the one before. */
export function focusPanelsByKeys(): void {
  document.addEventListener('keydown', ({ key, ctrlKey, metaKey, altKey, target }) => {
    const step = STEPS[key];
    if (step === undefined || ctrlKey || metaKey || altKey || isTyping(target)) return;
    if (document.querySelector('dialog[open]')) return;
    const panels = [...document.querySelectorAll<HTMLElement>('main .panel:not([hidden])')];
    const at = panels.findIndex((panel) => panel.contains(document.activeElement));
    const next = at < 0 ? panels.at(step < 0 ? -1 : 0) : panels[at + step];
    if (!next) return;
    // Its rows, which the arrows scroll; a panel without any itself.
    const place = next.querySelector<HTMLElement>('.scroll') ?? next;
    if (place === next) next.tabIndex = -1;
    place.focus({ preventScroll: true });
    next.scrollIntoView({ block: 'nearest' });
  });
}
