/** Two server processes on one port against one: requests a second, and CPU time per request. */
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { load, median } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, startSecondLectern, tokenOf } from './server.ts';

/** Two servers, their client, and PostgreSQL. */
const coresForTwo = 5;

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // Skips the process name, which may contain spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** Process id with those of its direct children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .map(Number)
    .filter((one) => one > 0)
    .filter((one) => {
      try {
        return Number(statOf(one)[1]) === pid;
      } catch {
        return false;
      }
    });
  return [pid, ...children];
}

/** CPU time in clock ticks, 100 a second, in user and kernel mode. */
const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(statOf(pid)[11]) + Number(statOf(pid)[12]), 0);

/** `one` owns the database; two more processes join it during the measurement. */
export async function measureProcesses(one: Running): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding');
  await client.end();
  const two = await startSecondLectern(4702, { PROCESSES: '2', WORKER: '0' });
  try {
    const sides = { one: [one.pid], two: familyOf(two.pid) };
    const loaded = async (server: Running, pids: readonly number[]) => {
      const before = cpuOf(pids);
      const perSecond = await load({ url: `${server.url}/api/member/profile/`, token }, 20, 2);
      return { perSecond, cost: (cpuOf(pids) - before) / perSecond };
    };
    const gains: number[] = [];
    const costs: number[] = [];
    // The first round is warm-up.
    for (let round = 0; round <= 5; round += 1) {
      const [together, alone] = [await loaded(two, sides.two), await loaded(one, sides.one)];
      if (round === 0) continue;
      gains.push(together.perSecond / alone.perSecond);
      costs.push(together.cost / alone.cost);
    }
    const cores = availableParallelism();
    const aim = cores >= coresForTwo ? { min: 1.7 } : {};
    note('two processes ÷ one, one record, c=20', median(gains), ' ×', aim, `${cores} cores for all`);
    note('CPU of a request with two processes ÷ with one', median(costs), ' ×');
  } finally {
    await two.stop();
  }
}
