/** Shows the `data-help` of whatever is under the pointer or has the focus, beside it and above all panels. */
export function showTips(): void {
  const tip = document.createElement('div');
  tip.id = 'tip';
  tip.className = 'tip';
  tip.role = 'tooltip';
  tip.popover = 'manual';
  document.body.append(tip);
  let shown: Element | null = null;

  const hide = () => {
    shown?.removeAttribute('aria-describedby');
    shown = null;
    tip.hidePopover();
  };
  const follow = () => shown && place(tip, shown.getBoundingClientRect());
  const show = ({ target }: Event) => {
    const explained = target instanceof Element ? target.closest<HTMLElement>('[data-help]') : null;
    if (explained === shown) return;
    hide();
    if (!explained) return;
    shown = explained;
    tip.textContent = explained.dataset.help ?? '';
    explained.setAttribute('aria-describedby', tip.id);
    tip.showPopover();
    follow();
  };
  document.addEventListener('pointerover', show);
  document.addEventListener('focusin', show);
  document.addEventListener('focusout', hide);
  document.addEventListener('scroll', follow, { capture: true, passive: true });
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
}

const GAP = 6;
const EDGE = 8;

/** Below the word, or above it where there is no room below. */
function place(tip: HTMLElement, word: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const below = word.bottom + GAP;
  const top = below + height > innerHeight - EDGE ? word.top - GAP - height : below;
  const left = Math.min(Math.max(EDGE, word.left), innerWidth - width - EDGE);
  tip.style.translate = `${Math.round(left)}px ${Math.round(Math.max(EDGE, top))}px`;
}
