/** API calls against the same SQL through pg, and against bare node:http. */
import { Agent, get as request } from 'node:http';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { loadAlternately, median, timeAlternately, throughput, timed } from './measure.ts';
import { note } from './report.ts';
import { type Running, connect, tokenOf } from './server.ts';
import { oneUser, orderPage, scannedTotal, userSearch } from './sql.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** One GET over one keep-alive connection, read to its end, which costs the client little time. */
const ask = (url: string, token: string): Promise<void> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url}: ${answer.statusCode}`));
      answer.resume().on('end', resolve);
    }).on('error', reject);
  });

interface Measured {
  lectern: Running;
  bare: Running;
  million: boolean;
}

export async function measureHttp({ lectern, bare, million }: Measured): Promise<void> {
  const client = await connect('coding');
  const token = await tokenOf(client, 'coding');
  const api = `${lectern.url}/api`;
  const get = (path: string) => () => ask(`${api}${path}`, token);

  const [list, listSql] = await timeAlternately(500, get('/admin/orders?pageSize=10'), () =>
    client.query({ ...orderPage, values: [10, 0] }),
  );
  note(
    'list of 10 of 100,000 with its total: HTTP ÷ raw SQL, p50',
    list / listSql,
    ' ×',
    { max: 2.5 },
    `${list.toFixed(2)} ms, ${listSql.toFixed(2)} ms`,
  );
  note('a total by scan instead, raw SQL alone', median(await timed(30, () => client.query(scannedTotal))), ' ms');
  const [deep, near] = await timeAlternately(
    200,
    get('/admin/orders?pageSize=10&page=5000'),
    get('/admin/orders?pageSize=10&page=1'),
  );
  note(
    'page 5,000 against page 1, HTTP',
    deep / near,
    ' ×',
    { max: 3 },
    `${deep.toFixed(2)} ms, ${near.toFixed(2)} ms`,
  );
  const [search, searchSql] = await timeAlternately(200, get('/admin/user?search=usti&pageSize=10'), () =>
    client.query({ ...userSearch, values: ['%usti%', 10] }),
  );
  note('substring search in 20,000 users, HTTP, p50', search, ' ms', { max: 10 }, `its SQL ${searchSql.toFixed(2)} ms`);

  const {
    rows: [user],
  } = await client.query(`select id from "user" where email = 'admin@demo.test'`);
  note('list of 10 of 100,000, c=1', await throughput(`${api}/admin/orders?pageSize=10`, 1, token), ' req/s');
  const list20 = await loadAlternately(
    { url: `${api}/admin/orders?pageSize=10`, token },
    { url: `${bare.url}/orders` },
  );
  noteOfBare('list of 10 of 100,000', list20, 56);
  const recordOne = await throughput(`${api}/member/profile/`, 1, token);
  note('one record, c=1', recordOne, ' req/s');
  const record20 = await loadAlternately(
    { url: `${api}/member/profile/`, token },
    { url: `${bare.url}/user?id=${user.id}` },
  );
  noteOfBare('one record', record20, 55);
  note(
    'the record’s SQL alone',
    median(await timed(300, () => client.query({ ...oneUser, values: [user.id] }))),
    ' ms',
  );
  await client.end();
  if (million) await measureMillion(lectern);
}

/** Reports requests a second at 20 connections, as a ratio to node:http with pg. */
const noteOfBare = (what: string, { one, other, ratio }: Awaited<ReturnType<typeof loadAlternately>>, min: number) =>
  note(
    `${what}, c=20, of bare node:http + pg`,
    ratio * 100,
    ' %',
    { min },
    `${Math.round(one)} of ${Math.round(other)} req/s`,
  );

/**
 * The unfiltered list of 1,000,000 rows must take as long as that of 10,000, because its total is stored instead of
 * counted.
 */
async function measureMillion(lectern: Running): Promise<void> {
  const listOf = async (tenant: Tenant) => {
    const client = await connect(tenant);
    const token = await tokenOf(client, tenant);
    await client.end();
    return () => ask(`${lectern.url}/api/admin/orders?pageSize=10`, token);
  };
  const [big, small] = await timeAlternately(400, await listOf('data'), await listOf('cyber'));
  note(
    'list of 1,000,000 ÷ list of 10,000, HTTP, p50',
    big / small,
    ' ×',
    { max: 1.5 },
    `${big.toFixed(2)} ms, ${small.toFixed(2)} ms`,
  );
}
