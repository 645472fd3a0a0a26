/** Start page with the contents of the panel, which the areas own. */
import { lazy } from 'react';
import { role } from '#kit/api/session.ts';
import { EmptyState } from '#kit/feedback/states.tsx';
import { BesideContext, type BesideContent } from '../areas/home/today-beside.tsx';
import { TodayPage } from '../areas/home/today-page.tsx';
import { areas } from './areas.ts';
import { menuOf } from './menu.ts';

const contents: Readonly<Record<string, BesideContent>> = Object.fromEntries(
  areas
    .flatMap(({ beside = {} }) => Object.entries(beside))
    .map(([kind, [read, load]]) => [kind, { read, Content: lazy(async () => ({ default: await load() })) }]),
);

export function StartPage() {
  if (menuOf(role() ?? '').length === 0)
    return (
      <EmptyState isPage title="Your role opens no page yet">
        Ask a superadmin for the role that your work needs. This page then shows what waits for you.
      </EmptyState>
    );
  return (
    <BesideContext value={contents}>
      <TodayPage />
    </BesideContext>
  );
}
