/** Button that unassigns all products of a record after a confirmation (spec §7, §8). */
import { Button, type ButtonProps } from '@mantine/core';
import type { unassignAllProducts } from '#contract/pricing/unassign-all.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import { Unavailable } from '#kit/feedback/unavailable.tsx';
import { counted } from '#kit/format/formats.ts';

interface Props extends ButtonProps {
  call: typeof unassignAllProducts;
  id: string;
  name: string;
  /** Number of assigned products. */
  total: number;
  /** Describes what would happen to prices; follows "Unassign: ". */
  consequence: string;
}

export function UnassignAllButton({ call, id, name, total, consequence, ...look }: Props) {
  const unassign = useAction(call);
  const ask = async () => {
    const action = `Unassign ${counted(total, 'product', 'products')}`;
    const text = `Unassign: ${consequence}`;
    const isSure = await confirm({ title: `${action} from "${name}"?`, text, action, isDestructive: true });
    if (isSure) await unassign.run({ params: { id } });
  };
  return (
    <Unavailable why={total === 0 && 'No product is assigned'}>
      <Button {...look} onClick={() => void ask()}>
        Unassign all products
      </Button>
    </Unavailable>
  );
}
