/** Conditions on payments, refunds and the balances that they changed ($I1, $I2). */
import { sql } from 'kysely'
import { createSqlCheck } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { logOptions, refundOptions } from '#generated/pay/options.ts'
import type { Check } from '#generated/pay/server.ts'

const tables = {
  log: sql.table('pay_log'),
  refund: sql.table('pay_refund'),
  money: sql.table('user_money_log'),
  score: sql.table('user_score_log'),
} as const
const { state, outcome, type } = logOptions
const { state: refundState } = refundOptions
const lit = (value: string | number) => sql.lit(value)

const paid = createSqlCheck<Database>({
  name: 'pay/log.paid',
  repair: 'backup',
  label: {
    'zh-cn': '支付：已支付的有支付时间，未支付的没有',
    en: 'Payments: those that were made have a time, others have none',
  },
  rows: () => sql`select id, sn, state as found, null as expected from ${tables.log}
    where (state = ${lit(state.paid)}) <> (pay_time is not null)`,
})

const sumOf = (states: readonly number[]) => sql`coalesce((select sum(r.amount) from ${tables.refund} as r
  where r.pay_log_id = l.id and r.state in (${sql.join(states.map(lit))})), 0)`

const refunded = createSqlCheck<Database>({
  name: 'pay/log.refunded',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '支付：已退款金额等于已完成退款之和',
    en: 'Payments: what was refunded is the sum of the refunds',
  },
  rows: () => sql`select id, sn, refunded as found, done as expected from
    (select l.id, l.sn, l.refunded, ${sumOf([refundState.done])} as done from ${tables.log} as l) as x
    where refunded <> done`,
})

const refunding = createSqlCheck<Database>({
  name: 'pay/log.refunding',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '支付：退款中金额等于未完成退款之和',
    en: 'Payments: what is pending is the sum of the refunds that have not ended',
  },
  rows: () => sql`select id, sn, refunding as found, pending as expected from
    (select l.id, l.sn, l.refunding, ${sumOf([refundState.asked, refundState.processing])} as pending
      from ${tables.log} as l) as x
    where refunding <> pending`,
})

const limit = createSqlCheck<Database>({
  name: 'pay/log.limit',
  repair: 'edit',
  scale: 2,
  label: { 'zh-cn': '支付：退款不超过支付金额', en: 'Payments: no more is refunded than was paid' },
  rows: () => sql`select id, sn, refunded + refunding as found, amount as expected from ${tables.log}
    where refunded + refunding > amount or (state <> ${lit(state.paid)} and refunded + refunding > 0)`,
})

/**
 * Rows that the balance log should have by payments. Members who are gone have no logs. A refund of a top-up that
 * failed took the money and gave it back.
 */
const expectedMoney = sql`
  select 'purchase' as source, id as sn, -amount as amount from ${tables.log}
    where type = ${lit(type.balance)} and state = ${lit(state.paid)} and user_id is not null
  union all select 'recharge', id, amount from ${tables.log}
    where project = 'recharge' and outcome = ${lit(outcome.applied)} and user_id is not null
  union all select 'refund', r.id, r.amount from ${tables.refund} as r join ${tables.log} as l on l.id = r.pay_log_id
    where l.type = ${lit(type.balance)} and r.state = ${lit(refundState.done)} and l.user_id is not null
  union all select 'refund', r.id, -r.amount from ${tables.refund} as r join ${tables.log} as l on l.id = r.pay_log_id
    where l.project = 'recharge' and l.outcome = ${lit(outcome.applied)} and l.user_id is not null
  union all select 'refund_failed', r.id, r.amount from ${tables.refund} as r
    join ${tables.log} as l on l.id = r.pay_log_id
    where l.project = 'recharge' and l.outcome = ${lit(outcome.applied)} and l.user_id is not null
      and r.state = ${lit(refundState.failed)}`

const expectedScore = sql`
  select 'purchase' as source, id as sn, -amount as amount from ${tables.log}
    where type = ${lit(type.score)} and state = ${lit(state.paid)} and user_id is not null
  union all select 'refund', r.id, r.amount from ${tables.refund} as r join ${tables.log} as l on l.id = r.pay_log_id
    where l.type = ${lit(type.score)} and r.state = ${lit(refundState.done)} and l.user_id is not null`

/** Both directions: what is missing in the log of the balance, and what payments know nothing of. */
const money = createSqlCheck<Database>({
  name: 'pay/money',
  repair: 'backup',
  scale: 2,
  label: {
    'zh-cn': '余额日志：与支付和退款一致',
    en: 'Balance log: what it has of payments and refunds is theirs',
  },
  rows: () => sql`select e.source, e.sn, m.money as found, e.amount as expected from (${expectedMoney}) as e
      left join ${tables.money} as m on m.source = e.source and m.sn = e.sn
      where m.id is null or m.money <> e.amount
    union all select m.source, m.sn, m.money, null from ${tables.money} as m
      left join (${expectedMoney}) as e on m.source = e.source and m.sn = e.sn
      where m.source in ('purchase', 'recharge') and e.sn is null
        and not exists (select 1 from ${tables.log} as l where l.id = m.sn and l.user_id is null)`,
})

const score = createSqlCheck<Database>({
  name: 'pay/score',
  repair: 'backup',
  label: {
    'zh-cn': '积分日志：与支付和退款一致',
    en: 'Score log: what it has of payments and refunds is theirs',
  },
  // Points in the columns of payments are hundredths.
  rows: () => sql`select e.source, e.sn, m.score as found, e.amount / 100 as expected from (${expectedScore}) as e
    left join ${tables.score} as m on m.source = e.source and m.sn = e.sn
    where m.id is null or m.score * 100 <> e.amount`,
})

export const checks: readonly Check[] = [paid, refunded, refunding, limit, money, score]
