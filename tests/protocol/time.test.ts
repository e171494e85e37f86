/** Instants and the texts people read, in zones with and without changes of their clocks. */
import { describe, expect, it } from 'vitest'
import {
  addDays,
  dayOf,
  endOfDay,
  formatSeconds,
  kinds,
  momentsOf,
  parseDateTime,
  startOfDay,
  type FieldModel,
} from '../../runtime/protocol/index.ts'

/** What Intl says of an instant in a zone. */
function byIntl(seconds: number, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return format.format(seconds * 1000)
}

const at = (text: string): number => Date.parse(text) / 1000

describe.each(['UTC', 'Asia/Shanghai', 'Asia/Urumqi', 'Europe/Berlin', 'America/St_Johns'])('times in %s', (zone) => {
  it('are those that Intl knows, in every year', () => {
    const instants = Array.from({ length: 480 }, (_one, month) => Date.UTC(1970, month * 3, 1, 15, 59, 59) / 1000)
    const edges = ['1991-09-14T14:59:59Z', '1991-09-14T15:00:00Z', '1991-12-31T23:59:59Z', '1992-01-01T00:00:00Z'].map(
      at,
    )
    for (const seconds of [0, ...instants, ...edges]) {
      expect(formatSeconds(seconds, zone)).toBe(byIntl(seconds, zone))
      expect(parseDateTime(formatSeconds(seconds, zone), zone)).toBeLessThanOrEqual(seconds)
    }
  })
})

it('reads back what it writes where clocks never change', () => {
  for (const text of ['1992-01-01 08:00:00', '2024-02-29 23:59:59', '9999-12-31 23:59:59'])
    expect(formatSeconds(parseDateTime(text, 'Asia/Shanghai') ?? 0, 'Asia/Shanghai')).toBe(text)
})

/** Zones with days of 23, 24.5 and 25 hours, without midnight, left out, and far from UTC. */
const zones = [
  'Asia/Beirut',
  'America/Havana',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Tehran',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Apia',
  'Pacific/Kiritimati',
  'Asia/Shanghai',
] as const

describe.each(zones)('days in %s', (zone) => {
  it('follow each other without a gap, and hold the moments that clocks show them at', () => {
    for (const year of [2011, 2018, 2024]) {
      let start = startOfDay(`${year}-01-01`, zone)
      for (let day = `${year}-01-01`; day <= `${year}-12-31`; day = addDays(day, 1)) {
        const end = endOfDay(day, zone)
        expect(startOfDay(day, zone), day).toBe(start)
        if (end >= start) {
          expect([dayOf(start, zone), dayOf(end, zone)], day).toEqual([day, day])
          expect(dayOf(start - 1, zone) < day, day).toBe(true)
        }
        start = end + 1
      }
    }
  })
})

it('days are those of the clocks: without midnight, of 23 and 25 hours, and left out', () => {
  const hours = (day: string, zone: string): number => (endOfDay(day, zone) + 1 - startOfDay(day, zone)) / 3600
  expect(formatSeconds(startOfDay('2024-03-31', 'Asia/Beirut'), 'Asia/Beirut')).toBe('2024-03-31 01:00:00')
  expect([hours('2024-03-31', 'Asia/Beirut'), hours('2024-10-26', 'Asia/Beirut')]).toEqual([23, 25])
  expect([hours('2024-11-03', 'America/Havana'), hours('2024-03-10', 'America/Havana')]).toEqual([25, 23])
  expect([hours('2024-04-06', 'America/Santiago'), hours('2024-09-08', 'America/Santiago')]).toEqual([25, 23])
  expect([hours('2011-12-29', 'Pacific/Apia'), hours('2011-12-30', 'Pacific/Apia')]).toEqual([24, 0])
  expect(parseDateTime('2011-12-30', 'Pacific/Apia')).toBeNull()
  expect(parseDateTime('2024-03-31', 'Asia/Beirut')).toBe(startOfDay('2024-03-31', 'Asia/Beirut'))
  expect(endOfDay('9999-12-31', 'Europe/Berlin')).toBeGreaterThan(startOfDay('9999-12-31', 'Europe/Berlin'))
})

it('a time that clocks repeat stands for both moments, one that they leave out for the change', () => {
  const field = { kind: 'datetime' } as FieldModel
  const operand = (text: string) => kinds.datetime.operand(text, field, { timeZone: 'Asia/Beirut' })
  const change = startOfDay('2024-03-31', 'Asia/Beirut')
  expect(operand('2024-03-31 00:30:00')).toEqual({ low: change - 1, high: change })
  const { first, last } = momentsOf('2024-10-26 23:30:00', 'Asia/Beirut')!
  expect([last - first, operand('2024-10-26 23:30:00')]).toEqual([3600, { low: last, high: first }])
})
