/** Google's Firestore emulator, a reference for the tests where it is installed; not part of the product. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const inSdk = 'platform/cloud-firestore-emulator/cloud-firestore-emulator.jar';
const sdks = [
  '/usr/lib/google-cloud-sdk',
  '/usr/share/google-cloud-sdk',
  '/opt/google-cloud-sdk',
  '/snap/google-cloud-cli/current',
  join(homedir(), 'google-cloud-sdk'),
];

/**
 * Path of the emulator's jar: FIRESTORE_EMULATOR_JAR, or one of the usual places of the Google Cloud CLI; undefined:
 * not installed.
 */
export function findEmulator(): string | undefined {
  return [process.env['FIRESTORE_EMULATOR_JAR'] ?? '', ...sdks.map((sdk) => join(sdk, inSdk))].find(
    (jar) => jar && existsSync(jar),
  );
}

export interface Emulator {
  origin: string;
  stop(): Promise<void>;
}

/** Starts the emulator with security rules, which apply to everyone except the bearer `owner`. */
export async function startEmulator(jar: string, project: string, rules: string): Promise<Emulator> {
  const port = await freePort();
  const child = spawn(
    'java',
    [
      '-Xmx512m',
      '-cp',
      jar,
      'com.google.cloud.datastore.emulator.firestore.CloudFirestore',
      '--host=127.0.0.1',
      `--port=${port}`,
      `--project_id=${project}`,
      `--rules=${rules}`,
    ],
    { stdio: 'ignore' },
  );
  // The test may be aborted before the emulator answers.
  const kill = () => child.kill();
  process.once('exit', kill);
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The emulator ended with ${code}`)));
  });
  ended.catch(() => undefined);
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([ended, answering(origin)]);
  return {
    origin,
    async stop() {
      process.off('exit', kill);
      kill();
      await ended.catch(() => undefined);
    },
  };
}

async function answering(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const isUp = await fetch(origin).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isUp) return;
    await sleep(100);
  }
  throw new Error('The emulator does not answer');
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
