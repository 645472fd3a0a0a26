/** The server that the browser tests run against: the real one, on an embedded PostgreSQL in a folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal, testSmtp } from '../server/src/platform/testing/smtp.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
process.env['DATA_DIR'] = dataDir;
process.env['DATABASE_PATIENCE_MS'] = '30000';
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
/** Its mail server does not know a mailbox the first two times that somebody writes to it. */
const written = new Map<string, number>();
const smtp = await testSmtp({
  onRcptTo({ address }, _session, callback) {
    const times = (written.get(address) ?? 0) + 1;
    written.set(address, times);
    callback(times <= 2 ? refusal(550, 'No such mailbox') : undefined);
  },
});
process.env['SMTP_URL'] = smtp.url;
process.env['MAIL_FROM'] = 'no-reply@studio.test';
await import('../server/src/main.ts');
// Playwright was killed, or its terminal closed: it holds the other end.
if (import.meta.main) process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGINT'));
