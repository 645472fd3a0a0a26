/**
 * `npm run bench`: the key figures of the product; comparisons with a baseline are ratios within one run.
 * Fills its own database in .cache/bench once (100,000 orders, tracking documents, vouchers and learning paths, 20,000
 * users, 500 courses). A failed measurement is listed at the end and does not stop the others.
 * `--million` adds the list of 1,000,000 rows against the list of 10,000; `--no-browser` skips Chromium.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { measureBrowser } from './browser.ts';
import { measureHttp } from './http.ts';
import { measureProcesses } from './processes.ts';
import { measureBatches } from './batches.ts';
import { measureCertificates } from './certificates.ts';
import { measureClassroom } from './classroom.ts';
import { measureDesk } from './desk.ts';
import { measureDifferences } from './differences.ts';
import { measureImport } from './import.ts';
import { measureIntegration } from './integration.ts';
import { measureLearning, people } from './learning.ts';
import { measureLists } from './lists.ts';
import { measurePerson } from './person.ts';
import { measureProgress } from './progress.ts';
import { attempt, note, printEnd } from './report.ts';
import { measureSelling } from './selling.ts';
import { measureStatement } from './statement.ts';
import { measureSubscriptions } from './subscriptions.ts';
import { measureToday } from './today.ts';
import { measureTrail } from './trail.ts';
import { measureTrackingPages } from './tracking-pages.ts';
import { measureUploads } from './uploads.ts';
import { measureVideos } from './videos.ts';
import { measureWebhooks } from './webhooks.ts';
import { databaseUrl, prepare, startBare, startLectern } from './server.ts';

const { values: options } = parseArgs({
  allowNegative: true,
  options: { million: { type: 'boolean', default: false }, browser: { type: 'boolean', default: true } },
});

console.log('Filling the database …');
const none = { users: 0, courses: 0, orders: 0, tracking: 0 };
await prepare({
  coding: { users: 20_000, courses: 500, orders: 100_000, tracking: 100_000, vouchers: 100_000, paths: 100_000 },
  data: { ...people, ...(options.million && { orders: 1_000_000 }) },
  ...(options.million && { cyber: { ...none, orders: 10_000 } }),
});

// The first start of a version compiles it and writes the compile cache, which takes 20 MB more; later starts are
// measured.
await startLectern(4700).then((first) => first.stop());
const lectern = await startLectern(4700);
const bare = await startBare(4701, await databaseUrl('coding'));
try {
  note('cold start on existing data', lectern.startMs, ' ms', { max: 2000 });
  note('idle memory of the server, without PostgreSQL', residentMb(lectern.pid), ' MB', { max: 150 });
  await attempt('several processes', () => measureProcesses(lectern));
  await attempt('the API over HTTP', () => measureHttp({ lectern, bare, million: options.million }));
  await attempt('pages of order tracking', () => measureTrackingPages(lectern));
  await attempt('the start page', () => measureToday(lectern));
  await attempt('the desk', () => measureDesk(lectern));
  await attempt('a person', () => measurePerson(lectern));
  await attempt('the classroom', () => measureClassroom(lectern));
  await attempt('batches', () => measureBatches(lectern));
  await attempt('differences', measureDifferences);
  await attempt('imports', () => measureImport(lectern));
  await attempt('statements', () => measureStatement(lectern));
  await attempt('programs', () => measureIntegration(lectern));
  await attempt('progress of members', () => measureProgress(lectern));
  await attempt('members at risk', () => measureLearning(lectern));
  await attempt('certificates', () => measureCertificates(lectern));
  await attempt('selling', () => measureSelling(lectern, options.million));
  await attempt('subscriptions', () => measureSubscriptions(lectern));
  await attempt('lists of 100,000', () => measureLists(lectern));
  await attempt('uploads', () => measureUploads(lectern, bare));
  await attempt('webhooks', () => measureWebhooks(lectern));
  await attempt('videos', () => measureVideos(lectern));
  await attempt('the trail', measureTrail);
  if (options.browser) await attempt('the browser', () => measureBrowser(lectern));
} finally {
  await bare.stop();
  await lectern.stop();
}
printEnd();

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}
