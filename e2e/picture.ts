/** What a picture of the README or of a guide is taken of, and how to get there. */
import type { Locator, Page } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel.ts';
import { type Screen, dialog, followed } from './stage.ts';

export interface Picture {
  /** Where it is kept, from the root of the repository. */
  file: string;
  /** Who looks at it; default: an admin. */
  role?: Role;
  /** Default: coding. */
  tenant?: Tenant;
  isDark?: boolean;
  show: Screen['show'];
  /** What of the page matters; default: all that the window shows. */
  clip?: (page: Page) => Locator;
}

export const ofDialog = (page: Page): Locator => page.getByRole('dialog');

/** A page after one of its buttons, and what follows from it. */
export const pressed = (show: Screen['show'], name: string | RegExp, more: Screen['show'] = dialog()): Screen['show'] =>
  followed(show, async (stage) => {
    await stage.page.getByRole('button', { name }).first().click();
    await more(stage);
  });
