/** Panel of a tracked order beside another list: the desk's, with what its page provides. */
import { useCallbackRef } from '@mantine/hooks';
import { useStatusChange } from '../use-status-change.ts';
import { OrderBeside } from './order-beside.tsx';
import { DeskContext, useDesk, useDeskData } from './use-desk.ts';

const noop = () => undefined;

export function DeskBeside({ id }: { id: string }) {
  const desk = useDesk(noop);
  useDeskData(undefined, id);
  const { set } = useStatusChange({ onSet: noop, onWritten: desk.setStatus });
  return (
    <DeskContext value={{ ...desk, set: useCallbackRef(set) }}>
      <OrderBeside id={id} record={undefined} />
    </DeskContext>
  );
}
