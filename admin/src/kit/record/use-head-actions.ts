/** Actions in the head of a record's page: its switch, its own ones, and Delete, each for the roles that may. */
import type { Draft } from '#contract/kernel/draft.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import { role } from '../api/session.ts';
import type { HeadActions } from './head-actions.tsx';
import type { Opened } from './opened.ts';
import type { RecordPageProps } from './record-page-props.ts';
import type { Versioned } from './use-record-form.ts';
import { useRemoval } from './use-removal.ts';
import { activation } from './status-switch.ts';
import { useStatusAction } from './use-status-action.ts';

const noActions = (): HeadActions => ({});
const noSwitching = () => ({});

export function useHeadActions<R extends Versioned, S extends Draft>(
  { record, deletion, useSwitching = noSwitching, useActions = noActions }: RecordPageProps<R, S>,
  opened: Opened<R, S>,
): HeadActions {
  const { switched, remove, get, messages } = record;
  const own = useActions(opened);
  const switching = useSwitching(opened);
  // Hooks are called for every record; without a switch or Delete, what they return is not used.
  const never = { ...activation, call: get, isOn: () => false, bodyOf: () => ({}) };
  const status = useStatusAction(opened, switched ?? never, { ...switching, messages: messages?.update });
  const removal = useRemoval(opened, remove ?? get, {
    consequence: deletion?.(opened.record) ?? '',
    messages: messages?.remove,
  });
  const mine = role() ?? '';
  const { primary, menu = [] } = switched && mayCall(switched.call, mine) ? status : {};
  return {
    ...own,
    primary: primary ?? own.primary,
    menu: [...(own.menu ?? []), ...menu],
    destructive: [...(own.destructive ?? []), remove && deletion && mayCall(remove, mine) && removal],
  };
}
