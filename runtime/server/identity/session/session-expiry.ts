/** When sessions end: unused ones, and old ones, after the times that the site settings name. */
import { isInFuture, nowSeconds } from '../../core/clock.ts'

/** Seconds between two notes that a session is in use. */
export const seenInterval = 60

/**
 * True of a session that was not used for longer than the setting allows. Its use is noted once a minute only, so it
 * may live a minute longer. It is refused rather than removed: after a jump of the clock ahead it lives on.
 * @param seen when the session was used last; null = unknown, which counts as long ago. A time from the future was
 *   noted while the clock was ahead; the request notes the present one.
 * @param minutes the setting; 0 = sessions are never idle
 */
export const isIdle = (seen: number | null, minutes: number): boolean =>
  minutes > 0 && !isInFuture(seen) && nowSeconds() - (seen ?? 0) > minutes * 60 + seenInterval

const secondsOfDay = 86_400

/** When a session ends that began at that time, however often it is renewed, in Unix seconds. */
export const endOf = (begin: number | null, days: number): number => (begin ?? 0) + days * secondsOfDay

/**
 * True of a session that began longer ago than the setting allows. It is refused rather than removed, like an idle one;
 * of one that began while the clock was ahead nobody could say when it ends.
 */
export const isOver = (begin: number | null, days: number): boolean =>
  isInFuture(begin) || nowSeconds() >= endOf(begin, days)
