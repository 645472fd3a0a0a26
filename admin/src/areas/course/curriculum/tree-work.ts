/** Actions on the focused row, or on the selection. */
import { confirmRemoval, removalProblem } from './confirm-removal.ts';
import { keyOf } from './order.ts';
import { type TreeState, activeKey } from './tree-state.ts';
import type { Curriculum } from './use-curriculum.ts';

export async function duplicate({ active, items, choose, setTicked }: TreeState, work: Curriculum): Promise<void> {
  if (items.length === 0) return choose((active && (await work.duplicateSection(active.section))) ?? active?.key);
  const made = await work.duplicate(items);
  if (made[0]) choose(made[0]);
  setTicked(new Set());
}

export async function remove(state: TreeState, work: Curriculum): Promise<void> {
  const { active, items, rows, choose, setTicked } = state;
  if (!active || removalProblem(active, items) || !(await confirmRemoval(active, items))) return;
  const gone = new Set(items.map(keyOf));
  const at = rows.indexOf(active);
  const isSection = items.length === 0;
  const next = [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()].find(
    ({ key, section }) => !gone.has(key) && (!isSection || section !== active.section),
  );
  setTicked(new Set());
  choose(next?.key);
  const { ok } = await (isSection ? work.removeSection(active.section) : work.remove(items));
  // The row is back after a failed deletion: choose it again, unless the user has moved on.
  if (!ok && activeKey() === next?.key) choose(active.key);
}
