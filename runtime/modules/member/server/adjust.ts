/** Administrators change balance and score: by an action of the member, and by the form of the logs. */
import { randomInt } from 'node:crypto'
import { decimalText, kinds, trimText } from 'tablewright/protocol'
import { createRouteDefinition, describeFieldProblem, OperationError, type LedgerCall } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { changeAsset, digitsOf, type Asset } from './assets.ts'
import { t } from './i18n.ts'
import { addMemberNotice } from './notices/notices.ts'
import type { Effect, Scope } from '#generated/member/server.ts'
import { inputLabels } from './labels.ts'

/** Numbers of adjustments are random: they only have to differ. */
const maxNumber = 2 ** 47

interface Adjustment {
  readonly userId: number
  readonly amount: number
  readonly memo: string
  /** Input with the amount, at which problems of it are shown. */
  readonly input: string
}

async function adjust(
  call: Pick<LedgerCall, 'scope' | 'trx'>,
  asset: Asset,
  { userId, amount, memo, input }: Adjustment,
): Promise<string> {
  const { language } = call.scope
  if (amount === 0) throw new OperationError('invalid', { errors: { [input]: t(language, 'amount.zero') } })
  if (trimText(memo) === '') throw new OperationError('invalid', { errors: { memo: t(language, 'memo.missing') } })
  const change = { asset, userId, amount, memo, source: 'adjust' as const, sn: randomInt(1, maxNumber) }
  const balance = await changeAsset(call, change).catch((error: unknown) => {
    throw error instanceof OperationError ? atInput(error, input, language) : error
  })
  const textOf = (value: number | undefined): string => decimalText(value ?? 0, digitsOf[asset])
  const values = { before: textOf(balance?.before), after: textOf(balance?.after) }
  await addMemberNotice(call.trx, userId, asset, {
    ...values,
    amount: `${amount > 0 ? '+' : ''}${textOf(amount)}`,
    memo,
  })
  return t(language, 'adjusted', values)
}

/** A member is no product that is out of stock: the message says how much can be taken. */
function atInput(error: OperationError, input: string, language: Scope['language']): OperationError {
  const available = error.details.short?.[0]?.available
  if (available === undefined) return error
  const text = t(language, 'amount.short', { available })
  return new OperationError('stock_short', { sentence: text, errors: { [input]: text } })
}

/** The action has locked the member. */
export const adjustMoney: Effect<'member/user', 'adjustMoney'> = async ({ scope, trx, row, input, answer }) =>
  answer({
    note: await adjust({ scope, trx }, 'money', { ...input, userId: row.id, input: 'amount' }),
  })

/** The action has locked the member. */
export const adjustScore: Effect<'member/user', 'adjustScore'> = async ({ scope, trx, row, input, answer }) =>
  answer({
    note: await adjust({ scope, trx }, 'score', {
      userId: row.id,
      amount: input.points,
      memo: input.memo,
      input: 'points',
    }),
  })

const defineModuleRoute = createRouteDefinition<Database>()

/**
 * `POST /admin/user.MoneyLog/add {user_id, money, memo}`, and the same for the score; `GET …/add?userId=` answers the
 * member whose value is about to change.
 */
const addRoute = (asset: Asset, controller: string, page: string) =>
  defineModuleRoute({
    path: `${controller}/add`,
    area: 'admin',
    method: 'POST',
    login: 'admin',
    right: `${page}/add`,
    label: { 'zh-cn': '添加', en: 'Add' },
    input: {
      type: 'object',
      properties: {
        user_id: { type: ['string', 'number'], maxLength: 15 },
        // Long enough for any number that a person enters: which of them may be, its field says.
        [asset]:
          asset === 'money'
            ? { type: ['string', 'number'], maxLength: 100, format: 'decimal' }
            : { type: ['string', 'integer'], maxLength: 100, format: 'integer' },
        memo: { type: 'string', minLength: 1, maxLength: 255 },
      },
      required: ['user_id', asset, 'memo'],
    },
    labels: inputLabels,
    maxPerMinute: null,
    get: async ({ scope, input: { userId } }) => ({ user: await memberFor(scope, userId) }),
    handler: async ({ scope, trx, input }) => {
      const values = input as Readonly<Record<string, string | number>>
      const { [asset]: text = '', user_id: id = '', memo = '' } = values
      const member = await memberFor(scope, String(id))
      const amount = amountIn(scope, asset, text)
      await adjust({ scope, trx }, asset, { userId: member.id, amount, memo: String(memo), input: asset })
    },
  })

/** Cents or points, by the input of the action. Throws an OperationError `invalid` when it is no such amount. */
function amountIn({ language, registry, settings }: Scope, asset: Asset, input: string | number): number {
  const [action, name] = asset === 'money' ? ['adjustMoney', 'amount'] : ['adjustScore', 'points']
  const field = registry
    .require('member/user')
    .machine?.actions.find((candidate) => candidate.name === action)
    ?.input.find((input) => input.name === name)
  if (!field) throw new Error(`members have no action ${action}`)
  const kind = kinds[field.kind]
  const read = kind.read(input, field, settings)
  if ('problem' in read)
    throw new OperationError('invalid', { errors: { [asset]: describeFieldProblem(language, read.problem) } })
  return Number(kind.toStored(read.value, field))
}

export const assetRoutes = [
  addRoute('money', 'user.MoneyLog', 'user/moneyLog'),
  addRoute('score', 'user.ScoreLog', 'user/scoreLog'),
]

async function memberFor({ database }: Scope, id: string | undefined) {
  const member = /^\d{1,15}$/.test(id ?? '')
    ? await database.query
        .selectFrom('user')
        .select(['id', 'username', 'nickname', 'email', 'mobile', 'avatar', 'money', 'score'])
        .where('id', '=', Number(id))
        .executeTakeFirst()
    : undefined
  if (!member) throw new OperationError('not_found')
  const { email, mobile, avatar, money } = member
  return {
    ...member,
    email: email ?? '',
    mobile: mobile ?? '',
    avatar: avatar ?? '',
    money: decimalText(money ?? 0, 2),
  }
}
