/**
 * Allowed imports (ARCHITECTURE.md), where a ← b means that b may import a: contract ← server, contract ← admin;
 * platform ← shared ← areas ← app|main, kit ← areas ← app.
 * Tests and their helpers (`testing/`, `tests/`) follow the same order of layers, but may import Node.js modules in the
 * contract, and other tests. Further rules: no cycles or barrel files, toasts only in the app, Firestore only in order
 * tracking.
 */

/** Pattern of the paths of tests and their helpers. */
const tests = String.raw`(\.test\.tsx?|\.suite\.ts|/testing/|^server/src/tests/)`;

/**
 * Rule that forbids imports; `comment` tells the developer what to do.
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IRegularForbiddenRuleType[]} */
export const rules = [
  never('cycle', 'Circular import: merge the files, or move what they share to a third.', {}, { circular: true }),
  never('unresolved', 'There is no such file or package.', {}, { couldNotResolve: true }),
  never(
    'barrel',
    'Import from the defining file instead of a re-export.',
    {},
    { dependencyTypes: ['export'], pathNot: 'node_modules' },
  ),
  never(
    'contract-alone',
    'The contract must not import from the server or the admin app.',
    { path: '^contract/' },
    { path: '^(server|admin)/' },
  ),
  never(
    'product-below-tools',
    'The product must not import from scripts, conformance, e2e or bench.',
    { path: '^(contract|server|admin)/' },
    { path: '^(scripts|conformance|e2e|bench)/' },
  ),
  never(
    'contract-pure',
    'The contract must not import Node.js modules: it also runs in the browser.',
    { path: '^contract/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  never(
    'server-not-admin',
    'The server must not import from the admin app.',
    { path: '^server/' },
    { path: '^admin/' },
  ),
  never(
    'admin-not-server',
    'The admin app must not import from the server, only from the contract.',
    { path: '^admin/' },
    { path: '^server/' },
  ),
  never(
    'platform-below',
    'The platform must not import from the rest of the server.',
    { path: '^server/src/platform/' },
    { path: '^server/src/', pathNot: '^server/src/(platform/|tables\\.ts$)' },
  ),
  never(
    'shared-below',
    'Shared code must not import from areas or the app.',
    { path: '^server/src/shared/' },
    { path: '^server/src/', pathNot: '^server/src/((platform|shared)/|tables\\.ts$)' },
  ),
  never(
    'tables-below',
    'The generated tables must not import from the server or the admin app.',
    { path: '^server/src/tables\\.ts$' },
    { path: '^(server|admin)/' },
  ),
  never(
    'kit-below',
    'The kit must not import from areas or the app.',
    { path: '^admin/src/kit/' },
    { path: '^admin/src/', pathNot: '^admin/src/kit/' },
  ),
  never(
    'area-below',
    'Areas must not import from the app; the app composes them.',
    { path: '^(server|admin)/src/areas/' },
    {
      path: '^(server|admin)/src/',
      pathNot: '^(server/src/((platform|shared|areas)/|tables\\.ts$)|admin/src/(kit|areas)/)',
    },
  ),
  never(
    'area-apart',
    'Areas must not import from each other: move what they share to the kit or shared, or compose it in the app.',
    { path: '^(server|admin)/src/areas/([^/]+)/' },
    { path: '^(server|admin)/src/areas/', pathNot: '^$1/src/areas/$2/' },
  ),
  never(
    'product-not-test',
    'The product must not import from tests.',
    { path: '^(contract|server|admin)/', pathNot: tests },
    { path: tests },
  ),
  never(
    'toasts-once',
    'Only the query client of the app shows toasts.',
    { path: '^admin/src/(areas|kit)/' },
    { path: '@mantine/notifications' },
  ),
  never(
    'firestore-once',
    'Only the tracking client uses Firestore.',
    { path: '^admin/', pathNot: '^admin/src/areas/order-tracking/' },
    { path: '(^|/)firebase/' },
  ),
];
