/** The server that the browser tests run against: the real one, on an embedded PostgreSQL in a folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const dataDir = mkdtempSync(join(tmpdir(), 'lectern-e2e-'));
process.env['DATA_DIR'] = dataDir;
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
await import('../server/src/main.ts');
