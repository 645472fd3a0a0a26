/** What a job costs a person, counted while the test does it. */
import type { Locator, Page } from '@playwright/test';

export interface Effort {
  click(target: Locator): Promise<void>;
  /** A choice in a list of choices is two clicks. */
  choose(target: Locator, option: string): Promise<void>;
  press(key: string): Promise<void>;
  /** A text typed, however long, where the focus is. */
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
