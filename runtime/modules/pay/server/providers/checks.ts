/** Names test payments on a site that takes money: what was paid with them was given away. */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { logOptions } from '#generated/pay/options.ts'
import { providerMode } from './settings.ts'

export const testsBesideLive = createSqlCheck<Database>({
  name: 'pay/sandbox',
  repair: 'edit',
  label: {
    'zh-cn': '支付：启用真实渠道的站点没有测试支付',
    en: 'Payments: a site with a live provider has no test payments',
  },
  rows: ({ settings }) => sql`select id, sn, type as found, null as expected from ${sql.table('pay_log')}
    where type = ${sql.lit(logOptions.type.sandbox)} and state = ${sql.lit(logOptions.state.paid)}
      and ${providerMode(settings) === 'live' ? sql`1 = 1` : sql`1 = 0`}`,
})
