/** The demo members and what they did in the last thirty days, through the ledger as always. */
import { dayOf } from 'tablewright/protocol'
import { nowSeconds, type DemoWork } from 'tablewright/server'
import { userOptions } from '#generated/member/options.ts'
import type { MemberServerParts } from '#generated/member/parts.ts'
import { changeAsset } from '../assets.ts'
import { rewardOf } from '../centre/check-in.ts'
import { emptyAccount } from '../erasure/erase.ts'
import { t } from '../i18n.ts'
import type { Scope, Transaction } from '#generated/member/server.ts'
import { dayCount, demoPeople, type DemoMember } from './people.ts'

const daySeconds = 86_400

interface StoredMember extends DemoMember {
  readonly id: number
}

/** Does nothing when there are members already. */
export async function demoWork({ scope, at: runAt }: DemoWork<MemberServerParts>): Promise<void> {
  const { query } = scope.database
  const group = await query.selectFrom('user_group').select('id').orderBy('id').limit(1).executeTakeFirst()
  if (!group || (await query.selectFrom('user').select('id').limit(1).executeTakeFirst())) return
  const now = nowSeconds()
  const members = await scope.database.write((trx) => storeMembers(trx, demoPeople(scope.language), group.id, now))
  const streaks = new Map<number, number>()
  for (let day = 1; day <= dayCount; day++) {
    const moment = now - (dayCount - day) * daySeconds - 3600
    // A transaction for each day: what happened together is stored together, and a start does not wait for hundreds.
    const before = new Map(streaks)
    await runAt(moment, () =>
      scope.database.write(async (trx) => {
        for (const [index, member] of members.entries()) {
          await checkIn({ scope, trx, member, day, moment }, streaks, before)
          for (const [paymentDay, amount] of member.payments)
            if (paymentDay === day) await pay(scope, trx, member.id, amount, day * 1000 + index)
        }
      }),
    )
  }
  await emptyAccounts(scope, members)
}

async function storeMembers(
  trx: Transaction,
  people: readonly DemoMember[],
  group: number,
  now: number,
): Promise<readonly StoredMember[]> {
  const members: StoredMember[] = []
  for (const person of people) {
    const { username, nickname, email, mobile, gender, birthday, motto, state, age } = person
    const joined = now - age * daySeconds
    const { id } = await trx
      .insertInto('user')
      .values({
        username,
        nickname,
        group_id: group,
        email,
        mobile,
        // Nobody knows a password that leads to it: an administrator sets one.
        password: 'demo',
        gender,
        birthday,
        motto,
        money: 0,
        score: 0,
        login_failure: 0,
        last_login_time: state === 'new' ? null : now - (age % 25) * daySeconds,
        join_time: joined,
        status: state === 'disabled' ? userOptions.status.disabled : userOptions.status.enabled,
        create_time: joined,
        update_time: joined,
        version: 1,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    members.push({ ...person, id })
  }
  return members
}

interface CheckInCall {
  readonly scope: Scope
  readonly trx: Transaction
  readonly member: StoredMember
  readonly day: number
  readonly moment: number
}

/** @param before the days in a row as they were when the transaction began, which may run again */
async function checkIn(
  { scope, trx, member: { id, checkIns }, day, moment }: CheckInCall,
  streaks: Map<number, number>,
  before: ReadonlyMap<number, number>,
): Promise<void> {
  if (!checkIns.includes(day)) return void streaks.delete(id)
  const streak = (checkIns.includes(day - 1) ? (before.get(id) ?? 0) : 0) + 1
  streaks.set(id, streak)
  const score = rewardOf(streak)
  const today = dayOf(moment, scope.settings.timeZone)
  const { id: sn } = await trx
    .insertInto('user_check_in')
    .values({ user_id: id, day: today, score, create_time: moment, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const memo = t(scope.language, 'check_in.memo', { day: streak })
  await changeAsset({ scope, trx }, { asset: 'score', userId: id, amount: score, memo, source: 'check_in', sn })
}

async function pay(scope: Scope, trx: Transaction, userId: number, amount: number, sn: number): Promise<void> {
  const memo = t(scope.language, amount > 0 ? 'demo.paid_in' : 'demo.spent')
  await changeAsset({ scope, trx }, { asset: 'money', userId, amount, memo, source: 'adjust', sn })
}

/** The account of the member who is gone, as deleting it leaves it. */
async function emptyAccounts(scope: Scope, members: readonly StoredMember[]): Promise<void> {
  const ids = members.filter(({ state }) => state === 'deleted').map(({ id }) => id)
  await scope.database.write(async (trx) => {
    for (const id of ids) {
      await trx.deleteFrom('user_check_in').where('user_id', '=', id).execute()
      await trx.updateTable('user').set(emptyAccount(scope.language, id)).where('id', '=', id).execute()
    }
  })
}
