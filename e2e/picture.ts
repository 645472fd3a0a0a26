/** What a picture of the README or of a guide is taken of. */
import type { Locator, Page } from '@playwright/test';
import type { Role, Tenant } from '#contract/kernel.ts';
import type { Screen } from './stage.ts';

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
