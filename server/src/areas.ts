/** List of all areas, and of the services that serve every area. */
import type { Area } from '#shared/area.ts';
import { area as access } from './areas/access/area.ts';
import { area as auth } from './areas/auth/area.ts';
import { area as broadcast } from './areas/broadcast/area.ts';
import { area as brand } from './areas/brand/area.ts';
import { area as campaign } from './areas/campaign/area.ts';
import { area as certificate } from './areas/certificate/area.ts';
import { area as company } from './areas/company/area.ts';
import { area as course } from './areas/course/area.ts';
import { area as discount } from './areas/discount/area.ts';
import { homeArea } from './areas/home/area.ts';
import { area as integration } from './areas/integration/area.ts';
import { area as learningPath } from './areas/learning-path/area.ts';
import { area as order } from './areas/order/area.ts';
import { area as orderTracking } from './areas/order-tracking/area.ts';
import { area as payment } from './areas/payment/area.ts';
import { area as product } from './areas/product/area.ts';
import { area as submission } from './areas/submission/area.ts';
import { area as subscription } from './areas/subscription/area.ts';
import { area as tag } from './areas/tag/area.ts';
import { area as user } from './areas/user/area.ts';
import { area as voucher } from './areas/voucher/area.ts';
import { area as audit } from './services/audit/area.ts';
import { area as dataExports } from './services/exports/area.ts';
import { area as backgroundJobs } from './services/jobs/area.ts';
import { area as savedView } from './services/saved-view/area.ts';
import { area as upload } from './services/upload/area.ts';
import { area as video } from './services/video/area.ts';
import { batchArea } from './services/batch/area.ts';
import { searchArea } from './services/search/area.ts';

const independent: readonly Area[] = [
  access,
  auth,
  brand,
  broadcast,
  campaign,
  certificate,
  company,
  course,
  discount,
  integration,
  learningPath,
  order,
  orderTracking,
  payment,
  product,
  submission,
  subscription,
  tag,
  user,
  voucher,
  audit,
  dataExports,
  backgroundJobs,
  savedView,
  upload,
  video,
];

/** Kinds of changes of many records. */
export const batchKinds = independent.flatMap(({ batches = [] }) => batches);

export const areas: readonly Area[] = [
  ...independent,
  homeArea(independent.flatMap(({ waiting = [] }) => waiting)),
  batchArea(batchKinds),
  searchArea(independent.flatMap(({ searched = [] }) => searched).toSorted((one, other) => one.place - other.place)),
];
