/** `npm run up`: installs, builds and starts Lectern; skips what is already done. */
import { ensureFfmpeg } from './lib/ffmpeg.mjs';
import { prepare } from './lib/prepare.mjs';
import { runServer } from './lib/server.mjs';
import { script } from './lib/steps.mjs';

await script(async () => {
  console.log('\n  Lectern\n');
  // The demo shows full pages; without the variable the default is 5.
  process.env['PAGE_SIZE'] ??= '20';
  // Simulated payments and WhatsApp of the demo; empty: none.
  if (process.env['NODE_ENV'] !== 'production') {
    process.env['PAYMENT_SIMULATOR'] ??= String(Number(process.env['PORT'] || 4000) + 1);
    process.env['WHATSAPP_SIMULATOR'] ??= String(Number(process.env['PORT'] || 4000) + 2);
  }
  await prepare();
  await ensureFfmpeg();
  return runServer();
});
