/**
 * Tests against Google's emulator (order-tracking.md, How it is proved): the client's suite, the permissions under
 * firestore.rules, and equal responses of the emulator and the embedded documents to random allowed requests.
 * TRACKING_FUZZ_SEED and TRACKING_FUZZ_ROUNDS change the seed and the length of the run.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { trackingClientSuite } from './tracking-client.suite.ts';
import type { TrackingWorld } from './tracking-world.ts';
import { embeddedWorld } from './embedded-world.ts';
import { findEmulator } from './emulator.ts';
import { emulatorWorld, unsignedToken } from './emulator-world.ts';
import { chance, randomDocuments, randomRequest } from './random-requests.ts';
import { sendWith } from './request-headers.ts';
import { rightsSuite } from './rights.suite.ts';
import { list, post, type Answer } from './wire.ts';

const jar = findEmulator();
if (!jar)
  console.warn("SKIP: Google's Firestore emulator is not installed (or name its jar in FIRESTORE_EMULATOR_JAR)");

const seed = Number(process.env['TRACKING_FUZZ_SEED'] ?? 20_261_121);
const rounds = Number(process.env['TRACKING_FUZZ_ROUNDS'] ?? 600);

describe.skipIf(!jar)("against Google's emulator", () => {
  let emulator: TrackingWorld;
  beforeAll(async () => {
    emulator = await emulatorWorld(jar ?? '');
  });
  afterAll(() => emulator.stop());
  const shared = async (): Promise<TrackingWorld> => ({ ...emulator, stop: async () => undefined });

  describe('the tracking client', () => trackingClientSuite(shared));
  describe('permissions under firestore.rules', () => rightsSuite(shared, 403));

  test('are denied to users who signed in more than an hour ago until the server is asked again', async () => {
    const read = async (ago: number) => {
      sendWith(emulator.origin, { authorization: `Bearer ${unsignedToken('admin', 'coding', ago)}` });
      return (await post(emulator, 'runQuery', list())).status;
    };
    expect([await read(3500), await read(3700)]).toEqual([200, 403]);
  });

  test(
    `the embedded documents answer ${rounds} random requests like the emulator (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const embedded = await embeddedWorld();
      const dice = chance(seed);
      const documents = randomDocuments(dice, 400);
      for (const world of [emulator, embedded]) {
        await world.fill(documents);
        await world.signInAs('admin');
      }
      const answered = new Map<string, number>();
      for (let round = 0; round < rounds; round += 1) {
        const [rpc, body] = randomRequest(dice, documents);
        const [theirs, ours] = await Promise.all([post(emulator, rpc, body), post(embedded, rpc, body)]);
        expect(comparable(ours), `round ${round}: ${rpc} ${JSON.stringify(body)}`).toEqual(comparable(theirs));
        const kind = `${rpc} ${theirs.status}`;
        answered.set(
          kind,
          (answered.get(kind) ?? 0) +
            (JSON.stringify(theirs.body).includes('/documents/') || rpc === 'runAggregationQuery' ? 1 : 0),
        );
      }
      // Enough requests must return something to compare.
      for (const kind of ['runQuery 200', 'runAggregationQuery 200', 'batchGet 200'])
        expect(answered.get(kind), kind).toBeGreaterThan(rounds / 40);
      await embedded.stop();
    },
  );
});

/** Removes what may differ between two servers: times, error texts, and how a stream marks its end. */
function comparable({ status, body }: Answer): unknown {
  const seen = JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    apart.has(key) ? undefined : value,
  ) as unknown;
  return { status, body: status === 200 ? seen : (seen as { error: { status: string } }).error.status };
}
const apart = new Set(['readTime', 'createTime', 'updateTime', 'commitTime', 'done']);
