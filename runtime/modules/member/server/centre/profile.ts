/** `account/profile`: what members change of themselves. Everything else that is posted is ignored. */
import { lockAccountNames, nowSeconds, OperationError, records, RouteReply } from 'tablewright/server'
import { dayOf, parseDateTime, trimText, type Language } from 'tablewright/protocol'
import type { MemberServerParts } from '#generated/member/parts.ts'
import { nothing, ownProfile } from '../answers.ts'
import { openChannels } from '../codes/addresses.ts'
import { t } from '../i18n.ts'
import { findMember, isNameTaken, lockMember, memberInfo, type MemberRow } from '../session/accounts.ts'
import { usernameShape } from '../session/register.ts'
import type { Scope } from '#generated/member/server.ts'
import { defineMemberRoute, refuseMember, requireMember } from './rights.ts'
import { inputLabels } from '../labels.ts'

const text = (maxLength: number) => ({ type: ['string', 'null'], maxLength }) as const

const nicknameShape = /^[\p{L}\p{N}_-]{1,50}$/u
const pictureShape = /^\/(storage|static)\/(?!.*\.\.)[\w./-]{1,230}$/
/** Control characters, line breaks among them. */
const control = /\p{Cc}/u

interface ProfileInput {
  readonly avatar?: string | null
  readonly username?: string | null
  readonly nickname?: string | null
  readonly gender?: string | number
  readonly birthday?: string | null
  readonly motto?: string | null
}

export const profileRoute = defineMemberRoute({
  path: 'account/profile',
  area: 'api',
  method: 'POST',
  transaction: 'own',
  login: 'member',
  right: null,
  label: { 'zh-cn': '会员资料', en: 'Profile of a member' },
  input: {
    type: 'object',
    properties: {
      avatar: text(255),
      username: text(100),
      nickname: text(100),
      gender: { type: ['string', 'number'], maxLength: 2 },
      birthday: text(20),
      motto: text(1000),
    },
  },
  answer: nothing,
  labels: inputLabels,
  maxPerMinute: 60,
  getAnswer: ownProfile,
  get: async ({ scope, member }) => {
    const { id } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId: null }, 'account/profile')
    if (refusal) return refusal
    const row = await findMember(scope.database.query, 'id', id)
    const {
      token: _t,
      refresh_token: _r,
      ...user
    } = memberInfo(scope.settings, row ?? missing(), { token: '', refresh_token: '' })
    return { user, accountVerificationType: openChannels(scope) }
  },
  handler: async ({ scope, member, input: profileInput }) => {
    const { id } = requireMember(member)
    const refusal = await refuseMember(scope, { id, sessionId: null }, 'account/profile')
    if (refusal) return refusal
    const { language, database } = scope
    const before = (await findMember(database.query, 'id', id)) ?? missing()
    const input = tidy(profileInput)
    const { username } = input
    // Here as well as below, so that it is said together with the other fields that are wrong.
    const isNew = Boolean(username && username !== before.username)
    const isTaken =
      isNew &&
      ((await findMember(database.query, 'username', username ?? '')) !== null ||
        (await isNameTaken(database.query, 'username', username ?? '', id)))
    const values = readProfile(scope, { nickname: before.nickname, isTaken }, input)
    try {
      await database.write(async (trx) => {
        if (isNew) await lockAccountNames(trx, 'user')
        if (!(await lockMember(trx, id))) missing()
        if (isNew && (await isNameTaken(trx, 'username', username ?? '', id))) throw nameTaken(language)
        await records<MemberServerParts>(scope, trx)
          .asModule(t(language, 'profile.own'))
          .update('member/user', id, values)
      })
    } catch (error) {
      // Another member took the name in this very moment.
      throw error instanceof OperationError && error.code === 'duplicate' ? nameTaken(language) : error
    }
    return new RouteReply(null, { msg: t(language, 'profile.saved') })
  },
})

const tidy = (profile: ProfileInput): ProfileInput =>
  Object.fromEntries(
    Object.entries(profile).map(([name, value]) => [name, typeof value === 'string' ? trimText(value) : value]),
  )

const nameTaken = (language: Language): OperationError =>
  new OperationError('invalid', { errors: { username: t(language, 'username.taken') } })

function missing(): never {
  throw new OperationError('not_found')
}

/**
 * The columns to write: of what was sent, the members of a profile. A nickname that an administrator chose may stay.
 * @throws OperationError `invalid` with the errors by field
 */
function readProfile(
  { language, settings }: Scope,
  { nickname: current, isTaken }: Pick<MemberRow, 'nickname'> & { readonly isTaken: boolean },
  profile: ProfileInput,
) {
  const errors: Record<string, string> = {}
  const { avatar, username, nickname, gender, birthday, motto } = profile
  const isGender = [0, 1, 2].includes(Number(gender)) && gender !== ''
  if (avatar && !pictureShape.test(avatar)) errors['avatar'] = t(language, 'avatar.shape')
  if (username !== undefined && !usernameShape.test(username ?? '')) errors['username'] = t(language, 'username.shape')
  else if (isTaken) errors['username'] = t(language, 'username.taken')
  const isNewName = nickname !== undefined && nickname !== current
  if (isNewName && !nicknameShape.test(nickname ?? '')) errors['nickname'] = t(language, 'nickname.shape')
  if (gender !== undefined && !isGender) errors['gender'] = t(language, 'gender.shape')
  if (birthday && !isPastDay(birthday, settings.timeZone)) errors['birthday'] = t(language, 'birthday.shape')
  if (motto && (motto.length > 255 || control.test(motto))) errors['motto'] = t(language, 'motto.shape')
  if (Object.keys(errors).length > 0) throw new OperationError('invalid', { errors })
  return {
    ...(avatar !== undefined && { avatar: avatar || null }),
    ...(username && { username }),
    ...(nickname && { nickname }),
    ...(gender !== undefined && { gender: Number(gender) as 0 | 1 | 2 }),
    ...(birthday !== undefined && { birthday: birthday || null }),
    ...(motto !== undefined && { motto: motto ?? '' }),
  }
}

const isPastDay = (day: string, timeZone: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) &&
  parseDateTime(day, 'UTC') !== null &&
  day >= '1900-01-01' &&
  day <= dayOf(nowSeconds(), timeZone)
