/** How many messages visitors may have sent: anybody can ask for a code to any address. */
import type { SystemDatabase } from '../access/system-tables.ts'
import { addressPrefix } from './prefix.ts'
import { countTry, type LimitRule } from './throttle.ts'

export interface CountedMessage {
  /** Address of the visitor who asks. */
  readonly ip: string
  /** Whom it goes to, with the channel: `email ann@example.com`. */
  readonly to: string
  /** What it is about. */
  readonly event: string
  /** Messages of the site in a day; absent = no limit. */
  readonly perDay?: number
}

const rule = (windowSeconds: number, maxFailures: number): LimitRule => ({
  windowSeconds,
  captchaFrom: 0,
  maxFailures,
  wait: windowSeconds,
  maxWait: windowSeconds,
})

/**
 * Counts a message for everything that limits messages, the network first: 20 an hour; one a minute for a receiver and
 * event; 5 an hour and 10 a day for a receiver; the day's messages of the site.
 * @returns seconds to wait, 0 = it may be sent
 */
export async function countMessage(
  database: SystemDatabase,
  { ip, to, event, perDay }: CountedMessage,
): Promise<number> {
  const target = `codes to ${to}`
  const counters: readonly (readonly [key: string, rule: LimitRule])[] = [
    [`codes from ${addressPrefix(ip)}`, rule(3600, 20)],
    [`${target} ${event}`, rule(60, 1)],
    [`${target} hour`, rule(3600, 5)],
    [`${target} day`, rule(86_400, 10)],
    ...(perDay === undefined ? [] : [['codes of the site', rule(86_400, perDay)] as const]),
  ]
  for (const [key, limit] of counters) {
    const { wait } = await countTry(database, [key], limit)
    if (wait > 0) return wait
  }
  return 0
}
