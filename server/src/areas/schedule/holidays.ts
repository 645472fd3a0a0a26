/** Indonesia's public holidays, by the date-holidays package. */

/** What the package calls by another holiday's name, by the rule of its day. */
const misnamed: Readonly<Record<string, string>> = { '27 Rajab': 'Isra Mikraj Nabi Muhammad' };

/** It knows every country and takes a while to load: only when somebody asks. */
export async function holidaysFrom(from: string): Promise<{ date: string; name: string }[]> {
  const { default: Holidays } = await import('date-holidays');
  const calendar = new Holidays('ID', { types: ['public'] });
  const year = Number(from.slice(0, 4));
  return [year, year + 1, year + 2]
    .flatMap((one) => calendar.getHolidays(one))
    .map(({ date, name, rule }) => ({ date: date.slice(0, 10), name: misnamed[rule] ?? name }))
    .filter(({ date }) => date >= from);
}
