/** Server with only node:http and pg: the baseline without sign-in, validation, logging and contract. */
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { oneUser, orderPage } from './sql.ts';

const pool = new pg.Pool({
  connectionString: process.env['BARE_DATABASE_URL'],
  max: 10,
});

createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bare');
  const send = (body: unknown) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  // Answer only when the bytes are on disk.
  if (url.pathname === '/file')
    void pipeline(request, createWriteStream(join(process.env['BARE_FOLDER'] ?? '', 'file'), { flush: true })).then(
      () => send('kept'),
    );
  else if (url.pathname === '/ping') send('pong');
  else if (url.pathname === '/orders')
    void pool
      .query({ ...orderPage, values: [10, 0] })
      .then(({ rows }) => send({ totalItems: rows[0].total, data: rows }));
  else void pool.query({ ...oneUser, values: [url.searchParams.get('id')] }).then(({ rows }) => send(rows[0]));
}).listen(Number(process.env['PORT']), '127.0.0.1');

process.on('SIGINT', () => process.exit(0));
