/**
 * Part of `npm run check`: every source file begins with a sentence that states its purpose, in the style of
 * CONTRIBUTING.md.
 */
import { filesUnder, read } from './lib/files.mjs';
import { beginsWithSentence } from './lib/first-sentence.mjs';
import { styleFaults } from './lib/plain-english.mjs';

/** Folders whose comments and names are converted to plain English; the list grows until it is the whole repository. */
const converted = [
  'contract',
  'server/src/platform',
  'server/src/shared',
  'server/src/areas/audit',
  'server/src/areas/auth',
  'server/src/areas/calendar',
  'server/src/areas/certificate',
  'server/src/areas/course',
  'server/src/areas/discount',
  'server/src/areas/exports',
  'server/src/areas/home',
  'server/src/areas/jobs',
  'server/src/areas/learning-path',
  'server/src/areas/lesson',
  'server/src/areas/order',
  'server/src/areas/order-desk',
  'server/src/areas/order-tracking',
  'server/src/areas/product',
  'server/src/areas/quiz',
  'server/src/areas/saved-view',
  'server/src/areas/schedule',
  'server/src/areas/search',
  'server/src/areas/submission',
  'server/src/areas/subscription',
  'server/src/areas/upload',
  'server/src/areas/user',
  'server/src/areas/voucher',
  'admin/src',
  'e2e',
];

for (const folder of ['contract', 'server', 'admin', 'conformance', 'e2e', 'bench', 'scripts']) {
  const files = filesUnder(folder).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const without = files.filter((file) => !beginsWithSentence(read(file)));
  for (const file of without) console.error(`${file} does not begin with a sentence that says what it is for.`);
  if (files.length === 0) console.error(`The checker saw no file in ${folder}: what it says is worth nothing.`);
  if (without.length > 0 || files.length === 0) process.exitCode = 1;
}

for (const folder of converted) {
  const faults = filesUnder(folder)
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .flatMap((file) => styleFaults(file, read(file)));
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
