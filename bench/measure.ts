/** Timing helpers: medians of repeated runs, and requests a second under concurrency. */
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

/** Runs of both functions before timing starts, so that compilation in server and client is not measured. */
const warmUp = 500;

/** Median milliseconds of two functions, run in five alternating blocks, so that drift of the machine affects both. */
export async function timeAlternately(
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

interface Load {
  url: string;
  token?: string | undefined;
}

/** Average requests a second. @throws Error for an answer other than 2xx */
export async function load({ url, token }: Load, connections: number, seconds: number): Promise<number> {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const result = await autocannon({ url, connections, duration: seconds, headers });
  if (result.non2xx + result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** Requests a second, after one second of warm-up. @throws Error for an answer other than 2xx */
export async function throughput(url: string, connections: number, token?: string): Promise<number> {
  await load({ url, token }, connections, 1);
  return load({ url, token }, connections, 5);
}

/**
 * Loads two servers alternately at 20 connections. Returns the medians of their requests a second and of their ratio
 * per round, so that other load on the machine affects both.
 */
export async function loadAlternately(one: Load, other: Load): Promise<{ one: number; other: number; ratio: number }> {
  const rounds: [number, number][] = [];
  for (const server of [one, other]) await load(server, 20, 2);
  for (let round = 0; round < 9; round++) rounds.push([await load(one, 20, 1), await load(other, 20, 1)]);
  return {
    one: median(rounds.map(([mine]) => mine)),
    other: median(rounds.map(([, others]) => others)),
    ratio: median(rounds.map(([mine, others]) => mine / others)),
  };
}

/** Smallest value that at least the fraction `part` of the values does not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? Number.NaN;
