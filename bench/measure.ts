/** Timing: medians of repeated awaits, and requests a second under concurrency. */
import autocannon from 'autocannon';

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds of each of `times` runs, after a tenth of them as warm-up. */
export async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let run = -Math.ceil(times / 10); run < times; run++) {
    const before = performance.now();
    await work();
    if (run >= 0) taken.push(performance.now() - before);
  }
  return taken;
}

/** So often both works are run before any is timed: until then the compilers of server and client are measured. */
const warmUp = 500;

/** The medians of two works run in turn, so that a drift of the machine meets both. */
export async function sideBySide(
  times: number,
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let run = 0; run < warmUp; run++) await Promise.all([one(), other()]);
  for (let round = 0; round < 5; round++) {
    taken[0].push(...(await timed(times / 5, one)));
    taken[1].push(...(await timed(times / 5, other)));
  }
  return [median(taken[0]), median(taken[1])];
}

/** Requests a second; throws when an answer is no success. */
export async function throughput(url: string, connections: number, token?: string, seconds = 5): Promise<number> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  await autocannon({ url, connections, duration: 1, headers });
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

interface Load {
  url: string;
  token?: string;
}

/** The medians of two servers' requests a second at 20 connections, loaded in turn. */
export async function loadedInTurn(one: Load, other: Load): Promise<[number, number]> {
  const taken: [number[], number[]] = [[], []];
  for (let round = 0; round < 5; round++) {
    taken[0].push(await throughput(one.url, 20, one.token, 2));
    taken[1].push(await throughput(other.url, 20, other.token, 2));
  }
  return [median(taken[0]), median(taken[1])];
}
