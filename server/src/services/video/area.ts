/** Service for videos. */
import type { Area } from '#shared/area.ts';
import { processVideo, resumeVideos } from './jobs.ts';
import { videoRoutes } from './routes.ts';

export const area: Area = {
  routes: [videoRoutes],
  jobs: [processVideo, resumeVideos],
};
