/** Tests the image on a base of Debian's own packages: no registry of images is needed. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { login } from '#contract/kernel/auth.ts';
import { findPort } from '#platform/port.ts';
import { ownedDatabase, type OwnedDatabase } from '#platform/testing/owned-database.ts';
import { testJwtSecret } from '#platform/testing/template.ts';
import { missingPrograms } from './lib/debian.mjs';
import { root } from './lib/files.mjs';

const minute = 60_000;
vi.setConfig({ testTimeout: 5 * minute, hookTimeout: 30 * minute });

/** Bytes of the image, which has about a third when compressed. */
const largest = 580e6;
const image = 'lectern-test';
const base = 'lectern-test-base';
const folder = join(root, '.cache/image');
const password = 'Kapal-layar-43-biru';

const missing = await missingPrograms('image', ['mmdebstrap', 'podman', 'runc'], { asRoot: true });

const run = promisify(execFile);
/** Images are kept in the cache. Not crun, which refuses machines with both kinds of cgroups. */
const engine = `--root ${folder}/store --runroot ${folder}/run --cgroup-manager cgroupfs --runtime runc`.split(' ');
const podman = (...args: string[]) => run('podman', [...engine, ...args], { maxBuffer: 1e8 });

async function buildImage(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const tar = join(folder, 'base.tar');
  const slim = ['doc', 'man', 'locale'].map((part) => `--dpkgopt=path-exclude=/usr/share/${part}/*`);
  if (!existsSync(tar))
    await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates', ...slim, 'bookworm', tar]);
  await podman('import', tar, base);
  const npmrc = join(homedir(), '.npmrc');
  const secret = existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : [];
  // Volume: certificates that this machine trusts, such as those of a proxy.
  const options = `--format docker --isolation chroot --network host --volume /etc/ssl/certs:/etc/ssl/certs:ro`.split(
    ' ',
  );
  await podman('build', ...options, '--build-arg', `BASE=${base}`, ...secret, '--tag', image, root);
}

describe.skipIf(missing)('the image', () => {
  let target: OwnedDatabase;
  let container: ChildProcess;
  let port: number;
  const name = `lectern-test-${process.pid}`;
  // Limits: Podman's own are higher than a machine may allow.
  const flags = `--rm --read-only --tmpfs /tmp --network host --cap-drop all --ulimit nofile=4096:4096 --ulimit nproc=1000:1000`;
  const options = () => [
    'run',
    ...flags.split(' '),
    `--env=DATABASE_URL=${target.ownerUrl}`,
    `--env=JWT_SECRET=${testJwtSecret}`,
  ];
  const inImage = (...command: string[]) => podman(...options(), ...command);

  beforeAll(async () => {
    await buildImage();
    target = await ownedDatabase();
    port = await findPort({ port: 0, host: '127.0.0.1' });
    const own = ['--name', name, '--env', `PORT=${port}`, '--env', 'DRAIN_MS=0', image];
    container = spawn('podman', [...engine, ...options(), ...own], {
      stdio: 'inherit',
    });
    const untilHealthy = async () => {
      if ((await health()) !== 'healthy') throw new Error('It is not healthy');
    };
    await vi.waitFor(untilHealthy, { timeout: 2 * minute, interval: 1_000 });
  });
  afterAll(async () => {
    await podman('rm', '--force', '--time', '20', name).catch(() => undefined);
    await target?.drop();
  });

  const health = async () => {
    await podman('healthcheck', 'run', name).catch(() => undefined);
    const { stdout } = await podman('inspect', '--format', '{{.State.Health.Status}}', name);
    return stdout.trim();
  };

  it('is as small as the guide says', async () => {
    const { stdout } = await podman('image', 'inspect', '--format', '{{.Size}}', image);
    console.log(`The image has ${(Number(stdout) / 1e6).toFixed(0)} MB`);
    expect(Number(stdout)).toBeLessThan(largest);
  });

  it('serves app and API, and signs people in whom its command has created', async () => {
    const command = `/usr/bin/node server/src/commands/admin-create.ts --tenant coding --email siti@tests.test --role admin`;
    const creating = podman('exec', '--interactive', name, ...command.split(' '));
    creating.child.stdin?.end(`${password}\n`);
    await creating;
    const page = await fetch(`http://127.0.0.1:${port}/`);
    expect(await page.text()).toContain('<div id="root">');
    const answer = await fetch(`http://127.0.0.1:${port}/api${login.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'siti@tests.test', password }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('accessToken')]);
  });

  it('runs without privileges, and writes to its data alone', async () => {
    const { stdout } = await inImage(
      image,
      '-p',
      `const { writeFileSync } = require('node:fs');
      const writes = (folder) => { try { writeFileSync(folder + '/x', ''); return true; } catch { return false; } };
      JSON.stringify([process.getuid(), process.getgid(), ...['/app', '/usr/bin', '/data', '/tmp'].map(writes)])`,
    );
    expect(JSON.parse(stdout)).toEqual([10_001, 10_001, false, false, true, true]);
  });

  it('has the codecs that videos need', async () => {
    const { stdout } = await inImage('--entrypoint', '/usr/bin/ffmpeg', image, '-hide_banner', '-encoders');
    for (const part of ['libx264', 'aac']) expect(stdout).toContain(part);
    await inImage('--entrypoint', '/usr/bin/ffprobe', image, '-version');
  });

  it('runs the worker', async () => {
    const worker = spawn('podman', [...engine, ...options(), image, 'server/src/worker.ts']);
    let output = '';
    for (const stream of [worker.stdout, worker.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await vi.waitFor(() => expect(output).toContain('Working off jobs'), { timeout: minute });
    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
  });

  it('ends within its grace when it is stopped', async () => {
    await podman('stop', '--time', '20', name);
    if (container.exitCode === null) await once(container, 'exit');
    expect(container.exitCode).toBe(0);
  });
});
