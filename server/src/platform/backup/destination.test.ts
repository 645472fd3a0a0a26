/** Proves that a backup which is given up leaves nothing behind, however early. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { expect, it } from 'vitest';
import { openDestination } from './destination.ts';

it('a destination that is discarded at once is never there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-destination-'));
  const { stream, discard } = openDestination(folder, false);
  discard();
  stream.end();
  await finished(stream);
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
