/** `npm run dev`: the server and the admin app, both reloading on changes. */
import { install } from './lib/install.mjs';
import { runOnNode } from './lib/runtime.mjs';
import { script, step } from './lib/steps.mjs';

await script(async () => {
  await step('Packages', install);
  const port = process.env['PORT'] ?? '4000';
  // When one process ends, the other is stopped.
  const ended = new AbortController();
  const codes = await Promise.all(
    [
      runOnNode(['--watch', '--watch-preserve-output', 'server/src/main.ts'], { PORT: port }, ended.signal),
      runOnNode(
        ['node_modules/vite/bin/vite.js', '--config', 'admin/vite.config.ts'],
        { LECTERN_API: `http://127.0.0.1:${port}` },
        ended.signal,
      ),
    ].map((running) => running.finally(() => ended.abort())),
  );
  return Math.max(...codes);
});
