/** Permissions by role (order-tracking.md), equal in both modes: the embedded server's rules and firestore.rules. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TrackingWorld } from './tracking-world.ts';
import { count, list, nameOf, numbers, orders, post, setStatus } from './wire.ts';

const statusAnd = (field: object, paths: string[]) => ({
  update: { name: nameOf('d1'), fields: { status: { stringValue: 'paid' }, ...field } },
  updateMask: { fieldPaths: paths },
});

/** Action → [call, body, status for staff]. */
const actions: Record<string, [rpc: string, body: object, answer: number]> = {
  'lists orders': ['runQuery', list(), 200],
  'counts orders': ['runAggregationQuery', count(), 200],
  'reads an order': ['batchGet', { documents: [nameOf('d1'), nameOf('missing')] }, 200],
  'lists customer-service numbers': ['runQuery', { structuredQuery: { ...numbers, limit: 500 } }, 200],
  'sets a status': ['commit', setStatus('d1', 'paid'), 200],
  'sets the status of a missing order': ['commit', setStatus('missing', 'paid'), 404],
  'sets an unknown status': ['commit', setStatus('d1', 'stolen'), 403],
  'sets a status that is no text': [
    'commit',
    setStatus('d1', '', { update: { name: nameOf('d1'), fields: { status: { integerValue: '1' } } } }),
    403,
  ],
  'removes a status': ['commit', setStatus('d1', '', { update: { name: nameOf('d1'), fields: {} } }), 403],
  'writes another field too': [
    'commit',
    setStatus('d1', '', statusAnd({ user_email: { stringValue: 'x@demo.test' } }, ['status', 'user_email'])),
    403,
  ],
  'writes another field instead': [
    'commit',
    setStatus('d1', '', {
      update: { name: nameOf('d1'), fields: { user_name: { stringValue: 'x' } } },
      updateMask: { fieldPaths: ['user_name'] },
    }),
    403,
  ],
  'replaces an order': [
    'commit',
    { writes: [{ update: { name: nameOf('d1'), fields: { status: { stringValue: 'paid' } } } }] },
    403,
  ],
  'creates an order': [
    'commit',
    {
      writes: [
        {
          update: { name: nameOf('new'), fields: { status: { stringValue: 'paid' } } },
          currentDocument: { exists: false },
        },
      ],
    },
    403,
  ],
  'deletes an order': ['commit', { writes: [{ delete: nameOf('d1') }] }, 403],
  'writes a customer-service number': [
    'commit',
    setStatus('n1', 'paid', {
      update: { name: nameOf('n1', 'customer_service_number'), fields: { status: { stringValue: 'paid' } } },
    }),
    403,
  ],
  'lists another collection': ['runQuery', list({ from: [{ collectionId: 'payments' }] }), 403],
  'reads another collection': ['batchGet', { documents: [nameOf('p1', 'payments')] }, 403],
};

export function rightsSuite(start: () => Promise<TrackingWorld>, strangersAnswer: number): void {
  let world: TrackingWorld;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world.stop());
  beforeEach(() =>
    world.fill([
      {
        collection: 'order_staging',
        id: 'd1',
        fields: {
          timestamp: { timestampValue: '2026-01-01T00:00:00Z' },
          user_name: { stringValue: 'Siti' },
          status: { stringValue: 'unpaid' },
        },
      },
      {
        collection: 'customer_service_number',
        id: 'n1',
        fields: { name: { stringValue: 'Dewi' }, phone: { stringValue: '+62811' } },
      },
    ]),
  );

  const answers = async () => {
    const statuses: Record<string, number> = {};
    for (const [action, [rpc, body]] of Object.entries(actions))
      statuses[action] = (await post(world, rpc, body)).status;
    return statuses;
  };
  const always = (status: number) => Object.fromEntries(Object.keys(actions).map((action) => [action, status]));
  const present = async () => (await post(world, 'runQuery', { structuredQuery: { ...orders, limit: 500 } })).body;

  test.each(['superadmin', 'admin', 'customer-service'] as const)(
    'lets the role %s read, and set a known status of an existing order',
    async (role) => {
      await world.signInAs(role);
      expect(await answers()).toEqual(
        Object.fromEntries(Object.entries(actions).map(([action, [, , status]]) => [action, status])),
      );
      expect(await present()).toMatchObject([
        {
          document: {
            name: nameOf('d1'),
            fields: { status: { stringValue: 'paid' }, user_name: { stringValue: 'Siti' } },
          },
        },
      ]);
    },
  );

  test.each(['instructor', 'member'] as const)('refuses everything to the role %s', async (role) => {
    await world.signInAs(role);
    expect(await answers()).toEqual(always(403));
  });

  test.each(['cyber', 'data'] as const)('refuses everything to an admin of the tenant %s', async (tenant) => {
    await world.signInAs('admin', tenant);
    expect(await answers()).toEqual(always(403));
  });

  test('refuses everything without a sign-in', async () => {
    world.signOut();
    expect(await answers()).toEqual(always(strangersAnswer));
  });
}
