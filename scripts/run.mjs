/** `node scripts/run.mjs FILE [ARGUMENTS]`: a file of this repository on the Node it needs. */
import { runOnNode } from './lib/runtime.mjs';
import { script } from './lib/steps.mjs';

await script(() => runOnNode(process.argv.slice(2)));
