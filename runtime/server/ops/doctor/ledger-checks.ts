/**
 * What has to be true of every ledger, whatever it counts (domain 1.13: I1, I2, I4 to I6, I11, I13): balances are the
 * sums of its rows, its rows follow each other without a gap, and what takes something back takes back exactly that.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  requireField,
  type AmountModel,
  type BalanceModel,
  type LedgerModel,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import { rowId, type Row } from '../../db/index.ts'
import { amountOf } from '../../records/ledger/amount.ts'
import { createSqlCheck, findingsOf, readContradictions, type Check, type Finding } from './check.ts'

/** All checks of the ledgers among the models. */
export function ledgerChecks(models: readonly TableModel[]): readonly Check[] {
  return models.flatMap((table) => (table.ledger ? checksOf(table, table.ledger, models) : []))
}

function checksOf(table: TableModel, ledger: LedgerModel, models: readonly TableModel[]): readonly Check[] {
  return [
    ...ledger.balances.flatMap((balance) => {
      const owner = models.find((model) => model.id === balance.entity)
      return owner ? balanceChecks(table, ledger, balance, owner) : []
    }),
    chainCheck(table, ledger),
    ...(table.created === null ? [] : [timeCheck(table, ledger, table.created)]),
    ...(ledger.reversal === null ? [] : reversalChecks(table, ledger, ledger.reversal)),
    ...(ledger.amount === null ? [] : [amountCheck(table, ledger, ledger.amount)]),
    ...postingChecks(table, ledger, models),
  ]
}

/** A label that begins with the name of the ledger. */
const labelOf = ({ label }: TableModel, text: Text): Text => ({
  'zh-cn': `${label['zh-cn']}：${text['zh-cn']}`,
  en: `${label.en}: ${text.en}`,
})

const scaleOf = (table: TableModel, name: string): number => requireField(table, name).scale ?? 0

/** Sums by key, the floor, and the last row. @param owner the table of the balance */
function balanceChecks(
  table: TableModel,
  ledger: LedgerModel,
  balance: BalanceModel,
  owner: TableModel,
): readonly Check[] {
  const field = requireField(owner, balance.field)
  const common = { repair: 'rebuild', scale: field.scale ?? 0 } as const
  const name = `${table.id}/${balance.entity.split('/')[1]}.${balance.field}`
  const [zh, en] = [
    `${owner.singular['zh-cn']}“${field.label['zh-cn']}”`,
    `“${field.label.en}” of each ${owner.singular.en.toLowerCase()}`,
  ]
  return [
    createSqlCheck({
      ...common,
      name,
      label: labelOf(table, { 'zh-cn': `${zh}等于流水之和`, en: `${en} is the sum of its ledger rows` }),
      rows: () => differingSums(table, ledger, balance),
    }),
    createSqlCheck({
      ...common,
      name: `${name}.floor`,
      label: labelOf(table, { 'zh-cn': `${zh}不低于下限`, en: `${en} is not below its floor` }),
      rows: () => belowFloor(balance),
    }),
    ...(balance.last === null
      ? []
      : [
          createSqlCheck({
            name: `${name}.last`,
            repair: 'rebuild',
            label: labelOf(table, {
              'zh-cn': `每条${owner.singular['zh-cn']}记有最后一条流水`,
              en: `each ${owner.singular.en.toLowerCase()} names its last ledger row`,
            }),
            rows: () => wrongLast(table, balance, balance.last ?? ''),
          }),
        ]),
  ]
}

/** Balances that are not the sum of their rows, rows without a balance included; the key as the ledger names it. */
export function differingSums(
  table: TableModel,
  { measure }: LedgerModel,
  { table: own, key, field }: BalanceModel,
): RawBuilder<unknown> {
  const names = sql.join(key.map(({ from }) => sql.id(from)))
  const columns = sql.join(key.map(({ column, from }) => sql`${sql.ref(column)} as ${sql.id(from)}`))
  return sql`select ${names}, sum(_stored) as _found, sum(_moved) as _expected from (
    select ${names}, 0 as _stored, ${sql.ref(measure)} as _moved from ${sql.table(table.table)}
    union all select ${columns}, coalesce(${sql.ref(field)}, 0), 0 from ${sql.table(own)}
  ) as _sums group by ${names} having sum(_stored) <> sum(_moved)`
}

function belowFloor({ table, key, field, floor }: BalanceModel): RawBuilder<unknown> {
  const least = typeof floor === 'string' ? sql`coalesce(${sql.ref(floor)}, 0)` : sql.lit(floor)
  const columns = sql.join(key.map(({ column, from }) => sql`${sql.ref(column)} as ${sql.id(from)}`))
  const value = sql`coalesce(${sql.ref(field)}, 0)`
  return floor === null
    ? sql`select ${columns}, 0 as _found, 0 as _expected from ${sql.table(table)} where 1 = 0`
    : sql`select ${columns}, ${value} as _found, ${least} as _expected from ${sql.table(table)}
        where ${value} < ${least}`
}

