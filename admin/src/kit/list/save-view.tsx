/** Button that saves the first view of a list; further ones are saved beside the tabs of the views. */
import { UnstyledButton } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, memo, Suspense, useEffect, useState } from 'react';
import { listSavedViews, type ViewedList } from '#contract/kernel/saved-view.ts';
import { useCall } from '../api/use-call.ts';
import { focusAfterRender } from '../feedback/focus.ts';
import { changeState } from './list-state.ts';
import { useSearchWithoutPage } from './use-list-state.ts';
import { currentTab, hasViews } from './saved-views.ts';
import { queryOf, type Savable } from './view-state.ts';
import classes from './toolbar.module.css';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

interface Props {
  savable: Savable;
  /** Hidden columns. */
  hidden: readonly string[];
}

export const SaveView = memo(function SaveView({ path, ...props }: Props & { path: string }) {
  return hasViews(path) ? <SaveButton list={path} {...props} /> : null;
});

function SaveButton({ list, savable, hidden }: Props & { list: ViewedList }) {
  const url = useSearchWithoutPage();
  const { data } = useCall(listSavedViews, { query: { list } });
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<string>();
  const navigate = useNavigate();
  const show = (view: string) => {
    void navigate({ to: '.', search: changeState(url, { view, hidden: hidden.join(',') }), resetScroll: false });
    setCreated(view);
  };
  // The tabs are rendered once the list of views has it.
  const hasCreated = data?.views.some(({ viewId }) => viewId === created);
  useEffect(() => {
    if (hasCreated) focusAfterRender(currentTab);
  }, [hasCreated]);
  return (
    <>
      {data?.views.length === 0 && !url['view'] && (
        <UnstyledButton
          className={`${classes['columns']} ${classes['save']}`}
          title="Save view"
          onClick={() => setOpen(true)}
        >
          <IconBookmark size={16} stroke={1.6} aria-hidden />
          <span>Save view</span>
        </UnstyledButton>
      )}
      <Suspense>
        {isOpen && (
          <ViewDialog list={list} query={queryOf(savable, url, hidden)} close={() => setOpen(false)} onCreated={show} />
        )}
      </Suspense>
    </>
  );
}
