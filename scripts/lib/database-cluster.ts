/**
 * PostgreSQL on three machines with the configurations of deploy/cluster, for tests: each machine is a network namespace
 * on this one, with etcd, Patroni and PostgreSQL. PgBouncer and HAProxy run beside the caller.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { root } from './files.mjs';

export const clusterPrograms = ['ip', 'setpriv', 'etcd', 'patroni', 'pgbouncer', 'haproxy', 'psql'];

const machines = ['db1', 'db2', 'db3'] as const;
export type Machine = (typeof machines)[number];
/** Replaces that of the configurations, which the machine that runs the tests may use. */
const network = '10.79.42.';
const addressOf = (machine: Machine) => `${network}2${machine.slice(2)}`;
const namespaceOf = (machine: Machine) => `lectern-${machine}`;
const password = 'Jangkar-besi-77';
/** Where the configurations keep files, and where each machine does here. */
const places = {
  '/var/lib/etcd/lectern': 'etcd',
  '/var/lib/postgresql/lectern': 'data',
  '/var/lib/postgresql/pgpass': 'pgpass',
  '/var/run/postgresql': '.',
  '/etc/pgbouncer': '.',
};

const run = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const ip = (...args: string[]) => run('ip', ...args);
const tried = (work: () => unknown) => {
  try {
    work();
  } catch {
    // It was not there.
  }
};

interface Member {
  role: 'leader' | 'sync_standby' | 'replica';
  state: string;
}

/** `ports` are those of PgBouncer and HAProxy. */
export async function openDatabaseCluster(ports: Ports): Promise<DatabaseCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-cluster-'));
  await chmod(folder, 0o755);
  const cluster = new DatabaseCluster(folder, ports);
  await cluster.open();
  return cluster;
}

interface Ports {
  pooler: number;
  proxy: number;
}

export class DatabaseCluster {
  readonly #folder: string;
  readonly #ports: Ports;
  readonly #uid = Number(run('id', '-u', 'postgres'));
  readonly #gid = Number(run('id', '-g', 'postgres'));
  readonly #children: ChildProcess[] = [];
  readonly signal = signal;

  constructor(folder: string, ports: Ports) {
    this.#folder = folder;
    this.#ports = ports;
  }

  /** Through PgBouncer and HAProxy, as the owner. */
  get ownerUrl(): string {
    return `postgres://lectern:${password}@127.0.0.1:${this.#ports.pooler}/lectern`;
  }

