/** Instants and the texts people read, in zones with and without changes of their clocks. */
import { describe, expect, it } from 'vitest'
import { formatSeconds, parseDateTime } from '../../runtime/protocol/index.ts'

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
