/**
 * `npm run check`: types, the typed client, format, lint, imports, first sentences, documentation links, dead code. Every
 * finding is an error.
 */
import { install } from './lib/install.mjs';
import { Explained, quietly } from './lib/run.mjs';
import { environmentOf, findNode } from './lib/runtime.mjs';
import { script, step } from './lib/steps.mjs';

const tsc = (/** @type {string} */ project) => ['node_modules/typescript/bin/tsc', '-p', project];

/** Workspace with its own TypeScript (docs/decisions/0110). */
const storefront = 'examples/storefront';

/** Label → arguments for Node 24. */
const checks = {
  'Types of the contract': tsc('contract'),
  'Types of the server': tsc('server'),
  'Types of the admin app': tsc('admin'),
  'Types of tools and tests': tsc('.'),
  'Description of the API for keys': ['scripts/keys-api.ts'],
  'Typed client': [
    `${storefront}/node_modules/openapi-typescript/bin/cli.js`,
    '.cache/keys-api.json',
    `--output=${storefront}/src/api.d.ts`,
    '--default-non-nullable=false',
  ],
  'Types of the storefront': [`${storefront}/node_modules/typescript/bin/tsc`, '-p', storefront],
  Format: ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
  Lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--report-unused-disable-directives'],
  'Imports and first sentences': ['scripts/check-sources.mjs'],
  'Links of the documentation': ['scripts/check-links.mjs'],
  'Dead code': ['node_modules/knip/bin/knip.js', '--no-progress'],
};

await script(async () => {
  await step('Packages', install);
  const node = findNode();
  /** @type {Error[]} */
  const found = [];
  for (const [label, args] of Object.entries(checks)) {
    await step(label, () => quietly(node, args, environmentOf(node))).catch((error) => found.push(error));
  }
  if (found.length > 0) throw new Explained(found.map(({ message }) => message).join('\n\n'));
  return 0;
});
