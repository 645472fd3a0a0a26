/** Pages of demo records, found by name. */
import { type Json, expect } from './fixtures.ts';
import type { Screen, Stage } from './screen-states.ts';

/** Opens a page and waits until its heading and all its requests are done. */
export async function at({ page, open }: Stage, path: string): Promise<void> {
  await open(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** Returns the first record of a list that matches. */
async function findRecord(stage: Stage, path: string, rows: string, matches: (one: Json) => boolean): Promise<Json> {
  const reply = await (await stage.api()).send('GET', `${path}${path.includes('?') ? '&' : '?'}pageSize=100`);
  const one = reply[rows].find(matches);
  if (!one) throw new Error(`The demo has no such record in ${path}`);
  return one;
}

type CourseType = 'flexy' | 'fast-track';

async function courseOf(stage: Stage, type: CourseType, name: string): Promise<Json> {
  const { id } = await findRecord(stage, `/admin/course/type/${type}/`, 'courses', (one) => one.name === name);
  return (await stage.api()).send('GET', `/admin/course/${id}/`);
}

export const course =
  (type: CourseType, name: string, tab = ''): Screen['show'] =>
  async (stage) =>
    at(stage, `/course/${type}/${(await courseOf(stage, type, name)).id}${tab}`);

const itemIn = ({ sections }: Json, matches: (item: Json) => boolean): Json =>
  sections.flatMap(({ items }: Json) => items).find(matches);

/** Shows the curriculum of a course with one item selected. */
export const chosenItem =
  (type: CourseType, name: string, item: string): Screen['show'] =>
  async (stage) => {
    const whole = await courseOf(stage, type, name);
    const { kind, id } = itemIn(whole, (one) => one.name === item);
    await at(stage, `/course/${type}/${whole.id}/curriculum?item=${kind}:${id}`);
  };

/** Shows the page of a course's first item of this type: a lesson, a quiz or a survey. */
export const firstItem =
  (type: CourseType, name: string, itemType: string, tab = ''): Screen['show'] =>
  async (stage) => {
    const { kind, id } = itemIn(await courseOf(stage, type, name), (one) => one.type === itemType);
    await at(stage, `/${kind === 'lesson' ? 'lesson' : 'quiz'}/${id}${tab}`);
  };

/** Shows the attendance of a class that is over, of which it was not taken. */
export const classToMark: Screen['show'] = async (stage) => {
  const { items } = await (await stage.api()).send('GET', '/admin/home/?kind=attendance-missing');
  if (!items[0]) throw new Error('The demo has no class without attendance');
  await at(stage, `/lesson/${items[0].id}/attendance`);
};

/** Shows a lesson whose video is ready; with ffmpeg this takes some seconds after the start. */
export const playableVideo: Screen['show'] = async (stage) => {
  const lesson = async () =>
    itemIn(await courseOf(stage, 'flexy', 'HTML & CSS dari Nol'), ({ videoStatus }) => videoStatus === 'FINISHED');
  await expect.poll(lesson, { timeout: 60_000 }).toBeDefined();
  await at(stage, `/lesson/${(await lesson()).id}`);
  await stage.page.locator('video').evaluate((video) => video.scrollIntoView({ block: 'center' }));
};

export const path =
  (name: string, tab = ''): Screen['show'] =>
  async (stage) => {
    const { pathID } = await findRecord(stage, '/admin/learning-path/', 'paths', (one) => one.name === name);
    await at(stage, `/learning-path/${pathID}${tab}`);
  };

export const discountId = async (stage: Stage, name: string): Promise<string> =>
  (await findRecord(stage, '/admin/discount', 'discounts', (one) => one.name === name)).discountId;

export const voucher =
  (code: string): Screen['show'] =>
  async (stage) => {
    const { voucherId } = await findRecord(stage, '/admin/voucher', 'vouchers', (one) => one.code === code);
    await at(stage, `/voucher/${voucherId}`);
  };

export const campaign =
  (name: string): Screen['show'] =>
  async (stage) => {
    const { campaignId } = await findRecord(stage, '/admin/campaign', 'campaigns', (one) => one.name === name);
    await at(stage, `/campaign/${campaignId}`);
  };

/** Shows the discounts and vouchers over time. */
export const timeline: Screen['show'] = async (stage) => {
  await at(stage, '/promotion');
  await stage.page.getByRole('list', { name: 'Promotions by start' }).waitFor();
};

/** Shows a submission that is not reviewed and has a picture. */
export const submission: Screen['show'] = async (stage) => {
  const matches = ({ reviewScore, fileUrl }: Json) => reviewScore === null && fileUrl?.endsWith('.webp');
  const { id } = await findRecord(stage, '/admin/project-submissions/', 'projects', matches);
  await at(stage, `/submission/${id}`);
};

/** Shows the first active subscription with several event vouchers. */
export const subscription: Screen['show'] = async (stage) => {
  const admin = await stage.api();
  const { subscribers } = await admin.send('GET', '/admin/subscriptions/?filter=active&size=100');
  for (const { id } of subscribers) {
    const { eventVouchers } = await admin.send('GET', `/admin/subscriptions/${id}/event-vouchers/`);
    if (eventVouchers.length > 1) return at(stage, `/subscription/${id}`);
  }
  throw new Error('The demo has no such subscription');
};

export const order =
  (status: string): Screen['show'] =>
  async (stage) => {
    const { orderId } = await findRecord(stage, `/admin/orders?status=${status}`, 'data', () => true);
    await at(stage, `/order/${orderId}`);
  };

export const user =
  (name: string): Screen['show'] =>
  async (stage) => {
    const { id } = await findRecord(stage, '/admin/user', 'users', (one) => one.name === name);
    await at(stage, `/user/${id}`);
  };