  async open(): Promise<void> {
    removeNetwork();
    addNetwork();
    for (const machine of machines) {
      for (const file of ['etcd.yml', 'patroni.yml']) await this.#configure(file, machine);
      this.start(machine);
    }
    for (const file of ['haproxy.cfg', 'pgbouncer.ini']) await this.#configure(file);
    const own = join(this.#folder, 'app');
    await writeFile(join(own, 'userlist.txt'), `"pgbouncer" "${password}"\n`, { mode: 0o644 });
    this.#launch('haproxy', ['-db', '-f', join(own, 'haproxy.cfg')]);
    this.#launch('pgbouncer', ['-q', join(own, 'pgbouncer.ini')]);
    await this.whole();
    const setup = await readFile(join(root, 'deploy/cluster/setup.sql'), 'utf8');
    await this.sql(setup, { password, pooler_password: password });
  }

  async #configure(file: string, machine?: Machine): Promise<void> {
    const text = await readFile(join(root, 'deploy/cluster', file), 'utf8');
    const own = join(this.#folder, machine ?? 'app');
    await mkdir(own, { recursive: true, mode: 0o700 });
    await chown(own, this.#uid, this.#gid);
    const ofMachine = (line: string) =>
      !machine || /hosts:|initial-cluster:/.test(line)
        ? line
        : line.replaceAll('10.0.0.21', addressOf(machine)).replace(/^name: db1$/, `name: ${machine}`);
    const lines = text.split('\n').map(ofMachine).join('\n');
    const here = Object.entries(places)
      .reduce((changed, [place, ownPlace]) => changed.replaceAll(place, join(own, ownPlace)), lines)
      .replaceAll('10.0.0.', network)
      .replaceAll('CHANGE-ME', password)
      .replaceAll(/\b5000\b/g, String(this.#ports.proxy))
      .replaceAll(/\b6432\b/g, String(this.#ports.pooler));
    await writeFile(join(own, file), here, { mode: 0o600 });
    await chown(join(own, file), this.#uid, this.#gid);
  }

  #launch(program: string, args: string[], machine?: Machine): void {
    const asPostgres = ['setpriv', `--reuid=${this.#uid}`, `--regid=${this.#gid}`, '--clear-groups', program, ...args];
    const [file, ...others] = machine ? ['ip', 'netns', 'exec', namespaceOf(machine), ...asPostgres] : asPostgres;
    const log = openSync(join(this.#folder, `${machine ?? 'app'}-${program}.log`), 'a');
    const env = { PATH: process.env['PATH'], HOME: this.#folder };
    this.#children.push(spawn(file!, others, { stdio: ['ignore', log, log], cwd: this.#folder, env }));
    closeSync(log);
  }

  start(machine: Machine): void {
    this.#launch('etcd', ['--config-file', join(this.#folder, machine, 'etcd.yml')], machine);
    this.#launch('patroni', [join(this.#folder, machine, 'patroni.yml')], machine);
  }

  setLink(machine: Machine, state: 'up' | 'down'): void {
    ip('link', 'set', namespaceOf(machine), state);
  }

  async primary(): Promise<Machine> {
    const found = machines.map(async (machine) => {
      if ((await answerOf(machine, '/primary')).ok) return machine;
      throw new Error(`${machine} is not the primary`);
    });
    return Promise.any(found);
  }

  /** Waits until all three follow one primary, one of them synchronously. */
  async whole(): Promise<void> {
    const check = async () => {
      const { members } = (await (await answerOf(await this.primary(), '/cluster')).json()) as { members: Member[] };
      const found = members.map(({ role, state }) => `${role} ${state}`).toSorted();
      if (!/^leader running,replica (running|streaming),sync_standby (running|streaming)$/.test(found.join(',')))
        throw new Error(`Not whole: ${found.join(', ')}`);
    };
    await vi.waitFor(check, { timeout: 240_000, interval: 500 });
  }

  /** Runs SQL on the primary as its superuser. */
  async sql(text: string, variables: Record<string, string> = {}): Promise<string> {
    const set = Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}=${value}`]);
    const file = join(this.#folder, 'input.sql');
    await writeFile(file, text);
    const url = `postgres://postgres:${password}@${addressOf(await this.primary())}/postgres`;
    return run('psql', '-XAtq', '-v', 'ON_ERROR_STOP=1', ...set, '-f', file, url);
  }

  async stop(): Promise<void> {
    for (const machine of machines) signal(machine, 'SIGKILL');
    for (const child of this.#children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }
    removeNetwork();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const answerOf = (machine: Machine, path: string) =>
  fetch(`http://${addressOf(machine)}:8008${path}`, { signal: AbortSignal.timeout(2_000) });

function addNetwork(): void {
  ip('link', 'add', 'lectern-br', 'type', 'bridge');
  ip('addr', 'add', `${network}1/24`, 'dev', 'lectern-br');
  ip('link', 'set', 'lectern-br', 'up');
  for (const machine of machines) {
    const space = namespaceOf(machine);
    ip('netns', 'add', space);
    ip('link', 'add', space, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
    ip('link', 'set', space, 'master', 'lectern-br', 'up');
    ip('-n', space, 'addr', 'add', `${addressOf(machine)}/24`, 'dev', 'eth0');
    for (const device of ['eth0', 'lo']) ip('-n', space, 'link', 'set', device, 'up');
  }
}

/** For all processes of a machine. */
function signal(machine: Machine, name: NodeJS.Signals): void {
  for (const pid of ip('netns', 'pids', namespaceOf(machine)).split('\n').filter(Boolean))
    tried(() => process.kill(Number(pid), name));
}

/** Also removes what an earlier run has left. */
function removeNetwork(): void {
  for (const machine of machines) {
    tried(() => signal(machine, 'SIGKILL'));
    tried(() => ip('link', 'del', namespaceOf(machine)));
    tried(() => ip('netns', 'del', namespaceOf(machine)));
  }
  tried(() => ip('link', 'del', 'lectern-br'));
}
