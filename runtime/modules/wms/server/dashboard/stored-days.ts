/** Which days are over, and which of them have their totals stored. */
import { nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/wms/server.ts'
import { addDays, dayAt } from './days.ts'

/** Seconds after midnight until a day counts as over: a posting that began before it may be committed after it. */
const grace = 3600

/** The last day that is over. */
export const lastClosedDay = ({ settings }: Pick<Scope, 'settings'>): string =>
  addDays(dayAt(nowSeconds() - grace, settings.timeZone), -1)

/**
 * The last day of `wms_daily`; null when none is stored.
 * @param until later days do not count; null = all do, those too that were stored while the clock was ahead
 */
export async function lastStoredDay(
  { database, settings }: Scope,
  until: string | null = lastClosedDay({ settings }),
): Promise<string | null> {
  let query = database.query.selectFrom('wms_daily').select('day').where('time_zone', '=', settings.timeZone)
  if (until !== null) query = query.where('day', '<=', until)
  const row = await query.orderBy('day', 'desc').limit(1).executeTakeFirst()
  return row?.day ?? null
}
