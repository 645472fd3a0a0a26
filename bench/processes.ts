/** Two server processes behind one port against one: requests a second, and the CPU that each request costs. */
import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { load, median } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, startLecternBeside, tokenOf } from './server.ts';

/** Two servers, what asks them, and PostgreSQL. */
const coresForTwo = 5;

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // After the name, which may hold spaces.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
};

/** The process and those that it started. */
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

/** Ticks of the clock, 100 a second, in user and kernel code. */
const cpuOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(statOf(pid)[11]) + Number(statOf(pid)[12]), 0);

/** `one` owns the database; two more processes join it for the time of this. */
export async function measureProcesses(one: Running): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding');
  await client.end();
  const two = await startLecternBeside(4702, { PROCESSES: '2', WORKER: '0' });
  try {
    const sides = { one: [one.pid], two: familyOf(two.pid) };
    const loaded = async (server: Running, pids: readonly number[]) => {
      const before = cpuOf(pids);
      const perSecond = await load({ url: `${server.url}/api/member/profile/`, token }, 20, 2);
      return { perSecond, cost: (cpuOf(pids) - before) / perSecond };
    };
    const gains: number[] = [];
    const costs: number[] = [];
    // The first warms both.
    for (let round = 0; round <= 5; round += 1) {
      const [together, alone] = [await loaded(two, sides.two), await loaded(one, sides.one)];
      if (round === 0) continue;
      gains.push(together.perSecond / alone.perSecond);
      costs.push(together.cost / alone.cost);
    }
    const cores = availableParallelism();
    const aim = cores >= coresForTwo ? { least: 1.7 } : {};
    note('two processes ÷ one, one record, c=20', median(gains), ' ×', aim, `${cores} cores for all`);
    note('CPU of a request with two processes ÷ with one', median(costs), ' ×');
  } finally {
    await two.stop();
  }
}
