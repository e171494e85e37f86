/** What the database can tell of itself: whether it is whole, and whether what was written once is as it was (I16). */
import { decimalText, type TableModel } from '../../../protocol/index.ts'
import { verifyLog } from '../../operation/audit/verify.ts'
import { quoted, type ColumnPlan, type FloorPlan } from '../../db/ddl.ts'
import { swapMarkOf } from '../../db/plan/object-names.ts'
import { wantedTables } from '../../db/plan/model-tables.ts'
import { verifyLedgers } from '../../records/ledger/seals/verify.ts'
import { sealEntity } from '../../records/ledger/seals/canonical.ts'
import { findUploadDifferences } from '../../files/storage-check.ts'
import { similarNamesCheck } from './similar-names.ts'
import { findingsOf, type Check, type Finding } from './check.ts'
import { readText } from './read.ts'

/** The checks that belong to no table of a module. */
export function storeChecks(models: readonly TableModel[]): readonly Check[] {
  const has = (id: string): boolean => models.some((model) => model.id === id)
  return [
    integrity(models),
    numbers(models),
    minimums(models),
    ...(has('system/admin') ? [adminNames] : []),
    ...(has(sealEntity) ? [seals] : []),
    ...(has('system/record_log') ? [recordLog] : []),
    ...(has('system/attachment') ? [uploads] : []),
  ]
}

const adminNames = similarNamesCheck(
  'system/admin',
  { table: 'admin', column: 'username' },
  {
    'zh-cn': '管理员：没有仅大小写不同的用户名',
    en: 'Administrators: no usernames differ in case only',
  },
)

/** A minimum that came after rows is no damage, nor is what an interrupted change of columns has prepared. */
const integrity = (models: readonly TableModel[]): Check => ({
  name: 'database/integrity',
  repair: 'backup',
  label: {
    'zh-cn': '数据库文件、索引和外键完好',
    en: 'The files, indexes and foreign keys of the database are intact',
  },
  async find({ database }, limit) {
    const floors = new Set(floorsOf(models).map(({ floor }) => floor.name))
    const faults = await database.adapter.faults(database.query)
    return findingsOf(
      faults
        .filter((fault) => !floors.has(fault) && swapMarkOf(fault) === null)
        .map((fault) => ({ key: {}, found: fault, expected: null })),
      limit,
    )
  },
})

interface Floor {
  readonly table: string
  readonly column: ColumnPlan
  readonly floor: FloorPlan
}

const floorsOf = (models: readonly TableModel[]): readonly Floor[] =>
  wantedTables(models).flatMap(({ name: table, columns }) =>
    columns.flatMap((column) => (column.floor ? [{ table, column, floor: column.floor }] : [])),
  )

/** Values from before a minimum: the database refuses new ones, and a person decides what becomes of the old. */
const minimums = (models: readonly TableModel[]): Check => ({
  name: 'database/minimums',
  repair: 'edit',
  label: {
    'zh-cn': '每个数字都不小于字段的最小值',
    en: 'Every number has at least the minimum of its field',
  },
  async find(scope, limit) {
    const { adapter, query } = scope.database
    const later = new Set(await adapter.laterFloors(query))
    const open = floorsOf(models).filter(({ floor }) => later.has(floor.name))
    const found: Finding[] = []
    for (const { table, column, floor } of open) {
      const [own, { scale = 0, name }] = [quoted(column.name), column]
      const where = `${own} < ${adapter.ddl.literalIn(floor.least, column)}`
      const [counted] = await readText(scope, `select count(*) as n from ${quoted(table)} where ${where}`)
      const rows = Number(counted?.['n'])
      if (rows === 0) continue
      const value = adapter.ddl.integerIn(own, adapter.ddl.typeOf(column))
      const [first] = await readText(
        scope,
        `select "id" as id, ${value} as value from ${quoted(table)} where ${where} order by "id" limit 1`,
      )
      found.push({
        key: { table, column: name, rows, id: first?.['id'] ?? null },
        found: decimalText(Number(first?.['value']), scale),
        expected: `>= ${decimalText(floor.least, scale)}`,
      })
    }
    return findingsOf(found, limit)
  },
})

/** What SQL of others wrote into decimals: NaN, or more digits than can be read. */
const numbers = (models: readonly TableModel[]): Check => ({
  name: 'database/numbers',
  repair: 'edit',
  label: {
    'zh-cn': '每个小数都是可以精确读取的数字',
    en: 'Every decimal is a number that can be read exactly',
  },
  async find(scope, limit) {
    const { adapter, query } = scope.database
    const live = await adapter.catalogue(query)
    const found: Finding[] = []
    for (const { table, fields } of models.filter(({ storage, adopted }) => storage === 'table' && !adopted)) {
      const columns = live.find(({ name }) => name === table)?.columns ?? []
      const conditions = fields.flatMap(({ name, scale = 0 }) => {
        const type = columns.find((column) => column.name === name)?.type
        return scale === 0 || type === undefined ? [] : [{ name, where: adapter.ddl.isUnreadable(quoted(name), type) }]
      })
      if (conditions.length === 0) continue
      const counts = conditions.map(({ name, where }) => `count(case when ${where} then 1 end) as ${quoted(name)}`)
      const [counted] = await readText(scope, `select ${counts.join(', ')} from ${quoted(table)}`)
      for (const { name, where } of conditions) {
        const rows = Number(counted?.[name] ?? 0)
        if (rows === 0) continue
        const [first] = await readText(
          scope,
          `select "id" as id, cast(${quoted(name)} as text) as value from ${quoted(table)} where ${where} ` +
            `order by "id" limit 1`,
        )
        const key = { table, column: name, rows, id: first?.['id'] ?? null }
        found.push({ key, found: String(first?.['value']), expected: null })
      }
    }
    return findingsOf(found, limit)
  },
})

const seals: Check = {
  name: 'database/seals',
  repair: 'backup',
  label: {
    'zh-cn': '已封存的流水没有被改动或删除',
    en: 'No ledger row was changed or removed after it was sealed',
  },
  async find({ database, registry }, limit) {
    const reports = await verifyLedgers({ database, registry })
    return findingsOf(
      reports.flatMap(({ ledger, broken }) =>
        broken
          ? [
              {
                key: { ledger, day: broken.day, position: broken.position, id: broken.row },
                found: broken.damage,
                expected: null,
              },
            ]
          : [],
      ),
      limit,
    )
  },
}

const recordLog: Check = {
  name: 'database/record-log',
  repair: 'backup',
  label: {
    'zh-cn': '记录的操作历史没有被改动或删除',
    en: 'No entry of the history of a record was changed or removed',
  },
  async find({ database }, limit) {
    // The core's own tables, which a database of any module has.
    const { damages } = await verifyLog(database)
    return findingsOf(
      damages.map(({ entity, record, position, damage }) => ({
        key: { entity, id: record, position },
        found: damage,
        expected: null,
      })),
      limit,
    )
  },
}

const uploads: Check = {
  name: 'database/uploads',
  repair: 'backup',
  label: {
    'zh-cn': '上传的文件与附件记录一一对应，内容没有改变',
    en: 'Every uploaded file has its record and every record its file, with the content that was uploaded',
  },
  async find({ database, settings }, limit) {
    const differences = await findUploadDifferences(database, settings)
    return findingsOf(
      differences.map(({ what, url, found, expected }) => ({ key: { difference: what, url }, found, expected })),
      limit,
    )
  },
}
