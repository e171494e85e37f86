/** When the site changes by the clock. */
import { nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/cms/server.ts'

/** Unix seconds at which something is published or ends although nobody writes; undefined = never. */
export async function nextChange({ database: { query } }: Scope): Promise<number | undefined> {
  const now = nowSeconds()
  const start = await query
    .selectFrom('cms_content')
    .select(({ fn }) => fn.min('publish_time').as('moment'))
    .where('status', '=', 'normal')
    .where('publish_time', '>', now)
    .executeTakeFirst()
  const end = await query
    .selectFrom('cms_content')
    .select(({ fn }) => fn.min('offline_time').as('moment'))
    .where('offline_time', '>', now)
    .executeTakeFirst()
  const blocks = await query
    .selectFrom('cms_block')
    .select(['start_time', 'end_time'])
    .where('status', '=', 1)
    .where((eb) => eb.or([eb('start_time', '>', now), eb('end_time', '>', now)]))
    .execute()
  const moments = [start?.moment, end?.moment, ...blocks.flatMap((row) => [row.start_time, row.end_time])]
    .map((moment) => Number(moment ?? 0))
    .filter((moment) => moment > now)
  return moments.length === 0 ? undefined : Math.min(...moments)
}
