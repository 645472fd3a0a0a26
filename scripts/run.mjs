/** `node scripts/run.mjs FILE [ARGUMENTS]`: runs a file of this repository with the required Node. */
import { runOnNode } from './lib/runtime.mjs';
import { script } from './lib/steps.mjs';

await script(() => runOnNode(process.argv.slice(2)));
