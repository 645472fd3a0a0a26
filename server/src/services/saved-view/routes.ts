/** The HTTP calls of saved views. */
import type { FastifyInstance } from 'fastify';
import * as savedView from '#contract/kernel/saved-view.ts';
import { serve } from '#platform/http/serve.ts';
import * as service from './service.ts';

export function savedViewRoutes(app: FastifyInstance): void {
  serve(app, savedView.listSavedViews, async (work) => ({ views: await service.viewsOf(work, work.query.list) }));
  serve(app, savedView.createSavedView, (work) => service.addView(work, work.body));
  serve(app, savedView.updateSavedView, (work) => service.changeView(work, work.params.id, work.body, work.ifMatch));
  serve(app, savedView.deleteSavedView, (work) => service.removeView(work, work.params.id, work.ifMatch));
  serve(app, savedView.listPinnedViews, async (work) => ({ views: await service.pinnedViews(work) }));
  serve(app, savedView.pinSavedView, (work) => service.pinView(work, work.params.id, work.body.isPinned));
  serve(app, savedView.restoreSavedView, (work) => service.restoreView(work, work.params.id));
}