/** Balances whose last row is another one than they name, and rows whose balance is missing. */
export function wrongLast(table: TableModel, { table: own, key }: BalanceModel, last: string): RawBuilder<unknown> {
  const names = sql.join(key.map(({ from }) => sql.id(from)))
  const columns = sql.join(key.map(({ column, from }) => sql`${sql.ref(column)} as ${sql.id(from)}`))
  return sql`select ${names}, max(_stored) as _found, max(_last) as _expected from (
    select ${names}, null as _stored, max(id) as _last from ${sql.table(table.table)} group by ${names}
    union all select ${columns}, ${sql.ref(last)}, null from ${sql.table(own)}
  ) as _ends group by ${names} having max(_stored) is distinct from max(_last)`
}

/** Each row begins where the one before it of the same place ended. */
function chainCheck(table: TableModel, { dimensions, before, after, measure }: LedgerModel): Check {
  const place = sql.join(dimensions.map((name) => sql.ref(name)))
  const names = [before, after].map((name) => sql.lit(name))
  return createSqlCheck({
    name: `${table.id}/chain`,
    repair: 'backup',
    scale: scaleOf(table, before),
    label: labelOf(table, {
      'zh-cn': '每条流水从上一条的余额开始，并加上自己的数量',
      en: 'each row begins at the balance of the one before it and adds its own amount',
    }),
    rows: () => sql`with _chain as (select id, ${sql.ref(before)} as _before_row, ${sql.ref(after)} as _after_row,
        ${sql.ref(measure)} as _moved,
        coalesce(lag(${sql.ref(after)}) over (partition by ${place} order by id), 0) as _last
        from ${sql.table(table.table)})
      select id, ${names[0]} as _field, _before_row as _found, _last as _expected from _chain where _before_row <> _last
      union all
      select id, ${names[1]}, _after_row, _before_row + _moved from _chain where _after_row <> _before_row + _moved`,
  })
}

/** Ids and times have one order in each place, so that the balance at a moment is that of the last row before it. */
function timeCheck(table: TableModel, { dimensions }: LedgerModel, created: string): Check {
  const place = sql.join(dimensions.map((name) => sql.ref(name)))
  return createSqlCheck({
    name: `${table.id}/time`,
    repair: 'backup',
    label: labelOf(table, {
      'zh-cn': '同一处的流水按时间先后排列',
      en: 'no row is older than the one before it of the same place',
    }),
    rows: () => sql`select id, _created as _found, _last as _expected from (
        select id, ${sql.ref(created)} as _created,
          lag(${sql.ref(created)}) over (partition by ${place} order by id) as _last from ${sql.table(table.table)}
      ) as _times where _last > _created`,
  })
}

function reversalChecks(table: TableModel, ledger: LedgerModel, reversal: string): readonly Check[] {
  const { document, dimensions, kind, measure, amount } = ledger
  const own = sql.table(table.table)
  const opposite = [measure, ...(amount ? [amount.total] : [])]
  const same = [...dimensions, kind, document.kind, document.id, document.line, document.leg, amount?.price ?? null]
  const differs = [
    ...opposite.map((name) => sql`${sql.ref(`r.${name}`)} is distinct from -${sql.ref(`o.${name}`)}`),
    ...same
      .filter((name) => name !== null)
      .map((name) => sql`${sql.ref(`r.${name}`)} is distinct from ${sql.ref(`o.${name}`)}`),
    sql`${sql.ref(`o.${reversal}`)} is not null`,
  ]
  return [
    createSqlCheck({
      name: `${table.id}/reversal`,
      repair: 'backup',
      label: labelOf(table, {
        'zh-cn': '冲销流水与原流水完全相反',
        en: 'a row that reverses another is its exact opposite',
      }),
      rows: () => sql`select r.id, ${sql.ref(`r.${reversal}`)} as _found, o.id as _expected from ${own} as r
        left join ${own} as o on o.id = ${sql.ref(`r.${reversal}`)}
        where ${sql.ref(`r.${reversal}`)} is not null and (o.id is null or ${sql.join(differs, sql` or `)})`,
    }),
    createSqlCheck({
      name: `${table.id}/reversed-twice`,
      repair: 'backup',
      label: labelOf(table, { 'zh-cn': '每条流水最多冲销一次', en: 'a row is reversed once at most' }),
      rows: () => sql`select ${sql.ref(reversal)} as id, count(*) as _found, 1 as _expected from ${own}
        where ${sql.ref(reversal)} is not null group by ${sql.ref(reversal)} having count(*) > 1`,
    }),
  ]
}

