import type { ComponentChildren } from 'preact';
import { DEMO_KEY } from '../data/session.ts';
import { usePage } from './page-context.tsx';

/** In place of what only a key shows. `children`: what that is, in a sentence. */
export function Keyless({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="keyless">
      <BlurredCurve />
      <KeyOffer>{children}</KeyOffer>
    </div>
  );
}

/** What a key would show, and how to get one. */
export function KeyOffer({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="key-offer">
      <p>{children}</p>
      <KeyActions />
    </div>
  );
}

/** How to get a key. */
export function KeyActions() {
  const page = usePage();
  const demoKey = DEMO_KEY;
  return (
    <p class="actions">
      {demoKey !== null && (
        <button type="button" class="primary" onClick={() => page.enterKey(demoKey, 'tab')}>
          See it live with the demo’s key
        </button>
      )}
      <a class="button" href="/account#create">
        Get a key
      </a>
    </p>
  );
}

/** Stands for a past that a key shows. It is one drawing, turned where several stand side by side, and tells nothing of the past. */
export function BlurredCurve() {
  return (
    <svg class="blurred" viewBox="0 0 300 100" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 70C20 62 28 40 48 44S80 78 100 66 132 24 152 30 186 62 204 54 236 18 256 26 286 44 300 34" />
    </svg>
  );
}
