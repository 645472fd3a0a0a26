/** Prepares any command: installs the packages and builds the admin app. */
import { buildAdmin } from './build.mjs';
import { install } from './install.mjs';
import { step } from './steps.mjs';

export async function prepare() {
  await step('Packages', install);
  await step('Admin app', buildAdmin);
}
