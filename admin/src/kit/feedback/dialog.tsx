/** A dialog, there while it is drawn. The focus goes back to what had it; to the page where that is gone. */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

export function Dialog(props: Omit<ModalProps, 'opened'>) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      // Not from a field that whatever closed the dialog has just chosen.
      if (document.activeElement !== document.body) return;
      const back =
        before instanceof HTMLElement && before !== document.body && before.isConnected
          ? before
          : document.querySelector<HTMLElement>('#main');
      back?.focus({ preventScroll: true });
    },
    [before],
  );
  return <Modal opened {...props} />;
}
