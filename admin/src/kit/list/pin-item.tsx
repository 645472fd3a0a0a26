/** Menu item that pins a saved view to the navigation of the user, or unpins it. */
import { Menu } from '@mantine/core';
import { listPinnedViews, pinSavedView } from '#contract/kernel/saved-view.ts';
import { useAction } from '../api/use-action.ts';
import { useCall } from '../api/use-call.ts';

export function PinItem({ viewId: id }: { viewId: string }) {
  const { data } = useCall(listPinnedViews, {}, { isApart: true });
  const pin = useAction(pinSavedView);
  const isPinned = data?.views.some(({ viewId }) => viewId === id) ?? false;
  return (
    <Menu.Item onClick={() => void pin.run({ params: { id }, body: { isPinned: !isPinned } })}>
      {isPinned ? 'Unpin' : 'Pin to the navigation'}
    </Menu.Item>
  );
}
