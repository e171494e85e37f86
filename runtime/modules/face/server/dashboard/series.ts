/** Figures by month and by year. */
import { sql, type RawBuilder } from 'kysely'
import { decimalText } from 'tablewright/protocol'
import { readHeavy } from 'tablewright/server'
import type { Scope } from '#generated/face/server.ts'
import { fireAlarmOptions } from '#generated/face/options.ts'
import { tenThousands, type Board, type Period } from '../../shared/dashboard.ts'
import type { Span } from './periods.ts'

type Counts = ReadonlyMap<number, number>

interface Amounts {
  /** Fen. */
  readonly planned: number
  readonly spent: number
}

/** Records by the span that a time of theirs is in. */
async function countBySpan(
  scope: Scope,
  table: string,
  column: string,
  spans: readonly Span[],
  condition: RawBuilder<unknown> = sql`true`,
): Promise<Counts> {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return new Map()
  const time = sql.ref(column)
  const spanOfRow = sql`case ${sql.join(
    spans.map(({ end, period }) => sql`when ${time} < ${sql.lit(end)} then ${sql.lit(period)}`),
    sql` `,
  )} end`
  const query = sql<{ readonly period: number; readonly count: number }>`
    select ${spanOfRow} as period, count(*) as count from ${sql.table(table)}
    where ${time} >= ${sql.lit(first.start)} and ${time} < ${sql.lit(last.end)} and delete_time is null and ${condition}
    group by 1`
  const { rows } = await query.execute(scope.database.query)
  return new Map(rows.map(({ period, count }) => [Number(period), Number(count)]))
}

const sumFields = ['planned', 'spent'] as const

/** Sums in fen by month of one year, or by year. */
async function readAmounts(scope: Scope, of: { readonly year: number } | { readonly years: readonly number[] }) {
  const base = scope.database.query.selectFrom('face_fire_budget').where('delete_time', 'is', null)
  const rows =
    'year' in of
      ? await base
          .select(({ fn }) => ['month as period', ...sumFields.map((name) => fn.sum(name).as(name))])
          .where('year', '=', String(of.year))
          .groupBy('month')
          .execute()
      : await base
          .select(({ fn }) => ['year as period', ...sumFields.map((name) => fn.sum(name).as(name))])
          .where('year', 'in', of.years.map(String))
          .groupBy('year')
          .execute()
  return new Map<number, Amounts>(
    rows.map((row) => [Number(row.period), { planned: Number(row.planned ?? 0), spent: Number(row.spent ?? 0) }]),
  )
}

/** The figures of spans; those that have not begun have none, unless a budget is planned already. */
export async function readPeriods(
  scope: Scope,
  spans: readonly Span[],
  of: Parameters<typeof readAmounts>[1],
): Promise<readonly Period[]> {
  const isFalse = sql`false_alarm = ${sql.lit(fireAlarmOptions.false_alarm.yes)}`
  const [alarms, falseAlarms, hazards, inspections, amounts] = await Promise.all([
    countBySpan(scope, 'face_fire_alarm', 'occurred', spans),
    countBySpan(scope, 'face_fire_alarm', 'occurred', spans, isFalse),
    countBySpan(scope, 'face_fire_hazard', 'found', spans),
    countBySpan(scope, 'face_fire_inspection', 'done', spans),
    readAmounts(scope, of),
  ])
  return spans.map(({ period, hasBegun }) => {
    const count = (counts: Counts): number | null => (hasBegun ? (counts.get(period) ?? 0) : null)
    const { planned = 0, spent = 0 } = amounts.get(period) ?? {}
    const hasPlan = hasBegun || planned !== 0
    const hasSpent = hasBegun || spent !== 0
    return {
      period,
      alarms: count(alarms),
      false_alarms: count(falseAlarms),
      hazards: count(hazards),
      inspections: count(inspections),
      planned: hasPlan ? decimalText(planned, 2) : null,
      spent: hasSpent ? decimalText(spent, 2) : null,
      planned_wan: hasPlan ? tenThousands(planned) : null,
      spent_wan: hasSpent ? tenThousands(spent) : null,
    }
  })
}

export async function readBudget(scope: Scope, year: number): Promise<Board['budget']> {
  const months = await readAmounts(scope, { year })
  const sum = (name: keyof Amounts): number => [...months.values()].reduce((total, month) => total + month[name], 0)
  // Summed before it is rounded.
  return {
    planned: decimalText(sum('planned'), 2),
    spent: decimalText(sum('spent'), 2),
    planned_wan: tenThousands(sum('planned')),
    spent_wan: tenThousands(sum('spent')),
  }
}

/** Buildings that are named; those after them count as one. */
const maxBuildings = 8

export async function readBuildings(scope: Scope, { start, end }: Span): Promise<Board['buildings']> {
  const rows = await scope.database.query
    .selectFrom('face_fire_alarm')
    .select(({ fn }) => ['building', fn.countAll().as('count')])
    .where('occurred', '>=', start)
    .where('occurred', '<', end)
    .where('delete_time', 'is', null)
    .groupBy('building')
    .orderBy('count', 'desc')
    .orderBy('building')
    .execute()
  const all = rows.map(({ building, count }) => ({ building, alarms: Number(count) }))
  const others = all.slice(maxBuildings).reduce((total, { alarms }) => total + alarms, 0)
  return [...all.slice(0, maxBuildings), ...(others > 0 ? [{ building: null, alarms: others }] : [])]
}

export async function readLevels(scope: Scope, { start, end }: Span): Promise<Board['levels']> {
  const rows = await scope.database.query
    .selectFrom('face_fire_alarm')
    .select(({ fn }) => ['level', fn.countAll().as('count')])
    .where('occurred', '>=', start)
    .where('occurred', '<', end)
    .where('delete_time', 'is', null)
    .groupBy('level')
    .execute()
  const counts = new Map(rows.map(({ level, count }) => [level, Number(count)]))
  return Object.values(fireAlarmOptions.level).map((level) => ({ level, alarms: counts.get(level) ?? 0 }))
}

/** Median of the seconds between alarm and confirmation, over the alarms of the span; null without a confirmed one. */
export async function medianResponse(scope: Scope, { start, end }: Span): Promise<number | null> {
  const confirmed = scope.database.query
    .selectFrom('face_fire_alarm')
    .where('occurred', '>=', start)
    .where('occurred', '<', end)
    .where('confirmed', 'is not', null)
    .where('delete_time', 'is', null)
  const row = await confirmed.select(({ fn }) => fn.countAll().as('count')).executeTakeFirst()
  const count = Number(row?.count ?? 0)
  if (count === 0) return null
  const middle = await readHeavy(
    scope,
    confirmed
      .select(sql<number>`confirmed - occurred`.as('seconds'))
      .orderBy('seconds')
      .offset(Math.floor((count - 1) / 2))
      .limit(count % 2 === 0 ? 2 : 1)
      .compile(),
  )
  return middle.reduce((total, { seconds }) => total + Number(seconds), 0) / middle.length
}
