/** Checks every import of the product against the rules (import-rules.mjs). */
import { existsSync, readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { rules } from './import-rules.mjs';

/** TypeScript 7 has no parser API; without a parser, dependency-cruiser reads nothing and reports no violation. */
registerHooks({
  resolve: (name, context, next) =>
    next(/^typescript($|\/)/.test(name) ? name.replace('typescript', 'typescript6') : name, context),
});
const { cruise } = await import('dependency-cruiser');

const folders = ['contract/src', 'server/src', 'admin/src'];
const isSource = /\.tsx?$/;

/**
 * @typedef {object} Found
 * @property {number} seen modules that the checker read
 * @property {number} onDisk modules that exist
 * @property {{ rule: string, from: string, to: string, comment: string }[]} violations
 */

/**
 * Checks the imports under `root` against the rules.
 * @param {string} root
 * @returns {Promise<Found>}
 */
export async function checkImports(root) {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const { output } = await cruise(present, {
    baseDir: root,
    validate: true,
    ruleSet: { forbidden: rules },
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules'] },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  });
  if (typeof output === 'string') throw new Error(output);
  return {
    // Includes files without imports and importers; excludes files that could not be parsed.
    seen: output.modules.filter(
      ({ source }) => isSource.test(source) && present.some((folder) => source.startsWith(`${folder}/`)),
    ).length,
    onDisk: present.map((folder) => countSources(join(root, folder))).reduce((a, b) => a + b, 0),
    violations: output.summary.violations.map(({ rule, from, to }) => ({
      rule: rule.name,
      from,
      to,
      comment: rules.find(({ name }) => name === rule.name)?.comment ?? '',
    })),
  };
}

/** @param {string} folder */
function countSources(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => isSource.test(file) && !file.endsWith('.d.ts'),
  ).length;
}
