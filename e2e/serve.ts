/** Server of the browser tests: the real one, with embedded PostgreSQL in a temporary folder. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal, testSmtp } from '../server/src/platform/testing/smtp.ts';
import { inboxDomain, keepMail } from './inbox.ts';
import { simulatorPort, whatsAppPort } from './ports.ts';
import { writeFfmpeg } from './video-hold.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
process.env['DATA_DIR'] = dataDir;
process.env['DATABASE_PATIENCE_MS'] = '30000';
process.env['FFMPEG'] = writeFfmpeg(dataDir);
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
/** Fake mail server that rejects the first two messages to each mailbox but those of inbox.ts, which it keeps there. */
const written = new Map<string, number>();
const smtp = await testSmtp(
  {
    onRcptTo({ address }, _session, callback) {
      const times = (written.get(address) ?? 0) + 1;
      written.set(address, times);
      callback(times <= 2 && !address.endsWith(inboxDomain) ? refusal(550, 'No such mailbox') : undefined);
    },
  },
  keepMail,
);
process.env['SMTP_URL'] = smtp.url;
process.env['MAIL_FROM'] = 'no-reply@studio.test';
process.env['PAYMENT_SIMULATOR'] = String(simulatorPort);
process.env['WHATSAPP_SIMULATOR'] = String(whatsAppPort);
await import('../scripts/with-simulator.ts');
// Exits when Playwright was killed or its terminal closed, which ends stdin.
if (import.meta.main) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGINT'));
