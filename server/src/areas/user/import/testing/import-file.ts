/** Helpers for tests of imports: the two calls, and results by state. */
import { type ImportPreview, previewImport, startImport } from '#contract/user/import/endpoints.ts';
import { fileImport } from '#shared/testing/file-import.ts';

export const { preview, start: importRows } = fileImport(previewImport, startImport, { kind: 'members' });

/** Lines by state: `{ new: [2], refused: [3] }`. */
export function linesByState({ rows }: ImportPreview): Record<string, number[]> {
  const groups = Map.groupBy(rows, ({ state }) => state);
  return Object.fromEntries([...groups].map(([state, of]) => [state, of.map(({ line }) => line)]));
}
