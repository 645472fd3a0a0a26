/** Tests fairness: a party with many requests does not delay others. */
import { expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

/** Queue whose work items record their start and end on demand. */
function controlledQueue(limits: { atOnce: number; maxPerParty: number; maxTotal: number }) {
  const queue = new FairQueue(limits);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string, isPreferred = false) =>
    queue
      .run(name.charAt(0), isPreferred, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      })
      .then(
        () => 'done',
        (error: { statusCode: number }) => error.statusCode,
      );
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const endOne = async () => {
    ends.shift()?.();
    await settle();
  };
  return { ask, begun, endOne, settle };
}

it('limits concurrency, and serves parties in turn, preferred ones first', async () => {
  const { ask, begun, endOne, settle } = controlledQueue({ atOnce: 2, maxPerParty: 10, maxTotal: 100 });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1', 'b2']) void ask(name);
  void ask('k1', true);
  await settle();
  expect(begun).toEqual(['a1', 'a2']);
  for (let n = 0; n < 9; n += 1) await endOne();
  expect(begun).toEqual(['a1', 'a2', 'k1', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5']);
});

it('rejects beyond the limits, except preferred parties beyond the total one', async () => {
  const { ask, begun, endOne, settle } = controlledQueue({ atOnce: 1, maxPerParty: 2, maxTotal: 3 });
  void ask('a1');
  const answers = ['a2', 'a3', 'a4', 'b1', 'c1'].map((name) => ask(name));
  const preferred = ask('k1', true);
  await settle();
  expect(await Promise.all([answers[2], answers[4]])).toEqual([503, 503]);
  for (let n = 0; n < 5; n += 1) await endOne();
  expect(begun).toEqual(['a1', 'k1', 'a2', 'b1', 'a3']);
  expect(await Promise.all([preferred, answers[0], answers[1], answers[3]])).toEqual(['done', 'done', 'done', 'done']);
});

it('passes on the slot of failed work', async () => {
  const queue = new FairQueue({ atOnce: 1, maxPerParty: 2, maxTotal: 3 });
  const failing = queue.run('a', false, () => Promise.reject(new Error('no')));
  const next = queue.run('b', false, async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});
