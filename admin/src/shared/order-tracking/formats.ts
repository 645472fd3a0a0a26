/** Time formats of tracking orders (spec §3). Free of firebase, so the page can import it cheaply. */

const dateTime = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  hourCycle: 'h23',
  day: '2-digit',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const soon = new Intl.DateTimeFormat('id-ID', {
  timeZone: 'Asia/Jakarta',
  hourCycle: 'h23',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

/** Short format of a near moment: `2 Jan, 10.04`. */
export const formatSoon = (moment: string): string => soon.format(new Date(moment));

/** Indonesian locale, Asia/Jakarta, 24-hour: `02 Jan 2026, 10.04.05`. */
export const formatDateTime = (moment: Date): string => dateTime.format(moment);
