/** Tables of the rich text editor, and its commands for them. */
import { Node } from '@tiptap/react';
import { deleteColumn, deleteRow, deleteTable, goToNextCell, tableEditing } from '@tiptap/pm/tables';
import type { Command } from '@tiptap/pm/state';

/** Upper limit of the columns or rows that a cell spans; the sanitizer of the server has the same. */
const maxSpan = 100;

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) =>
    Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1, 1), maxSpan),
  renderHTML: (cell: Record<string, unknown>) => (Number(cell[name]) > 1 ? { [name]: cell[name] } : {}),
});

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({ colspan: span('colspan'), rowspan: span('rowspan') }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes, 0],
  });

/** Roles by which the module of tables knows the nodes. */
const roles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
};

const table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
  extendNodeSchema: ({ name }) => (name in roles ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    // In the last cell Tab leaves the editor, as elsewhere.
    const go = (direction: 1 | -1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch);
    return { Tab: go(1), 'Shift-Tab': go(-1) };
  },
});

const row = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)+',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

export const tableNodes = [table, row, cell('tableCell', 'td'), cell('tableHeader', 'th')];

const either =
  (first: Command, second: Command): Command =>
  (state, dispatch, view) =>
    first(state, dispatch, view) || second(state, dispatch, view);

export { addColumnAfter as addColumn, addRowAfter as addRow, deleteTable } from '@tiptap/pm/tables';
/** Deletes the row; the only one with its table. */
export const deleteRows = either(deleteRow, deleteTable);
/** Deletes the column; the only one with its table. */
export const deleteColumns = either(deleteColumn, deleteTable);

const cells = (type: string) => Array.from({ length: 2 }, () => ({ type, content: [{ type: 'paragraph' }] }));
/** New table with a row of headings. */
export const newTable = {
  type: 'table',
  content: ['tableHeader', 'tableCell'].map((type) => ({ type: 'tableRow', content: cells(type) })),
};
