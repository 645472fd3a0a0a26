/** Composes the whole server: the platform with the routes of every area. */
import type { FastifyInstance } from 'fastify';
import { type Deps, type Routes, buildServer } from '#platform/http/server.ts';
import { accessRoutes } from './areas/access/routes.ts';
import { auditRoutes } from './services/audit/routes.ts';
import { authRoutes } from './areas/auth/routes.ts';
import { batchRoutes } from './services/batch/routes.ts';
import { calendarRoutes } from './areas/course/calendar/routes.ts';
import { certificateRoutes } from './areas/certificate/routes.ts';
import { courseRoutes } from './areas/course/routes.ts';
import { discountRoutes } from './areas/discount/routes.ts';
import { exportRoutes } from './services/exports/routes.ts';
import { homeRoutes } from './areas/home/routes.ts';
import { jobRoutes } from './services/jobs/routes.ts';
import { learningPathRoutes } from './areas/learning-path/routes.ts';
import { lessonRoutes } from './areas/course/lesson/routes.ts';
import { orderRoutes } from './areas/order/routes.ts';
import { orderDeskRoutes } from './areas/order-tracking/desk/routes.ts';
import { orderTrackingRoutes } from './areas/order-tracking/documents/routes.ts';
import { productRoutes } from './areas/product/routes.ts';
import { quizRoutes } from './areas/course/quiz/routes.ts';
import { questionExchangeRoutes } from './areas/course/question-exchange/routes.ts';
import { savedViewRoutes } from './services/saved-view/routes.ts';
import { scheduleRoutes } from './areas/course/schedule/routes.ts';
import { searchRoutes } from './services/search/routes.ts';
import { submissionRoutes } from './areas/submission/routes.ts';
import { subscriptionRoutes } from './areas/subscription/routes.ts';
import { uploadRoutes } from './services/upload/routes.ts';
import { userRoutes } from './areas/user/routes.ts';
import { videoRoutes } from './services/video/routes.ts';
import { voucherRoutes } from './areas/voucher/routes.ts';
import { batchKinds } from './batches.ts';

export const areas: readonly Routes[] = [
  authRoutes,
  auditRoutes,
  searchRoutes,
  homeRoutes,
  userRoutes,
  courseRoutes,
  lessonRoutes,
  quizRoutes,
  calendarRoutes,
  scheduleRoutes,
  discountRoutes,
  voucherRoutes,
  productRoutes,
  learningPathRoutes,
  submissionRoutes,
  orderRoutes,
  orderDeskRoutes,
  orderTrackingRoutes,
  accessRoutes,
  subscriptionRoutes,
  uploadRoutes,
  questionExchangeRoutes,
  jobRoutes,
  exportRoutes,
  savedViewRoutes,
  batchRoutes(batchKinds),
  videoRoutes,
  certificateRoutes,
];

export const buildApp = (deps: Deps): Promise<FastifyInstance> => buildServer(deps, areas);
