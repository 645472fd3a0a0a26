/** Style rules for comments and names (CONTRIBUTING.md, Style), as far as a program can check them. */
import ts from 'typescript6';

/** First words of doc comments that should be a noun phrase or a verb. */
const opening = /^\/\*\*[\s*]*(Of|Who|What|Whoever)\b/;
/** Finds the files that need parsing; most contain none of these words. */
const suspicious = /\b([Tt]old|[Ss]aid|[Aa]sked|[Gg]iven|[Ww]anted)\b|\/\*\*[\s*]*(Of|Who|What|Whoever)\b/;
const names = new Set(['told', 'said', 'asked', 'given', 'wanted', 'Told', 'Said', 'Asked', 'Given', 'Wanted']);

/**
 * Violations in a source file, with their lines.
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function styleFaults(file, text) {
  if (!suspicious.test(text)) return [];
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : file.endsWith('mjs') ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  /** @type {Map<number, string>} */
  const faults = new Map();
  const checkComments = (/** @type {ts.Node} */ node) => {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      const [, word] = opening.exec(text.slice(pos, end)) ?? [];
      if (word) faults.set(pos, `a doc comment begins with "${word}"; begin with a noun phrase or a verb`);
    }
  };
  const visit = (/** @type {ts.Node} */ node) => {
    if (node.getChildCount(source) === 0) checkComments(node);
    if (ts.isIdentifier(node) && names.has(node.text))
      faults.set(node.getStart(source), `the name "${node.text}" says too little; use the field's word`);
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...faults]
    .toSorted(([one], [other]) => one - other)
    .map(([pos, fault]) => `${file}:${source.getLineAndCharacterOfPosition(pos).line + 1}: ${fault}`);
}
