/** Formats of tracking orders: times (spec §3) and ids. Free of firebase, so the page can import it cheaply. */

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

/** Indonesian locale, Asia/Jakarta, 24-hour: `02 Jan 2026, 10.04.05`. */
export const formatDateTime = (moment: Date): string => dateTime.format(moment);

/** Leaves out the middle of a long id: `0192ab3…9f3e`, at most `max` characters. */
export const shortenMiddle = (id: string, max: number): string =>
  id.length <= max ? id : `${id.slice(0, Math.ceil(max * 0.6))}…${id.slice(id.length - Math.floor(max * 0.4) + 1)}`;
