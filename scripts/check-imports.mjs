/** Part of `npm run check`, on Node 24: reports wrong directions of imports, cycles and barrels as errors. */
import { root } from './lib/files.mjs';
import { checkImports } from './lib/imports.mjs';

const { seen, onDisk, violations } = await checkImports(root);
for (const { rule, from, to, comment } of violations) console.error(`${rule}: ${from} → ${to}\n    ${comment}`);
if (seen !== onDisk) console.error(`Only ${seen} of ${onDisk} modules were checked.`);
process.exitCode = violations.length > 0 || seen !== onDisk ? 1 : 0;
