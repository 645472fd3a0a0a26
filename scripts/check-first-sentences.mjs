/** A part of `npm run check`: every source file begins with a sentence that says what it is for, in the style of CONTRIBUTING.md. */
import { filesUnder, read } from './lib/files.mjs';
import { beginsWithSentence } from './lib/first-sentence.mjs';
import { styleFaults } from './lib/plain-english.mjs';

/** Folders whose comments and names are converted to plain English; the list grows until it is the whole repository. */
// Not admin/src/areas/order-tracking: `told` is a field of its contract.
const converted = [
  'contract',
  'server/src/platform',
  'server/src/shared',
  'admin/src/app',
  'e2e',
  'admin/src/areas/auth',
  'admin/src/areas/certificate',
  'admin/src/areas/course',
  'admin/src/areas/discount',
  'admin/src/areas/exports',
  'admin/src/areas/home',
  'admin/src/areas/jobs',
  'admin/src/areas/learning-path',
  'admin/src/areas/order',
  'admin/src/areas/product',
  'admin/src/areas/submission',
  'admin/src/areas/subscription',
  'admin/src/areas/user',
  'admin/src/areas/voucher',
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
