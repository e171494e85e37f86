/** The person who fills in: a member, or a device that a browser has named. */
import { createHash } from 'node:crypto'
import type { Member } from 'tablewright/server'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.ts'

export interface Person {
  /** Null = a visitor. */
  readonly userId: number | null
  /** Names the device within one questionnaire only; null = it has no name. */
  readonly device: string | null
}

const deviceShape = /^[A-Za-z0-9_-]{16,64}$/

/** Nothing of an anonymous sheet leads to its person, not even that two of them come from one. */
export function personOf(
  questionnaire: Pick<Questionnaire, 'id' | 'anonymous'>,
  member: Pick<Member, 'id'> | null,
  device: string | undefined,
): Person {
  // Guard T10: an anonymous questionnaire stores neither member nor device.
  if (questionnaire.anonymous === questionnaireOptions.anonymous.yes) return { userId: null, device: null }
  const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 40)
  return {
    userId: member?.id ?? null,
    device: deviceShape.test(device ?? '') ? hash(`${questionnaire.id} ${device}`) : null,
  }
}

/** Whose draft it is; null where none is kept. */
export function holderOf({ userId, device }: Person): string | null {
  if (userId !== null) return `m:${userId}`
  return device === null ? null : `d:${device}`
}

/** A value that only one sheet may have; null where there is no limit. */
export function limiterOf({ limit_by }: Pick<Questionnaire, 'limit_by'>, { userId, device }: Person): string | null {
  if (limit_by === questionnaireOptions.limit_by.member) return userId === null ? null : `m:${userId}`
  return limit_by === questionnaireOptions.limit_by.device && device !== null ? `d:${device}` : null
}
