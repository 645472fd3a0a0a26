/**
 * Allowed directions of imports (ARCHITECTURE.md): contract ← server, contract ← admin; platform ← shared ← areas ←
 * app|main, kit ← areas ← app.
 * Tests and their helpers (`testing/`, `tests/`) follow the same rules.
 */

const tests = String.raw`(\.test\.tsx?|\.suite\.ts|/testing/|^server/src/tests/)`;

/**
 * @param {string} name
 * @param {string} comment
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** @type {import('dependency-cruiser').IRegularForbiddenRuleType[]} */
export const rules = [
  never('cycle', 'Files that need each other are one file, or miss a third.', {}, { circular: true }),
  never('unresolved', 'There is no such file or package.', {}, { couldNotResolve: true }),
  never(
    'barrel',
    'Import from the file that has it; re-exports hide where things live.',
    {},
    { dependencyTypes: ['export'], pathNot: 'node_modules' },
  ),
  never(
    'contract-alone',
    'The contract knows nobody: both sides speak it.',
    { path: '^contract/' },
    { path: '^(server|admin)/' },
  ),
  never(
    'product-below-tools',
    'What measures, tries and builds the product stands on it.',
    { path: '^(contract|server|admin)/' },
    { path: '^(scripts|conformance|e2e|bench)/' },
  ),
  never(
    'contract-pure',
    'The contract runs in the browser too.',
    { path: '^contract/src/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  never('server-not-admin', 'The server does not know the admin app.', { path: '^server/' }, { path: '^admin/' }),
  never(
    'admin-not-server',
    'The admin app knows the server by the contract alone.',
    { path: '^admin/' },
    { path: '^server/' },
  ),
  never(
    'platform-below',
    'The platform carries the areas and does not know them.',
    { path: '^server/src/platform/' },
    { path: '^server/src/', pathNot: '^server/src/(platform/|tables\\.ts$)' },
  ),
  never(
    'shared-below',
    'What areas share stands on the platform and does not know the areas.',
    { path: '^server/src/shared/' },
    { path: '^server/src/', pathNot: '^server/src/((platform|shared)/|tables\\.ts$)' },
  ),
  never(
    'tables-below',
    'The generated tables stand below everything but the contract.',
    { path: '^server/src/tables\\.ts$' },
    { path: '^(server|admin)/' },
  ),
  never(
    'kit-below',
    'The kit carries the areas and does not know them.',
    { path: '^admin/src/kit/' },
    { path: '^admin/src/', pathNot: '^admin/src/kit/' },
  ),
  never(
    'area-below',
    'Areas are composed by what is above them.',
    { path: '^(server|admin)/src/areas/' },
    {
      path: '^(server|admin)/src/',
      pathNot: '^(server/src/((platform|shared|areas)/|tables\\.ts$)|admin/src/(kit|areas)/)',
    },
  ),
  never(
    'area-apart',
    'What two areas need moves down, or is composed above.',
    { path: '^(server|admin)/src/areas/([^/]+)/' },
    { path: '^(server|admin)/src/areas/', pathNot: '^$1/src/areas/$2/' },
  ),
  never(
    'product-not-test',
    'Tests lean on the product, never the other way.',
    { path: '^(contract|server|admin)/', pathNot: tests },
    { path: tests },
  ),
  never(
    'toasts-once',
    'Toasts are shown by the app’s query client alone.',
    { path: '^admin/src/(areas|kit)/' },
    { path: '@mantine/notifications' },
  ),
  never(
    'firestore-once',
    'The tracking client is the only one that speaks Firestore.',
    { path: '^admin/', pathNot: '^admin/src/areas/order-tracking/' },
    { path: '(^|/)firebase/' },
  ),
];
