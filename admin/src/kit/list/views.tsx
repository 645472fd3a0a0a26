/**
 * Tabs with the saved views of a list, "All" first (looks.md, List page), on a line that is there only with views. The
 * current one is in the URL.
 */
import { Button, Menu, UnstyledButton } from '@mantine/core';
import { IconUsers, IconChevronDown } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Fragment, lazy, memo, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import {
  deleteSavedView,
  listSavedViews,
  restoreSavedView,
  type SavedView,
  updateSavedView,
  type ViewedList,
  mayChangeView,
} from '#contract/kernel/saved-view.ts';
import { useAction } from '../api/use-action.ts';
import { useCall } from '../api/use-call.ts';
import { focusAfterRender } from '../feedback/focus.ts';
import { useListMemory } from './list-memory.ts';
import { changeState, type Search } from './list-state.ts';
import { PinItem } from './pin-item.tsx';
import { currentTab, hasViews } from './saved-views.ts';
import { useSearchWithoutPage } from './use-list-state.ts';
import { isSame, queryOf, type Savable, searchOf } from './view-state.ts';
import classes from './views.module.css';
import { role, subject } from '../api/session.ts';

const ViewDialog = lazy(async () => ({ default: (await import('./view-dialog.tsx')).ViewDialog }));

interface Props {
  title: string;
  savable: Savable;
  /** Hidden columns. */
  hidden: readonly string[];
}

/** Renders the tabs if the list has saved views; `path` is the list's path. */
export const Views = memo(function Views({ path, ...props }: Props & { path: string }) {
  return hasViews(path) ? <SavedViews list={path} {...props} /> : null;
});

type Saved = Props & { list: ViewedList };

/** Renders nothing for a list without views, unless the URL names one, and keeps the line free while views load that were there last time. */
function SavedViews(props: Saved) {
  const { data, error } = useCall(listSavedViews, { query: { list: props.list } });
  const { hasViews: had = false, remember } = useListMemory(props.list);
  const has = data ? data.views.length > 0 : had;
  const isNamed = useSearchWithoutPage()['view'] !== undefined;
  useEffect(() => {
    if (has !== had) remember({ hasViews: has || undefined });
  }, [has, had, remember]);
  return has || isNamed || error ? <ViewBar {...props} /> : null;
}

/** Deletes a view without confirmation, with undo. */
function useRemoving() {
  const restore = useAction(restoreSavedView);
  return useAction(deleteSavedView, { undo: (input) => () => void restore.run(input) });
}

function ViewBar({ list, title, savable, hidden }: Saved) {
  const url = useSearchWithoutPage();
  const { data, error, refetch } = useCall(listSavedViews, { query: { list } });
  const [dialog, setDialog] = useState<'new' | 'rename'>();
  const update = useAction(updateSavedView);
  const removing = useRemoving();
  const navigate = useNavigate();
  const open = (search: Search) => {
    void navigate({ to: '.', search, resetScroll: false });
    focusAfterRender(currentTab);
  };
  const view = data?.views.find(({ viewId }) => viewId === url['view']);
  const query = queryOf(savable, url, hidden);
  const isChanged = view && !isSame(savable, url, searchOf(savable, view));
  const canSave = isChanged && mayChange(view);
  const save = async ({ viewId: id, version }: SavedView) => {
    await update.run({ params: { id }, body: { query } }, { ifMatch: version });
    focusAfterRender(currentTab);
  };
  const remove = async ({ viewId: id, version }: SavedView) => {
    if ((await removing.run({ params: { id } }, { ifMatch: version })).ok) open({});
  };
  return (
    <div className={classes['bar']} data-views>
      <Tabs
        title={title}
        savable={savable}
        views={data?.views}
        view={view}
        isElsewhere={Boolean(url['view'])}
        isChanged={isChanged ?? false}
      >
        {view && (
          <ViewMenu
            view={view}
            discard={isChanged ? () => open(searchOf(savable, view)) : undefined}
            copy={() => setDialog('new')}
            rename={() => setDialog('rename')}
            remove={() => void remove(view)}
          />
        )}
      </Tabs>
      <div className={classes['actions']}>
        {error && !data && (
          <Button size="xs" variant="subtle" color="gray" onClick={() => void refetch()}>
            The views could not be loaded. Try again
          </Button>
        )}
        {data && (!view || isChanged) && (
          <Button size="xs" variant={canSave ? 'subtle' : 'default'} onClick={() => setDialog('new')}>
            {view ? 'Save as new view' : 'Save view'}
          </Button>
        )}
        {canSave && (
          <Button size="xs" variant="default" loading={update.loading} onClick={() => void save(view)}>
            Save changes
          </Button>
        )}
      </div>
      <Suspense>
        {dialog && (
          <ViewDialog
            list={list}
            view={dialog === 'rename' ? view : undefined}
            query={query}
            close={() => setDialog(undefined)}
            onCreated={(viewId) => open(changeState(url, { view: viewId, hidden: hidden.join(',') }))}
          />
        )}
      </Suspense>
    </div>
  );
}

