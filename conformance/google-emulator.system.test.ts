/**
 * What Google's emulator says (order-tracking.md, How it is proved): the client's suite and the rights under
 * firestore.rules, and random allowed requests answered alike by it and by the embedded documents.
 * TRACKING_FUZZ_SEED and TRACKING_FUZZ_ROUNDS choose another or a longer run.
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
  describe('rights under firestore.rules', () => rightsSuite(shared, 403));

  test('who signed in more than an hour ago may nothing until the server has been asked again', async () => {
    const read = async (ago: number) => {
      sendWith(emulator.origin, { authorization: `Bearer ${unsignedToken('admin', 'coding', ago)}` });
      return (await post(emulator, 'runQuery', list())).status;
    };
    expect([await read(3500), await read(3700)]).toEqual([200, 403]);
  });

  test(
    `the embedded documents answer ${rounds} random requests as Google does (seed ${seed})`,
    { timeout: 600_000 },
    async () => {
      const embedded = await embeddedWorld();
      const dice = chance(seed);
      const documents = randomDocuments(dice, 400);
      for (const world of [emulator, embedded]) {
        await world.fill(documents);
        await world.signInAs('admin');
      }
      const told = new Map<string, number>();
      for (let round = 0; round < rounds; round += 1) {
        const [rpc, body] = randomRequest(dice, documents);
        const [theirs, ours] = await Promise.all([post(emulator, rpc, body), post(embedded, rpc, body)]);
        expect(comparable(ours), `round ${round}: ${rpc} ${JSON.stringify(body)}`).toEqual(comparable(theirs));
        const kind = `${rpc} ${theirs.status}`;
        told.set(
          kind,
          (told.get(kind) ?? 0) +
            (JSON.stringify(theirs.body).includes('/documents/') || rpc === 'runAggregationQuery' ? 1 : 0),
        );
      }
      // Agreement about nothing would prove nothing.
      for (const kind of ['runQuery 200', 'runAggregationQuery 200', 'batchGet 200'])
        expect(told.get(kind), kind).toBeGreaterThan(rounds / 40);
      await embedded.stop();
    },
  );
});

/** The answer without what two servers cannot share: times, the words of an error, how a stream marks its end. */
function comparable({ status, body }: Answer): unknown {
  const seen = JSON.parse(JSON.stringify(body), (key, value: unknown) =>
    apart.has(key) ? undefined : value,
  ) as unknown;
  return { status, body: status === 200 ? seen : (seen as { error: { status: string } }).error.status };
}
const apart = new Set(['readTime', 'createTime', 'updateTime', 'commitTime', 'done']);
