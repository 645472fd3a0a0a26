/** Job that updates calendars after changes of a class, its course or its members. */
import { z } from 'zod';
import { id } from '#contract/kernel/fields.ts';
import { type JobContext, defineJob } from '#platform/jobs/job.ts';
import { syncGoogleEvent } from './google-events.ts';
import { syncOwnEvent } from './own-events.ts';

const ids = z.object({ eventId: id });

async function settle({ db, config, signal }: JobContext, eventId: string): Promise<void> {
  const event = await db.selectFrom('calendarEvent').where('id', '=', eventId).select('provider').executeTakeFirst();
  if (event?.provider === 'google') return syncGoogleEvent(db, config, eventId, signal);
  return db.transaction().execute((tx) => syncOwnEvent(tx, eventId));
}

/** Also enqueued by triggers (`follow_calendar`), under this name. */
export const calendarEvent = defineJob({
  name: 'calendar-event',
  ids,
  concurrency: 4,
  timeout: 120,
  async run(context) {
    const { eventId } = context.ids;
    try {
      await settle(context, eventId);
    } catch (error) {
      // Shown on the page while the job is retried.
      const message = error instanceof Error ? error.message.slice(0, 500) : 'Something went wrong';
      await context.db
        .updateTable('calendarEvent')
        .set({ state: 'failed', error: message })
        .where('id', '=', eventId)
        .where('state', '<>', 'cancelled')
        .execute();
      throw error;
    }
  },
});
