/** Builds the admin app into admin/dist, unless its sources are unchanged. */
import { filesUnder, hashOf, read, unlessDone } from './files.mjs';
import { quietly } from './run.mjs';
import { environmentOf, findNode } from './runtime.mjs';

export async function buildAdmin() {
  const sources = [...filesUnder('admin'), ...filesUnder('contract'), 'package-lock.json'].filter(
    (file) => !/\.(test|suite)\.tsx?$/.test(file),
  );
  const mark = hashOf(sources.flatMap((file) => [file, read(file)]));
  await unlessDone('admin/dist/.lectern', mark, async () => {
    const node = findNode();
    await quietly(
      node,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'admin/vite.config.ts', '--logLevel', 'warn'],
      environmentOf(node),
    );
  });
}