/** Rows whose amount SQL computes otherwise, or cannot compute in 64 bits, are computed again exactly. */
function amountCheck(table: TableModel, { measure }: LedgerModel, { price, total, digits }: AmountModel): Check {
  const scale = scaleOf(table, total)
  const exact = ({ [price]: one, [measure]: count }: Row): number | null =>
    one === null || one === undefined ? null : amountOf(Number(one), Number(count), digits)
  return {
    name: `${table.id}/amount`,
    repair: 'backup',
    label: labelOf(table, {
      'zh-cn': '金额等于单价乘以数量，四舍五入',
      en: 'the amount is price times quantity, rounded half up',
    }),
    async find(scope, limit) {
      const { arithmetic } = scope.database.adapter
      const product = arithmetic('multiply', sql.ref(price), sql.ref(measure))
      const unit = sql.lit(10 ** Math.abs(digits))
      const size = arithmetic('multiply', sql`abs(${product})`, digits > 0 ? sql.lit(2) : unit)
      const rounded = digits > 0 ? sql`(${arithmetic('add', size, unit)}) / ${sql.lit(2 * 10 ** digits)}` : size
      const signed = sql`case when ${product} < 0 then -(${rounded}) else ${rounded} end`
      const columns = sql.join(['id', price, measure, total].map((name) => sql.ref(name)))
      const rows = await readContradictions(
        scope,
        sql`select ${columns} from ${sql.table(table.table)} where ${sql.ref(total)} is distinct from ${signed}`,
        maxRecomputed,
      )
      const wrong = rows.flatMap((row): Finding[] => {
        const [found, expected] = [row[total] ?? null, exact(row)]
        if (found === expected) return []
        return [{ key: { id: rowId(row) }, found: decimal(found, scale), expected: decimal(expected, scale) }]
      })
      return findingsOf(wrong, limit)
    },
  }
}

/** More rows than this are never of an amount that 64 bits do not hold. */
const maxRecomputed = 10_000

/** What documents have posted: the legs of a line balance, and the document and its line are there. */
function postingChecks(table: TableModel, ledger: LedgerModel, models: readonly TableModel[]): readonly Check[] {
  const { document, measure } = ledger
  return models.flatMap((model) => {
    const postings = Object.values(model.postings ?? {}).filter((posting) => posting.ledger === table.id)
    const [first] = postings
    if (!first) return []
    const isOwn = sql`${sql.ref(`l.${document.kind}`)} = ${sql.lit(first.document)}`
    const lines =
      first.each === null ? undefined : model.fields.find(({ name }) => name === first.each)?.relation?.table
    const key = [document.id, ...(document.seq === null ? [] : [document.seq])]
    const keys = sql.join(key.map((name) => sql.ref(`l.${name}`)))
    const legs = first.entries.length
    const checks: Check[] = [
      createSqlCheck({
        name: `${table.id}/document.${model.name}`,
        repair: 'backup',
        label: labelOf(table, {
          'zh-cn': `每条流水的${model.singular['zh-cn']}都存在`,
          en: `the ${model.singular.en.toLowerCase()} of each ledger row exists`,
        }),
        rows: () => sql`select l.id, ${sql.ref(`l.${document.id}`)} as _found, null as _expected
          from ${sql.table(table.table)} as l
          left join ${sql.table(model.table)} as d on d.id = ${sql.ref(`l.${document.id}`)}
          where ${isOwn} and d.id is null`,
      }),
    ]
    if (postings.length === 1 && first.balanced && document.seq !== null)
      checks.push(
        createSqlCheck({
          name: `${table.id}/legs.${model.name}`,
          repair: 'backup',
          scale: scaleOf(table, measure),
          label: labelOf(table, {
            'zh-cn': `${model.singular['zh-cn']}的每次过账出入相抵`,
            en: `what a ${model.singular.en.toLowerCase()} takes out it puts in elsewhere`,
          }),
          rows: () => sql`select ${keys}, sum(${sql.ref(`l.${measure}`)}) as _found, 0 as _expected
            from ${sql.table(table.table)} as l where ${isOwn} group by ${keys}
            having sum(${sql.ref(`l.${measure}`)}) <> 0 or count(*) % ${sql.lit(legs)} <> 0`,
        }),
      )
    if (lines !== undefined && document.line !== null) checks.push(lineCheck(table, ledger, model, lines, isOwn))
    return checks
  })
}

/** A line that still has something posted is there. @param lines table of the document's lines */
function lineCheck(
  table: TableModel,
  { document, measure }: LedgerModel,
  model: TableModel,
  lines: string,
  isOwn: RawBuilder<unknown>,
): Check {
  const line = sql.ref(`l.${document.line}`)
  return createSqlCheck({
    name: `${table.id}/line.${model.name}`,
    repair: 'backup',
    scale: scaleOf(table, measure),
    label: labelOf(table, {
      'zh-cn': `已过账的${model.singular['zh-cn']}明细都存在`,
      en: `the lines of a posted ${model.singular.en.toLowerCase()} exist`,
    }),
    rows: () => sql`select ${sql.ref(`l.${document.id}`)}, ${line},
        sum(${sql.ref(`l.${measure}`)}) as _found, 0 as _expected
      from ${sql.table(table.table)} as l left join ${sql.table(lines)} as d on d.id = ${line}
      where ${isOwn} and d.id is null group by ${sql.ref(`l.${document.id}`)}, ${line}
      having sum(${sql.ref(`l.${measure}`)}) <> 0`,
  })
}

const decimal = (value: Row[string] | null, scale: number): string | null =>
  value === null || value === undefined ? null : String(Number(value) / 10 ** scale)
