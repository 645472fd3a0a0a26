/** Counts the effort of a job in clicks, keys and texts while a test performs it. */
import type { Locator, Page } from '@playwright/test';

export interface Effort {
  click(target: Locator): Promise<void>;
  /** Counts as two clicks. */
  choose(target: Locator, option: string): Promise<void>;
  press(key: string): Promise<void>;
  /** Types a text of any length into the focused element; counts as one text. */
  type(text: string): Promise<void>;
  readonly clicks: number;
  readonly keys: number;
  readonly texts: number;
}

export function effort({ keyboard }: Page): Effort {
  const spent = { clicks: 0, keys: 0, texts: 0 };
  return {
    async click(target) {
      spent.clicks += 1;
      await target.click();
    },
    async choose(target, option) {
      spent.clicks += 2;
      await target.selectOption(option);
    },
    async press(key) {
      spent.keys += 1;
      await keyboard.press(key);
    },
    async type(text) {
      spent.texts += 1;
      await keyboard.type(text);
    },
    get clicks() {
      return spent.clicks;
    },
    get keys() {
      return spent.keys;
    },
    get texts() {
      return spent.texts;
    },
  };
}

/** Counts the clicks that the open page sees from now on, whoever makes them; links within the application keep the count. */
export async function seenClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counter = globalThis as unknown as { clicksSeen: number };
    counter.clicksSeen = 0;
    addEventListener('pointerdown', ({ isTrusted }) => isTrusted && (counter.clicksSeen += 1), true);
  });
  return () => page.evaluate(() => (globalThis as unknown as { clicksSeen: number }).clicksSeen);
}
