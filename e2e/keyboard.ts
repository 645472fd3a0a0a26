/** Keyboard-only work; asserts after each key that an element has the focus. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

export interface Keyboard {
  press(key: string): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses Tab or Shift+Tab until the target has the focus. */
  tabTo(target: Locator, key?: 'Tab' | 'Shift+Tab'): Promise<void>;
}

/** Maximum number of tab stops; more would be unusable. */
const maxTabs = 60;

export function keyboardOf(page: Page): Keyboard {
  const isSomewhere = () =>
    page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body);
  const press = async (key: string) => {
    await page.keyboard.press(key);
    await expect.poll(isSomewhere, `the focus is somewhere after ${key}`).toBe(true);
  };
  return {
    press,
    async type(text) {
      await page.keyboard.type(text);
      await expect.poll(isSomewhere, `the focus is somewhere after “${text}”`).toBe(true);
    },
    async tabTo(target, key = 'Tab') {
      await expect(target).toBeAttached();
      const isThere = () => target.evaluate((element) => element === document.activeElement);
      for (let tabs = 0; tabs < maxTabs && !(await isThere()); tabs += 1) await press(key);
      await expect(target).toBeFocused();
    },
  };
}
