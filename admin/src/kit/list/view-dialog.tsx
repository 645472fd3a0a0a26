/** Dialog that names a saved view and sets who sees it, for a new or an existing one. */
import {
  createSavedView,
  listSavedViews,
  type SavedView,
  updateSavedView,
  viewDraft,
  type ViewedList,
} from '#contract/kernel/saved-view.ts';
import { call } from '../api/call.ts';
import { useAction } from '../api/use-action.ts';
import { Rows } from '../form/field.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { useEditForm } from '../form/use-edit-form.ts';

interface Props {
  list: ViewedList;
  /** Absent: creates a view. */
  view?: SavedView | undefined;
  /** Query of a new view. */
  query: string;
  close: () => void;
  /** Called with the id of a new view. */
  onCreated: (viewId: string) => unknown;
}

const rows = ['name', 'isShared'];

async function latestOf(list: ViewedList, viewId: string) {
  const { views } = await call(listSavedViews, { query: { list } });
  const view = views.find((one) => one.viewId === viewId);
  return view && { values: { name: view.name, isShared: view.isShared }, version: view.version };
}

export function ViewDialog({ list, view, query, close, onCreated }: Props) {
  const create = useAction(createSavedView);
  const update = useAction(updateSavedView);
  const form = useEditForm({
    name: view ? `view/${view.viewId}` : `new/view ${list}`,
    schema: viewDraft,
    initial: { name: view?.name ?? '', isShared: view?.isShared ?? false },
    version: view?.version,
    ...(view && { latest: () => latestOf(list, view.viewId).catch(() => undefined) }),
    save: async (body, how) =>
      view
        ? await update.run({ params: { id: view.viewId }, body }, how)
        : await create.run({ body: { ...body, list, query } }, how),
    onSaved: ({ viewId }) => {
      close();
      return view ? undefined : onCreated(viewId);
    },
  });
  return (
    <FormDialog
      form={form}
      title={view ? 'Rename or share' : 'Save view'}
      submitLabel={view ? 'Save' : 'Save view'}
      close={close}
    >
      <Rows form={form} rows={rows} />
    </FormDialog>
  );
}
