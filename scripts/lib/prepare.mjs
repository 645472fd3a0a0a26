/** What everything needs: the packages, and the admin app built. */
import { buildAdmin } from './build.mjs';
import { install } from './install.mjs';
import { step } from './steps.mjs';

export async function prepare() {
  await step('Packages', install);
  await step('Admin app', buildAdmin);
}
