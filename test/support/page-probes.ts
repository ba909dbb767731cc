import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';

const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
}

/**
 * Accessibility faults that axe calls serious or worse, with the elements at fault. While rows slide or colours fade, a figure
 * has less contrast for a moment: a fault is what is there in each of three looks, with all movements finished before.
 */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  let faults: readonly string[] = [];
  for (let look = 0; look < 3; look += 1) {
    await movedToEnd(page);
    faults = await faultsNow(page);
    if (faults.length === 0) break;
  }
  return faults;
}

/** When all that moves has come to its place; what goes along with a scroll never ends. */
export const movedToEnd = (page: Page) =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ timeline }) => timeline === document.timeline)
        .map(({ finished }) => finished),
    ),
  );

async function faultsNow(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }; // put there above
    return (await axe.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

/** How much the page has moved by itself since it was opened, as browsers score it. */
export function shifted(page: Page): Promise<number> {
  return page.evaluate(() => {
    let sum = 0;
    const observer = new PerformanceObserver((list) => {
      // Not in TypeScript's library yet.
      for (const { value, hadRecentInput } of list.getEntries() as unknown as readonly {
        value: number;
        hadRecentInput: boolean;
      }[])
        if (!hadRecentInput) sum += value;
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    return new Promise<number>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)));
    });
  });
}

/** Texts of figures that are wider than their place. */
export function cutFigures(page: Page): Promise<readonly string[]> {
  return page.locator('th, td.number, td.number *, .figure, .numbers dd, time').evaluateAll((all) =>
    all
      // What is inline has no width of its own; what is not shown has none at all.
      .filter((one) => one.clientWidth > 1 && one.scrollWidth > one.clientWidth)
      .map((one) => `${one.textContent}: ${one.scrollWidth} of ${one.clientWidth}`),
  );
}

/** Where elements are, to the pixel: left, top, width, height. */
export function boxesOf(elements: Locator): Promise<readonly (readonly number[])[]> {
  return elements.evaluateAll((all) =>
    all.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return [x, y, width, height].map(Math.round);
    }),
  );
}

/** Presses Tab until what has the focus is called so. Throws when nothing is. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
    });
    if (focused.includes(name)) return;
    seen.push(focused.slice(0, 40));
  }
  throw new Error(`no Tab leads to "${name}"; it led to ${seen.join(' | ')}`);
}
