/** Question before a page of an import is left. */
import { useBlocker } from '@tanstack/react-router';
import { confirm } from '#kit/feedback/confirm.tsx';

/** Asks before `lost`, such as the columns that were chosen by hand, is lost. */
export const useLeaveGuard = (isAtStake: () => boolean, lost: string) =>
  useBlocker({
    disabled: !isAtStake(),
    enableBeforeUnload: isAtStake,
    shouldBlockFn: async () =>
      isAtStake() &&
      !(await confirm({
        title: 'Leave the import?',
        text: `Nothing is imported, and your ${lost} are lost.`,
        action: 'Leave',
        back: 'Stay',
        isDestructive: true,
      })),
  });
