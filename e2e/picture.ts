/** Definition of a picture for the README or a guide. */
import type { Locator, Page } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel/endpoint.ts';
import { type Screen, dialog, followed } from './screen-states.ts';

export interface Picture {
  /** Path from the root of the repository. */
  file: string;
  /** Role that is signed in; default: admin. */
  role?: Role;
  /** Default: coding. */
  tenant?: Tenant;
  isDark?: boolean;
  show: Screen['show'];
  /** Element to capture; default: the whole window. */
  clip?: (page: Page) => Locator;
}

export const ofDialog = (page: Page): Locator => page.getByRole('dialog');

/** Shows a page after pressing one of its buttons. */
export const pressed = (show: Screen['show'], name: string | RegExp, more: Screen['show'] = dialog()): Screen['show'] =>
  followed(show, async (stage) => {
    await stage.page.getByRole('button', { name }).first().click();
    await more(stage);
  });
