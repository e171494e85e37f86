/** Days of the site, by which members check in. */
import { describe, expect, it } from 'vitest'
import { addDays, dayOf, startOf } from '../../../runtime/modules/member/server/centre/days.ts'

describe('days of the site', () => {
  it('begin at midnight of its time zone, or where a clock change leaves midnight out, an hour later', () => {
    const noon = Date.parse('2026-11-23T12:00:00Z') / 1000
    expect([dayOf(noon, 'Asia/Shanghai'), dayOf(noon, 'Pacific/Auckland')]).toEqual(['2026-11-23', '2026-11-24'])
    const midnight = Date.parse('2026-11-22T16:00:00Z') / 1000
    expect(startOf('2026-11-23', 'Asia/Shanghai')).toBe(midnight)
    expect([dayOf(midnight, 'Asia/Shanghai'), dayOf(midnight - 1, 'Asia/Shanghai')]).toEqual([
      '2026-11-23',
      '2026-11-22',
    ])
    // Clocks went from 00:00 to 01:00 there.
    expect(startOf('2018-11-04', 'America/Sao_Paulo')).toBe(Date.parse('2018-11-04T03:00:00Z') / 1000)
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  })
})
