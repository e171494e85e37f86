/** Why a questionnaire cannot be filled in now. */
import type { Language } from 'tablewright/protocol'
import { codes } from 'tablewright/protocol'
import { nowSeconds, RouteReply, type Member, type Settings } from 'tablewright/server'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Reading } from '#generated/questionnaire/server.ts'
import { t } from '../i18n.ts'
import type { Questionnaire } from '../questionnaires/questionnaire.ts'
import { isPass } from './pass.ts'
import { limiterOf, personOf } from './person.ts'

const reasons = ['off', 'before', 'after', 'full', 'done', 'password', 'members'] as const
export type Reason = (typeof reasons)[number]

/** The request of somebody who fills in. */
export interface Filling {
  readonly member: Pick<Member, 'id'> | null
  readonly device?: string
  readonly pass?: string
}

type State = Pick<Questionnaire, 'status' | 'version_no' | 'begin_time' | 'end_time' | 'quota' | 'num'>

/** The reason that is the same for everybody; null = it is open. */
export function closedReason(questionnaire: State): Reason | null {
  const { status, version_no, begin_time, end_time, quota, num } = questionnaire
  const now = nowSeconds()
  if (status !== questionnaireOptions.status.open || (version_no ?? 0) === 0) return 'off'
  if (begin_time !== null && now < begin_time) return 'before'
  if (end_time !== null && now > end_time) return 'after'
  return quota !== null && (num ?? 0) >= quota ? 'full' : null
}

/** Null = the person can fill it in. */
export async function reasonFor(
  query: Pick<Reading, 'selectFrom'>,
  settings: Pick<Settings, 'secrets'>,
  questionnaire: Questionnaire,
  { member, device, pass }: Filling,
): Promise<Reason | null> {
  const { limit_by, members_only } = questionnaire
  const { yes } = questionnaireOptions.members_only
  const needsMember = members_only === yes || limit_by === questionnaireOptions.limit_by.member
  if (needsMember && !member) return closedReason(questionnaire) ?? 'members'
  const isLocked = questionnaire.password_on === questionnaireOptions.password_on.yes
  if (isLocked && !isPass(settings, questionnaire, pass)) return closedReason(questionnaire) ?? 'password'
  const limiter = limiterOf(questionnaire, personOf(questionnaire, member, device))
  if (limiter !== null && (await hasSheet(query, questionnaire.id, limiter))) return 'done'
  return closedReason(questionnaire)
}

async function hasSheet(query: Pick<Reading, 'selectFrom'>, questionnaire: number, limiter: string): Promise<boolean> {
  const sheet = await query
    .selectFrom('questionnaire_sheet')
    .select('id')
    .where('questionnaire_id', '=', questionnaire)
    .where('limiter', '=', limiter)
    .executeTakeFirst()
  return sheet !== undefined
}

/** The text of the owner for the reason, or that of the module. */
export function reasonText(language: Language, questionnaire: Questionnaire, reason: Reason): string {
  const own = reason === 'password' ? null : questionnaire[`text_${reason}` as const]
  return own ?? t(language, `reason.${reason}`)
}

/** The refusal of somebody who cannot fill in. */
export function refuse(language: Language, questionnaire: Questionnaire, reason: Reason): RouteReply {
  const text = reasonText(language, questionnaire, reason)
  return new RouteReply({ reason, text }, { code: codes.refused, msg: text })
}
