/** Part of `npm run check`: every source file begins with a sentence that states its purpose, and follows the style rules. */
import { filesUnder, read } from './lib/files.mjs';
import { beginsWithSentence } from './lib/first-sentence.mjs';
import { styleFaults } from './lib/plain-english.mjs';

for (const folder of ['contract', 'server', 'admin', 'conformance', 'e2e', 'bench', 'scripts']) {
  const files = filesUnder(folder).filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  for (const fault of files.flatMap((file) => styleFaults(file, read(file)))) {
    console.error(fault);
    process.exitCode = 1;
  }
  const without = files.filter((file) => !beginsWithSentence(read(file)));
  for (const file of without) console.error(`${file} does not begin with a sentence that states its purpose.`);
  if (files.length === 0) console.error(`No file was checked in ${folder}.`);
  if (without.length > 0 || files.length === 0) process.exitCode = 1;
}