interface TabsProps extends Pick<Props, 'title' | 'savable'> {
  /** undefined while loading. */
  views: readonly SavedView[] | undefined;
  view: SavedView | undefined;
  /** The URL names a view, possibly one that does not exist. */
  isElsewhere: boolean;
  isChanged: boolean;
  /** Rendered beside the view's tab. */
  children: ReactNode;
}

/** The router compares the whole URL; here a tab is current for all pages and changes of its view. */
const exact = { exact: true };

function Tabs({ title, savable, views, view, isElsewhere, isChanged, children }: TabsProps) {
  const isAll = !view && (views !== undefined || !isElsewhere);
  const nav = useRef<HTMLElement>(null);
  const wasViewOpen = useRef(false);
  // Scrolls the current tab into view. Skipped if no view is open, to avoid a layout.
  useEffect(() => {
    if (view?.viewId || wasViewOpen.current)
      nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    wasViewOpen.current = view?.viewId !== undefined;
  }, [view?.viewId]);
  return (
    <nav ref={nav} className={classes['tabs']} aria-label={`Views of ${title}`}>
      <Link to="." search={{}} activeOptions={exact} aria-current={isAll ? 'page' : undefined}>
        All
      </Link>
      {views?.map((one) => (
        <Fragment key={one.viewId}>
          <Link
            to="."
            search={searchOf(savable, one)}
            activeOptions={exact}
            aria-current={one === view ? 'page' : undefined}
            title={ownershipOf(one)}
          >
            {one.isShared && <IconUsers size={14} stroke={1.6} role="img" aria-label="Shared:" />}
            <span>{one.name}</span>
            {one === view && isChanged && <span className={classes['dot']} role="img" aria-label="unsaved changes" />}
          </Link>
          {one === view && children}
        </Fragment>
      ))}
    </nav>
  );
}

function ViewMenu({ view, discard, copy, rename, remove }: ViewActions) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton className={classes['menu']} aria-label={`The view ${view.name}`}>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{ownershipOf(view)}</Menu.Label>
        {discard && <Menu.Item onClick={discard}>Discard changes</Menu.Item>}
        <PinItem viewId={view.viewId} />
        <Menu.Item onClick={copy}>Save as new view</Menu.Item>
        {mayChange(view) && (
          <>
            <Menu.Item onClick={rename}>Rename or share</Menu.Item>
            <Menu.Divider />
            <Menu.Item c="var(--mantine-color-red-light-color)" onClick={remove}>
              Delete view
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const mayChange = (view: SavedView): boolean => mayChangeView(view, { userId: subject(), role: role() ?? '' });

function ownershipOf({ ownerId, ownerName, isShared }: SavedView): string {
  if (!isShared) return 'Only you see this view';
  return ownerId === subject() ? 'Yours, shared with the team' : `Shared by ${ownerName}`;
}

interface ViewActions {
  view: SavedView;
  /** Absent: no changes. */
  discard: (() => void) | undefined;
  copy: () => void;
  rename: () => void;
  remove: () => void;
}
