/** How many messages with codes visitors may have sent, and how many wrong codes they may enter. */
import type { SystemDatabase } from '../access/system-tables.ts'
import { limitKey, type LimitKey, type LimitSubject } from './limit-key.ts'
import { countTries, countTry, perHour, type LimitRule } from './throttle.ts'

/** Whom messages go to. */
export type Receiver = Extract<LimitSubject, { readonly receiver: string } | { readonly username: string }>

export interface CountedMessage {
  /** Address of the visitor who asks. */
  readonly ip: string
  /** The visitor asks from a network where the account of a receiver signs in. */
  readonly isKnownPlace: boolean
  readonly to: readonly Receiver[]
  /** The subject. */
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

/** The number of a day at once, then a 24th of it an hour: nobody makes all others wait for longer than that. */
const siteRule = (perDay: number): LimitRule => ({
  windowSeconds: 86_400,
  captchaFrom: perDay - Math.max(1, Math.floor(perDay / 24)),
  maxFailures: perDay,
  wait: 3600,
  maxWait: 3600,
})

/**
 * Counts a message for everything that limits messages: a network has 20 an hour; a receiver one a minute, 5 an hour
 * and 10 a day; the site those of a day. A message that has to wait counts for none of them. What strangers request in
 * a day is counted apart from what is requested where the account signs in: they cannot use up what its owner needs.
 * @returns seconds to wait, 0 = it may be sent
 */
export async function countMessage(
  database: SystemDatabase,
  { ip, isKnownPlace, to, event, perDay }: CountedMessage,
): Promise<number> {
  const { wait } = await countTries(database, [
    { key: limitKey('codes from', { network: ip }), rule: rule(3600, 20) },
    ...to.flatMap((receiver) => [
      // Of different events two may follow each other: whoever changes an address gets a code at both.
      { key: limitKey('codes', receiver, { event }), rule: rule(60, 1) },
      { key: limitKey('codes of an hour', receiver), rule: rule(3600, 5) },
      {
        key: isKnownPlace
          ? limitKey('codes of a day from known places', receiver)
          : limitKey('codes of a day', receiver),
        rule: rule(86_400, 10),
      },
    ]),
    // Guard T37: strangers do not use up the messages of known places.
    // Without: ...(perDay === undefined || isKnownPlace && event === '' ? [] : [{ key: limitKey('codes of the site'),
    // rule: siteRule(perDay) }])
    ...(perDay === undefined || isKnownPlace ? [] : [{ key: limitKey('codes of the site'), rule: siteRule(perDay) }]),
  ])
  return wait
}

/** Ten wrong codes in an hour, then a wait of an hour. */
const wrongCodes = perHour(10)

export interface CountedCode {
  /** Seconds to wait, 0 = the code may be checked. */
  readonly wait: number
  /** The key it was counted under, for `undoTry` where it is right. */
  readonly keys: readonly LimitKey[]
}

/**
 * Counts a code that somebody entered, as if it were wrong.
 * @param isAwaited a code was requested for the receivers and can still be entered, whether one was sent or not.
 *   Otherwise any code is wrong, and none counts: nobody makes others wait without a message to them.
 */
export async function countCode(
  database: SystemDatabase,
  receivers: readonly Receiver[],
  isAwaited: boolean,
): Promise<CountedCode> {
  // Guard T36: codes that nobody asked for make nobody wait.
  // Without: const keys = isAwaited || receivers.length > 0 ? receivers.map((receiver) => limitKey('wrong codes',
  // receiver)) : []
  const keys = isAwaited ? receivers.map((receiver) => limitKey('wrong codes', receiver)) : []
  // Guard T36: wrong codes of an address are counted.
  // Without: const wait = 0
  const { wait } = await countTry(database, keys, wrongCodes)
  return { wait, keys }
}
