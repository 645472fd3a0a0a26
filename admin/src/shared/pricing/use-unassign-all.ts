/** Action that unassigns all products of a record after a confirmation (spec §7, §8). */
import type { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { counted } from '#kit/format/formats.ts';
import type { Action } from '#kit/record/head-actions.tsx';

interface Options {
  id: string;
  name: string;
  /** Number of assigned products. */
  total: number;
  /** Describes what would happen to prices; follows "Unassign: ". */
  consequence: string;
}

export function useUnassignAll(call: typeof unassignAllProducts, { id, name, total, consequence }: Options): Action {
  const unassign = useAction(call);
  const ask = async () => {
    const action = `Unassign ${counted(total, 'product', 'products')}`;
    const text = `Unassign: ${consequence}`;
    const isSure = await confirm({ title: `${action} from "${name}"?`, text, action, isDestructive: true });
    if (isSure) await unassign.run({ params: { id } });
  };
  return { label: 'Unassign all products', run: ask, why: total === 0 && 'No product is assigned' };
}
