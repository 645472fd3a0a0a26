/** Tracking documents in this product's own server: real HTTP, real PostgreSQL. */
import type { AddressInfo } from 'node:net';
import type { TrackingWorld, WireDocument } from './tracking-world.ts';
import type { TestApp } from '../server/src/platform/testing/app.ts';
import { testApp } from '../server/src/tests/app.ts';
import { sendWith } from './request-headers.ts';

export interface EmbeddedWorld extends TrackingWorld {
  server: TestApp;
}

/** Starts a server on an empty database of its own; `stop` ends both. */
export async function embeddedWorld(): Promise<EmbeddedWorld> {
  const server = await testApp();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    server,
    origin,
    access: { mode: 'embedded', projectId: 'coding', apiKey: 'any', path: '/firestore' },
    async fill(documents) {
      await server.sql(`delete from tracking_document where tenant = 'coding'`);
      await insert(server, documents);
    },
    async signInAs(role, tenant) {
      const { token } = await server.as(role, tenant);
      sendWith(origin, { cookie: `role=${role}; accessToken=${token}` });
    },
    signOut: () => sendWith(origin, {}),
    stop: () => server.close(),
  };
}

async function insert(server: TestApp, documents: WireDocument[]): Promise<void> {
  await server.sql(
    `insert into tracking_document (tenant, collection, id, fields, status)
    select 'coding', collection, id, fields - 'status', fields -> 'status'
    from jsonb_to_recordset($1::jsonb) as document (collection text, id text, fields jsonb)`,
    [JSON.stringify(documents)],
  );
}
