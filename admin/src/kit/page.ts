/** A page of an area: its code comes when it is opened, or with what it shows when a link to it is pointed at. */
import type { QueryClient } from '@tanstack/react-query';
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { mayCall, type Endpoint } from '#contract/kernel.ts';
import { role } from './api/session.ts';
import { queryOf } from './api/use-call.ts';

/** A page of a record says by which call it reads it: `DiscountPage.reads = discounts.get`. */
type PageComponent = ComponentType & { reads?: Endpoint };

export interface Page {
  component: RouteComponent;
  /** Reads the record of this id, unless it was read just now or this person may not. Rejects where the code fails. */
  readAhead: (client: QueryClient, id: string) => Promise<void>;
}

export function page<Name extends string>(load: () => Promise<Record<Name, PageComponent>>, name: Name): Page {
  return {
    component: lazyRouteComponent(load, name),
    readAhead: async (client, id) => {
      const { reads } = (await load())[name];
      if (reads && mayCall(reads, role() ?? '')) await client.prefetchQuery(queryOf(reads, { params: { id } }));
    },
  };
}
