/** `npm run up`: from nothing to a running Lectern. What is done already is not done again. */
import { seeToFfmpeg } from './lib/ffmpeg.mjs';
import { prepare } from './lib/prepare.mjs';
import { runServer } from './lib/server.mjs';
import { script } from './lib/steps.mjs';

await script(async () => {
  console.log('\n  Lectern\n');
  // The demo shows full pages; the setting's own default is 5.
  process.env['PAGE_SIZE'] ??= '20';
  await prepare();
  await seeToFfmpeg();
  return runServer();
});
