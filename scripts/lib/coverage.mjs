/** Compares docs/spec-coverage.md with the tests, the calls of the contract and the texts of specification §8. */
import ts from 'typescript6';

/**
 * @typedef {object} Row
 * @property {number} line from 1
 * @property {string} spec its first cell
 * @property {string[]} cells as written
 * @property {{ file: string, title: string }[]} proofs
 */

/** @typedef {{ method: string, url: string }} Call */

/**
 * @typedef {object} Facts what the table is compared with
 * @property {(file: string) => string | undefined} read undefined: the file does not exist
 * @property {readonly Call[]} calls of the contract
 * @property {readonly string[]} texts of the catalogue
 */

const isTestFile = /\.(test|spec|suite)\.tsx?$/;
const columns = 4;

/**
 * Rows of all tables, without headings.
 * @param {string} markdown
 * @returns {Row[]}
 */
export function rowsOf(markdown) {
  const lines = markdown.split('\n');
  const isRule = (/** @type {string | undefined} */ line) => /^\|[-| :]+\|$/.test(line ?? '');
  return lines.flatMap((text, index) => {
    if (!text.startsWith('|') || isRule(text) || isRule(lines[index + 1])) return [];
    const cells = text
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|'));
    return [{ line: index + 1, spec: cells[0] ?? '', cells, proofs: proofsOf(cells[columns - 1] ?? '') }];
  });
}

/**
 * Parses `path › title`, separated by `<br>`; without a path, the previous file is meant.
 * @param {string} cell
 */
function proofsOf(cell) {
  let file = '';
  return cell
    .split('<br>')
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const [path = '', ...title] = part.split('›').map((side) => side.trim());
      file = path.replaceAll('`', '') || file;
      return { file, title: title.join(' › ') };
    });
}

/** Placeholder of a value in a parametrized title: `%s`, `$name`, `${name}`. */
const placeholder = /%[sdijo#]|\$\{[^}]*\}|\$[a-z]\w*/i;

/**
 * Titles of a file's tests and groups that are not skipped; for `testMessages({ does })` the value of `does`.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function titlesIn(file, text) {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  /** @type {string[]} */
  const found = [];
  const visit = (/** @type {ts.Node} */ node) => {
    const title = ts.isCallExpression(node) ? titleOf(node) : undefined;
    if (title !== undefined) found.push(title);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param {ts.CallExpression} call */
function titleOf({ expression, arguments: [first] }) {
  const names = expression
    .getText()
    .replace(/\((?:.|\n)*\)/, '')
    .split('.');
  if (!first || names.includes('skip') || names.includes('todo')) return undefined;
  if (names[0] === 'testMessages' && ts.isObjectLiteralExpression(first)) {
    const does = first.properties.find((property) => property.name?.getText() === 'does');
    return does && ts.isPropertyAssignment(does) ? textOf(does.initializer) : undefined;
  }
  return ['it', 'test', 'describe'].includes(names[0] ?? '') ? textOf(first) : undefined;
}

/** @param {ts.Expression} node */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined;
}

/**
 * @param {string} title of a test
 * @param {string} named in the table: the title, or a part of a parametrized one
 */
const isNamed = (title, named) =>
  title === named || (placeholder.test(title) && named.length > 5 && title.includes(named));

/** Call URL in which `/admin/course/:id/` and `/admin/course/{id}` are equal. @param {string} url */
const bare = (url) => url.replace(/:\w+|\{\w+\}/g, '{}').replace(/\/$/, '');
const nameOf = (/** @type {Call} */ { method, url }) => `${method} ${bare(url)}`;

/** @param {string} cell @returns {string[]} */
const callsIn = (cell) =>
  [...cell.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)].map(([, method = '', url = '']) =>
    nameOf({ method, url }),
  );

/** @param {Row} row @param {Facts['read']} read @returns {string[]} */
function wrongProofs({ cells, proofs }, read) {
  if (cells.length !== columns) return [`it has ${cells.length} cells instead of ${columns}`];
  if (proofs.length === 0) return ['it has no proof'];
  return proofs.flatMap(({ file, title }) => {
    if (!isTestFile.test(file)) return [`"${file}" is no file of tests`];
    const text = read(file);
    if (text === undefined) return [`${file} is not there`];
    return titlesIn(file, text).some((one) => isNamed(one, title)) ? [] : [`${file} has no test "${title}"`];
  });
}

/**
 * Faults of the table, one sentence each.
 * @param {string} markdown
 * @param {Facts} facts
 * @returns {string[]}
 */
export function coverageFaults(markdown, { read, calls, texts }) {
  const rows = rowsOf(markdown);
  const named = rows.flatMap(({ cells, line }) => callsIn(cells[0] ?? '').map((call) => ({ call, line })));
  const known = new Set(calls.map(nameOf));
  const covered = new Set(named.map(({ call }) => call));
  const rowTexts = rows.map(({ cells }) => cells.slice(0, 2).join(' ')).join('\n');
  return [
    ...rows.flatMap((row) => wrongProofs(row, read).map((fault) => `Line ${row.line} (${row.spec}): ${fault}.`)),
    ...named.filter(({ call }) => !known.has(call)).map(({ call, line }) => `Line ${line}: there is no call ${call}.`),
    ...[...known].filter((call) => !covered.has(call)).map((call) => `No row has the call ${call}.`),
    ...texts.filter((text) => !rowTexts.includes(text)).map((text) => `No row has the text "${text}".`),
  ];
}

/**
 * Strings in the arrays of a constant of a file, such as the texts that a test lists.
 * @param {string} text
 * @param {string} name
 * @returns {string[]}
 */
export function stringsOf(text, name) {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  /** @type {string[]} */
  const found = [];
  const collect = (/** @type {ts.Node} */ node) => {
    if (ts.isStringLiteralLike(node) && ts.isArrayLiteralExpression(node.parent)) found.push(node.text);
    ts.forEachChild(node, collect);
  };
  ts.forEachChild(source, (statement) => {
    if (!ts.isVariableStatement(statement)) return;
    for (const declared of statement.declarationList.declarations)
      if (declared.name.getText() === name) collect(declared);
  });
  return found;
}
