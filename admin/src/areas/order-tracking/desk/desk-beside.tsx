/** Panel of a tracked order beside another list: the desk's, with what its page provides. */
import { useCallbackRef } from '@mantine/hooks';
import type { Queued } from '#kit/area.ts';
import { useStatusChange } from '../use-status-change.ts';
import { OrderBeside } from './order-beside.tsx';
import { DeskContext, type Desk, useDesk, useDeskData } from './use-desk.ts';

const noop = () => undefined;

export function DeskBeside({ id, queued }: { id: string; queued: Queued }) {
  const desk = useDesk(noop);
  useDeskData(undefined, id);
  const { set } = useStatusChange({ onSet: noop, onWritten: desk.setStatus });
  const work: Desk['work'] = async (...args) => {
    let outcome: Awaited<ReturnType<Desk['work']>>;
    await queued.handle('Followed up', async () => {
      outcome = await desk.work(...args);
      return outcome?.ok ?? false;
    });
    return outcome;
  };
  return (
    <DeskContext value={{ ...desk, work, pass: queued.pass, set: useCallbackRef(set) }}>
      <OrderBeside id={id} record={undefined} />
    </DeskContext>
  );
}
