/**
 * What has to be true of all records (domain 1.13: I14, I17): numbers are unique and of their day, references lead to
 * records, and trees have no circles.
 */
import { sql, type RawBuilder } from 'kysely'
import {
  formatSeconds,
  readNumberPattern,
  refersToOne,
  requireField,
  type FieldModel,
  type NumberModel,
  type NumberPattern,
  type RelationModel,
  type TableModel,
  type Text,
} from '../../../protocol/index.ts'
import type { Row } from '../../db/index.ts'
import type { Scope } from '../../operation/scope.ts'
import { createSqlCheck, findingsOf, type Check, type Finding } from './check.ts'
import { readAll } from './read.ts'

/** All checks of the stored records of these models. */
export function recordChecks(models: readonly TableModel[]): readonly Check[] {
  return models
    .filter(({ storage }) => storage === 'table')
    .flatMap((model) => [
      ...(model.number ? numberChecks(model, model.number) : []),
      ...referenceChecks(model, models),
      ...(model.tree ? [treeCheck(model, model.tree.parent)] : []),
    ])
}

const labelOf = ({ label }: TableModel, text: Text): Text => ({
  'zh-cn': `${label['zh-cn']}：${text['zh-cn']}`,
  en: `${label.en}: ${text.en}`,
})

function numberChecks(model: TableModel, number: NumberModel): readonly Check[] {
  const field = sql.ref(number.field)
  const { label } = requireField(model, number.field)
  return [
    createSqlCheck({
      name: `${model.id}/${number.field}.unique`,
      repair: 'backup',
      label: labelOf(model, {
        'zh-cn': `“${label['zh-cn']}”不重复（含已删除）`,
        en: `“${label.en}” is unique, deleted records included`,
      }),
      rows: () => sql`select ${field}, count(*) as _found, 1 as _expected from ${sql.table(model.table)}
        where ${field} is not null group by ${field} having count(*) > 1`,
    }),
    ...(model.created === null ? [] : [dayCheck(model, number, model.created)]),
  ]
}

/** Rows one statement reads. */
const pageSize = 5000
/** Time zones reach this far from UTC, in seconds: a site may have changed its own since. */
const zoneSpan = 14 * 3600

/** The day in a number is that on which it was given; numbers of another shape were given elsewhere. */
function dayCheck(model: TableModel, { field, pattern }: NumberModel, created: string): Check {
  const { label } = requireField(model, field)
  const shape = shapeOf(readNumberPattern(pattern))
  return {
    name: `${model.id}/${field}.day`,
    repair: 'backup',
    label: labelOf(model, {
      'zh-cn': `“${label['zh-cn']}”中的日期是生成当天`,
      en: `the date in “${label.en}” is the day it was assigned`,
    }),
    async find(scope, limit) {
      const wrong: Finding[] = []
      for await (const { id, [field]: text, [created]: time } of pagesOf(scope, model, [field, created])) {
        const day = shape?.exec(String(text ?? ''))?.groups?.['day']
        if (day === undefined) continue
        const [first, last] = [-zoneSpan, zoneSpan].map((span) =>
          formatSeconds(Number(time) + span, 'UTC')
            .slice(0, 10)
            .replaceAll('-', ''),
        )
        if (day < (first ?? '') || day > (last ?? ''))
          wrong.push({
            key: { id: id ?? null, [field]: text ?? null },
            found: day,
            expected: formatSeconds(Number(time), scope.settings.timeZone).slice(0, 10).replaceAll('-', ''),
          })
      }
      return findingsOf(wrong, limit)
    },
  }
}

/** Null when numbers have no day. */
function shapeOf(pattern: NumberPattern | null): RegExp | null {
  if (!pattern?.parts.some(({ is }) => is === 'day')) return null
  const text = pattern.parts.map((part) => {
    if (part.is === 'day') return '(?<day>\\d{8})'
    return part.is === 'seq' ? `\\d{${pattern.digits},}` : part.text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  })
  return new RegExp(`^${text.join('')}$`)
}

/** Every row of a table, page by page. */
async function* pagesOf(scope: Scope, { table }: TableModel, columns: readonly string[]): AsyncGenerator<Row> {
  const names = sql.join(['id', ...columns].map((name) => sql.ref(name)))
  for (let after = 0; ;) {
    const page = sql`select ${names} from ${sql.table(table)} where id > ${after}
      order by id limit ${sql.lit(pageSize)}`
    const rows = await readAll(scope, page)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < pageSize) return
    after = Number(last['id'])
  }
}

function referenceChecks(model: TableModel, models: readonly TableModel[]): readonly Check[] {
  const references = model.fields.flatMap((field) =>
    refersToOne(field) && field.relation && !field.lookup ? [{ field, relation: field.relation }] : [],
  )
  if (references.length === 0) return []
  return [
    createSqlCheck({
      name: `${model.id}/references`,
      repair: 'edit',
      label: labelOf(model, {
        'zh-cn': '所引用的记录都存在且未删除',
        en: 'what records refer to exists and is not deleted',
      }),
      rows: () =>
        sql.join(
          references.map(({ field, relation }) => brokenReferences(model, models, field, relation)),
          sql` union all `,
        ),
    }),
  ]
}

/** Records that are gone, and deleted ones that live records may not refer to. */
function brokenReferences(
  model: TableModel,
  models: readonly TableModel[],
  { name }: FieldModel,
  { table, softDelete, onDelete }: RelationModel,
): RawBuilder<unknown> {
  const owner = models.find(({ id }) => id === model.ownedBy?.entity)
  const ends = [
    ...(model.softDelete === null ? [] : [sql.ref(`r.${model.softDelete}`)]),
    ...(owner?.softDelete && model.ownedBy ? [sql.ref(`o.${owner.softDelete}`)] : []),
  ]
  const isLive = sql.join([sql`1 = 1`, ...ends.map((end) => sql`${end} is null`)], sql` and `)
  const join =
    owner && model.ownedBy
      ? sql`left join ${sql.table(owner.table)} as o on o.id = ${sql.ref(`r.${model.ownedBy.field}`)}`
      : sql``
  const isDeleted =
    softDelete === null || onDelete === 'keep' ? sql`1 = 0` : sql`${sql.ref(`t.${softDelete}`)} is not null`
  return sql`select r.id, ${sql.lit(name)} as _field, ${sql.ref(`r.${name}`)} as _found, null as _expected
    from ${sql.table(model.table)} as r left join ${sql.table(table)} as t on t.id = ${sql.ref(`r.${name}`)} ${join}
    where ${sql.ref(`r.${name}`)} is not null and (t.id is null or (${isDeleted} and ${isLive}))`
}

/** From every record its parents lead to a root. */
function treeCheck(model: TableModel, parent: string): Check {
  const table = sql.table(model.table)
  return createSqlCheck({
    name: `${model.id}/tree`,
    repair: 'edit',
    label: labelOf(model, { 'zh-cn': '上级关系没有循环', en: 'no record is above itself' }),
    rows: () => sql`select id, ${sql.ref(parent)} as _found, null as _expected from ${table} where id not in (
      with recursive _reached (id) as (select id from ${table} where ${sql.ref(parent)} is null
        union select t.id from ${table} as t join _reached on ${sql.ref(`t.${parent}`)} = _reached.id)
      select id from _reached)`,
  })
}
