/** The conflict of what a button does to a record: asked like any question, with the dialog that forms have. */
import { useEffect } from 'react';
import { ConflictDialog, type ConflictProps } from '../form/conflict-dialog.tsx';
import { all, sharedValue } from '../shared-value.ts';

type Asked = Omit<ConflictProps, 'onTheirs' | 'onMine' | 'onClose'>;

const asked = sharedValue<(Asked & { answer: (keepsMine: boolean) => void }) | undefined>(undefined);

/** Whether the person keeps theirs; false: the other's stands. */
export function askConflict(conflict: Asked): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({
      ...conflict,
      answer: (keepsMine) => {
        asked.set(undefined);
        resolve(keepsMine);
      },
    });
  });
}

/** Drawn by the page of a record. */
export function ConflictQuestion() {
  const question = asked.use(all);
  useEffect(() => () => asked.get()?.answer(false), []);
  if (!question) return null;
  const { answer, ...conflict } = question;
  const leave = () => answer(false);
  return <ConflictDialog {...conflict} onTheirs={leave} onClose={leave} onMine={() => answer(true)} />;
}
