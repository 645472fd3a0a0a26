/** Indonesia's public holidays, from the date-holidays package. */

/** Corrected names of holidays that the package misnames, by its rule for the day. */
const misnamed: Readonly<Record<string, string>> = { '27 Rajab': 'Isra Mikraj Nabi Muhammad' };

/** Holidays from a day to the end of the second year after it. The package loads slowly, hence on first use. */
export async function holidaysFrom(from: string): Promise<{ date: string; name: string }[]> {
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays('ID', { types: ['public'] });
  const year = Number(from.slice(0, 4));
  return [year, year + 1, year + 2]
    .flatMap((one) => calendar.getHolidays(one))
    .map(({ date, name, rule }) => ({ date: date.slice(0, 10), name: misnamed[rule] ?? name }))
    .filter(({ date }) => date >= from);
}
