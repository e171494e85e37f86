/** Conditions on the stored totals of days (domain 1.13: I12). */
import { compareDays, keyOfDay } from '../dashboard/compare-days.ts'
import type { Check } from '#generated/wms/server.ts'

export const dayChecks: readonly Check[] = [
  {
    name: 'wms/daily',
    repair: 'rebuild',
    label: {
      'zh-cn': '每日汇总：已结束日期的汇总等于流水之和',
      en: 'Daily totals: those of days that are over are the sums of their movements',
    },
    async find(scope, limit) {
      const found = await compareDays(scope)
      return {
        count: found.length,
        list: found.slice(0, limit).map((difference) => ({
          key: { ...keyOfDay(difference), field: difference.field },
          found: difference.stored,
          expected: difference.summed,
        })),
      }
    },
  },
]
