/**
 * Part of `npm run check`: every row of docs/spec-coverage.md names an existing test, and every call and text has a
 * row.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { everyEndpoint } from '../server/src/tests/endpoints.ts';
import { coverageFaults, stringsOf } from './lib/coverage.mjs';
import { read, root } from './lib/files.mjs';

const table = 'docs/spec-coverage.md';
const calls = (await everyEndpoint()).map(({ entry: { method, url } }) => ({ method, url }));
const texts = stringsOf(read('contract/src/messages.test.ts'), 'catalogue');
if (calls.length === 0 || texts.length === 0) throw new Error('The checker saw no calls or no texts.');

const readOrNot = (/** @type {string} */ file) => (existsSync(join(root, file)) ? read(file) : undefined);
const faults = coverageFaults(read(table), { read: readOrNot, calls, texts });
for (const fault of faults) console.error(`${table}: ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
