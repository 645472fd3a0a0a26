/**
 * Writes the files to deploy to a tenant's Firebase project, and prints the commands (docs/guide/order-tracking.md).
 *
 * npm run hosted -- coding
 */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tenants } from '../contract/src/kernel/endpoint.ts';
import { rulesOf } from './lib/firestore-rules.ts';

const tenant = tenants.find((known) => known === process.argv[2]);
if (tenant) {
  const root = join(import.meta.dirname, '..');
  const folder = join(root, '.cache/hosted-tracking', tenant);
  mkdirSync(folder, { recursive: true });
  for (const file of ['firebase.json', 'firestore.indexes.json']) copyFileSync(join(root, file), join(folder, file));
  writeFileSync(join(folder, 'firestore.rules'), rulesOf(tenant));
  console.log(
    `cd ${folder} && npx firebase-tools deploy --only firestore --project PROJECT_OF_${tenant.toUpperCase()}`,
  );
} else {
  console.error(`Which tenant? One of ${tenants.join(', ')}.`);
  process.exitCode = 1;
}
