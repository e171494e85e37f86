/** Reports of devices as they arrive: alarms with the device's own sequence and clock. Pure. */
import type { Language } from 'tablewright/protocol'
import { t } from '../i18n.ts'

export interface ReportedEvent {
  readonly seq: number
  /** By the clock of the device, seconds since 1970. */
  readonly time: number
  readonly level: number
  readonly place: string
}

export interface Report {
  /** The clock of the device when it sent the report. */
  readonly clock: number
  readonly events: readonly ReportedEvent[]
}

export type Reading = { readonly report: Report } | { readonly errors: Readonly<Record<string, string>> }

const maxEvents = 100
const maxPlace = 128

/** The latest second that the product knows: the end of 9999. */
export const maxTime = 253_402_300_799

/** A whole number from 0 to the most. */
export const isWhole = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= most

/** Reads the body of a report, or says what is wrong with which part of it. */
export function readReport(raw: string, language: Language): Reading {
  const body = parseBody(raw)
  if (body === null) return { errors: { body: t(language, 'report.body') } }
  const errors: Record<string, string> = unknownKeys(body, ['clock', 'events'], '', language)
  const { clock, events = [] } = body
  if (!isWhole(clock, maxTime)) errors['clock'] = t(language, 'report.clock')
  if (!Array.isArray(events) || events.length > maxEvents)
    return { errors: { ...errors, events: t(language, 'report.events', { count: maxEvents }) } }
  const read = events.map((event: unknown, index) => readEvent(event, `events.${index}.`, language, errors))
  if (Object.keys(errors).length > 0 || !isWhole(clock, maxTime)) return { errors }
  return { report: { clock, events: read } }
}

function readEvent(value: unknown, place: string, language: Language, errors: Record<string, string>): ReportedEvent {
  const event = isObject(value) ? value : {}
  Object.assign(errors, unknownKeys(event, ['seq', 'time', 'level', 'place'], place, language))
  const { seq, time, level = 1, place: where = '' } = event
  if (!isWhole(seq, Number.MAX_SAFE_INTEGER)) errors[`${place}seq`] = t(language, 'report.seq')
  if (!isWhole(time, maxTime)) errors[`${place}time`] = t(language, 'report.time')
  if (!isWhole(level, 3) || level < 1) errors[`${place}level`] = t(language, 'report.level')
  if (typeof where !== 'string' || where.length > maxPlace)
    errors[`${place}place`] = t(language, 'report.place', { count: maxPlace })
  return { seq: Number(seq), time: Number(time), level: Number(level), place: String(where) }
}

/** Problems of members that an object may not have. */
export function unknownKeys(
  object: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
  place: string,
  language: Language,
): Record<string, string> {
  const names = Object.keys(object).filter((name) => !allowed.includes(name))
  return Object.fromEntries(
    names
      .slice(0, 10)
      .map((name) => [`${place}${name.slice(0, 64)}`, t(language, 'report.key', { name: name.slice(0, 64) })]),
  )
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The object in a body; null where there is none. */
export function parseBody(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(raw)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

/** Seconds by which a clock may be wrong. */
const maxSkew = 120

export interface EventTime {
  /** By the clock of the server. */
  readonly occurred: number
  /** It was sent later than it occurred. */
  readonly isLate: boolean
  /** The clock of the device is wrong, or the event contradicts it. */
  readonly isSuspect: boolean
}

/** When an event occurred by the clock of the server. @param now when the report arrived */
export function timeOfEvent({ time }: Pick<ReportedEvent, 'time'>, clock: number, now: number): EventTime {
  const skew = clock - now
  const age = clock - time
  const isSuspect = Math.abs(skew) > maxSkew || age < -maxSkew
  // Within the tolerance the time of the device counts; beyond it, how long ago it was by the device's own clock.
  const occurred = Math.abs(skew) > maxSkew ? now - age : time
  const isPossible = occurred <= now && occurred >= 0
  return {
    occurred: isPossible ? occurred : now,
    isLate: age > maxSkew,
    isSuspect: isSuspect || occurred < 0,
  }
}
