/**
 * `Ems/send` and `Sms/send`. Whether an address belongs to an account is looked up by the job that sends, so that the
 * answer and its time are the same for every address.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { codes, type Language } from 'tablewright/protocol'
import {
  consumeCaptcha,
  countMessage,
  createJobDefinition,
  createRouteDefinition,
  enqueueJob,
  failedTry,
  isKnownPlace,
  OperationError,
  RouteReply,
  verifyStoredPassword,
} from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { nothing } from '../answers.ts'
import { t } from '../i18n.ts'
import { findMember, isActiveMember, signInFirst } from '../session/accounts.ts'
import { isOpen } from '../settings.ts'
import { messengerOf, readAddress, type Address, type Channel } from './addresses.ts'
import { codeLife, purposeOf, storeCode } from './codes.ts'
import { addressTaken } from './messages.ts'
import { inputLabels } from '../labels.ts'

interface SendCode extends Address {
  readonly event: string
  readonly language: Language
  /** The member who is signed in. */
  readonly userId: number | null
}

type Need = 'free' | 'known' | 'own'

/** Which addresses may receive a code, by event. */
const needs: Readonly<Record<Channel, Readonly<Record<string, Need>>>> = {
  email: { user_register: 'free', user_retrieve_pwd: 'known', user_change_email: 'free', user_email_verify: 'own' },
  mobile: { user_register: 'free', user_retrieve_pwd: 'known', user_change_mobile: 'free', user_mobile_verify: 'own' },
}

export const sendCode = createJobDefinition<Database>()<SendCode>({
  name: 'member/sendCode',
  label: { 'zh-cn': '发送会员验证码', en: 'Send codes to members' },
  maxAttempts: 3,
  handler: async ({ scope, payload, complete }) => {
    const { channel, to, event, language, userId } = payload
    const messenger = messengerOf(scope, channel)
    if (!messenger) return
    const owner = await findMember(scope.database.query, channel, to)
    const need = needs[channel][event]
    const isOwn = owner !== null && isActiveMember(owner)
    const mayReceive = need === 'free' ? owner === null : need === 'known' ? isOwn : isOwn && owner.id === userId
    await complete(async (trx) => {
      const values = {}
      const purpose = purposeOf(event, payload)
      if (!mayReceive) {
        // A code that nobody gets: wrong ones count as they do where one was sent.
        await storeCode(trx, { purpose, secret: randomBytes(32).toString('base64url'), userId: null })
        // Whoever has the account learns of it; whoever asked does not.
        if (owner && event === 'user_register' && channel === 'email') {
          const message = { code: addressTaken, isSecret: false }
          await messenger.send(scope.settings, trx, { to, message, language, values })
        }
        return
      }
      const secret = String(randomInt(1_000_000)).padStart(6, '0')
      const account = need === 'known' ? (owner?.id ?? null) : userId
      await storeCode(trx, { purpose, secret, userId: account })
      await messenger.send(scope.settings, trx, {
        to,
        message: { code: event, isSecret: true },
        language,
        values: { code: secret, minutes: String(codeLife / 60) },
      })
    })
  },
})

const text = (maxLength: number) => ({ type: 'string', maxLength }) as const

/** @param eventField where clients name the event */
const sendRoute = (path: string, channel: Channel, eventField: 'event' | 'template_code') =>
  createRouteDefinition<Database>()({
    path,
    area: 'api',
    method: 'POST',
    transaction: 'own',
    login: 'visitor',
    right: null,
    label: { 'zh-cn': '发送验证码', en: 'Send a code' },
    input: {
      type: 'object',
      properties: {
        [channel]: text(254),
        [eventField]: text(50),
        captchaId: text(64),
        captchaInfo: text(200),
        password: text(200),
      },
      required: [channel, eventField],
    },
    answer: nothing,
    labels: inputLabels,
    maxPerMinute: 30,
    handler: async ({ scope, input, member, visitor }) => {
      const { database, language } = scope
      const texts = input as Readonly<Record<string, string | undefined>>
      if (!isOpen(scope.settings)) return new RouteReply(null, { code: codes.refused, msg: t(language, 'closed') })
      const address = readAddress(scope, channel, texts[channel] ?? '')
      const event = texts[eventField] ?? ''
      const need = Object.hasOwn(needs[channel], event) ? needs[channel][event] : undefined
      if (!need) throw new OperationError('invalid', { sentence: t(language, 'code.event') })
      if (!member && event !== 'user_register' && event !== 'user_retrieve_pwd') return signInFirst(language)
      if (!(await consumeCaptcha(database, texts['captchaId'], texts['captchaInfo'])))
        throw new OperationError('invalid', { text: failedTry(texts['captchaInfo']) })
      if (need === 'own' && member) {
        const password = (await findMember(database.query, 'id', member.id))?.password ?? null
        await verifyStoredPassword(scope, {
          owner: { kind: 'user', id: member.id },
          stored: password,
          password: texts['password'],
          field: 'password',
        })
      }
      const owner = await findMember(database.query, channel, address.to)
      const wait = await countMessage(database, {
        ip: visitor.ip,
        isKnownPlace: await isKnownPlace(database.query, owner, visitor.ip, 'user'),
        to: [{ receiver: address.to }],
        event,
        perDay: Number(scope.settings.own['member_codes_per_day']),
      })
      // Guard T37: messages with codes are counted.
      if (wait > 0) throw new OperationError('bad_state', { sentence: t(language, 'send.wait', { seconds: wait }) })
      const job = { ...address, event, language, userId: member?.id ?? null }
      await database.write((trx) => enqueueJob(trx, sendCode, job))
      return new RouteReply(null, { msg: t(language, 'code.sent') })
    },
  })

export const codeRoutes = [sendRoute('Ems/send', 'email', 'event'), sendRoute('Sms/send', 'mobile', 'template_code')]
