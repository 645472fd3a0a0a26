/** Command line of the server. */
import { join } from 'node:path';
import { root } from './files.mjs';
import { runOnNode } from './runtime.mjs';

/**
 * Arguments of the server: a small young generation, a bound of the heap (otherwise a quarter of the machine's memory,
 * for which V8 collects later) and the compile cache save a quarter of its memory at rest and half of its start time.
 */
export const serverArguments = [
  '--max-semi-space-size=2',
  '--max-old-space-size=1024',
  join(
    root,
    process.env['PAYMENT_SIMULATOR']?.trim() || process.env['WHATSAPP_SIMULATOR']?.trim()
      ? 'scripts/with-simulator.ts'
      : 'server/src/main.ts',
  ),
];
export const serverEnvironment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  // Otherwise glibc keeps freed memory in an arena of its own for each thread.
  MALLOC_ARENA_MAX: '1',
};

/** Runs the server in the foreground. */
export const runServer = () => runOnNode(serverArguments, serverEnvironment);
