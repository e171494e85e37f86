/** Checks of `doctor` and data that `rebuild` derives: numbers of sheets, used quotas and counters of answers. */
import { sql } from 'kysely'
import { createSqlCheck, lockRows, rebuildTitle, type Derived, type DerivedChange } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Check, Derivation, Scope, Transaction } from '#generated/questionnaire/server.ts'
import { isUpload, type Answer } from '../shared/item.ts'
import { applyLogic } from '../shared/visibility.ts'
import { readVersions } from './questionnaires/questionnaire.ts'
import { countedKeys } from './results/counters.ts'

/** `num` is the number of sheets. */
export const sheetNumbers: Check = createSqlCheck<Database>({
  name: 'questionnaire/questionnaire.num',
  repair: 'rebuild',
  label: { 'zh-cn': '问卷：答卷数与答卷一致', en: 'Questionnaires: the number of sheets is that of the sheets' },
  rows: () => sql`select q.id, q.num as found, coalesce(s.num, 0) as expected
    from questionnaire_questionnaire q
    left join (select questionnaire_id, count(*) as num from questionnaire_sheet group by questionnaire_id) s
      on s.questionnaire_id = q.id
    where coalesce(q.num, 0) <> coalesce(s.num, 0)`,
})

/** As many people answered an item as there are answers. */
export const answerCounts: Check = createSqlCheck<Database>({
  name: 'questionnaire/counter.num',
  repair: 'rebuild',
  label: { 'zh-cn': '问卷：答案计数与答案一致', en: 'Questionnaires: counts of answers are those of the answers' },
  rows: () => sql`select c.id, c.num as found, coalesce(a.num, 0) as expected
    from questionnaire_counter c
    left join (select s.questionnaire_version_id, a.item_key, count(*) as num
        from questionnaire_answer a join questionnaire_sheet s on s.id = a.sheet_id
        group by s.questionnaire_version_id, a.item_key) a
      on a.questionnaire_version_id = c.questionnaire_version_id and a.item_key = c.item_key
    where c.option_key = '#answered' and coalesce(c.num, 0) <> coalesce(a.num, 0)`,
})

/** Sheets that are read together. */
const batchSize = 500

/** The counters of a questionnaire as they should be, by version, item and option. */
async function deriveCounters(trx: Transaction, id: number): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const version of await readVersions(trx, id)) {
    const uploads = new Set(version.items.filter(isUpload).map(({ key }) => key))
    for (let last = 0; ;) {
      const sheets = await trx
        .selectFrom('questionnaire_sheet')
        .select('id')
        .where('questionnaire_version_id', '=', version.id)
        .where('id', '>', last)
        .orderBy('id')
        .limit(batchSize)
        .execute()
      if (sheets.length === 0) break
      last = sheets.at(-1)?.id ?? last
      const rows = await trx
        .selectFrom('questionnaire_answer')
        .select(['sheet_id', 'item_key', 'sid', 'checked'])
        .where(
          'sheet_id',
          'in',
          sheets.map((sheet) => sheet.id),
        )
        .execute()
      for (const sheet of sheets) {
        const own = rows.filter(({ sheet_id }) => sheet_id === sheet.id)
        const answers = Object.fromEntries(
          own.map(({ item_key, sid, checked }): readonly [string, Answer] => {
            const keys = sid === null ? [] : (JSON.parse(sid) as readonly string[])
            if (uploads.has(item_key)) return [item_key, { files: keys }]
            return [item_key, keys.length > 0 ? { keys } : { text: checked ?? '' }]
          }),
        )
        const visible = applyLogic(version.items, answers)
        for (const [item, option] of countedKeys(visible.items, visible.answers)) {
          const place = `${version.id} ${item} ${option}`
          counts.set(place, (counts.get(place) ?? 0) + 1)
        }
      }
    }
  }
  return counts
}

/** Numbers of sheets, counters and used quotas of every questionnaire, each in a transaction of its own. */
export const rebuildCounts: Derivation = {
  name: 'questionnaire/counts',
  label: {
    'zh-cn': '问卷：答卷数、答案计数和选项配额（来自答卷）',
    en: 'Questionnaires: numbers of sheets, counts of answers and quotas (from the sheets)',
  },
  async run(scope, write): Promise<Derived> {
    const rows = await scope.database.query
      .selectFrom('questionnaire_questionnaire')
      .select('id')
      .orderBy('id')
      .execute()
    const changes: DerivedChange[] = []
    for (const { id } of rows)
      await scope.database.write(async (trx) => {
        await lockRows(scope, trx, 'questionnaire/questionnaire', [id], 'write')
        const differences = await compare(trx, id)
        if (write && differences.length > 0) await store(scope, trx, id)
        changes.push(...differences)
      })
    return { changes, left: [] }
  },
}

async function compare(trx: Transaction, id: number): Promise<readonly DerivedChange[]> {
  const counts = await deriveCounters(trx, id)
  const counters = await trx
    .selectFrom('questionnaire_counter')
    .selectAll()
    .where('questionnaire_id', '=', id)
    .orderBy('id')
    .execute()
  const changes: DerivedChange[] = []
  const places = new Set<string>()
  for (const { questionnaire_version_id, item_key, option_key, num } of counters) {
    const place = `${questionnaire_version_id} ${item_key} ${option_key}`
    places.add(place)
    const after = counts.get(place) ?? 0
    if (after !== (num ?? 0)) changes.push(changeOf(id, `counter ${place}`, num, after))
  }
  for (const [place, after] of counts)
    if (!places.has(place)) changes.push(changeOf(id, `counter ${place}`, null, after))
  const row = await trx.selectFrom('questionnaire_questionnaire').select('num').where('id', '=', id).executeTakeFirst()
  const sheets = await countSheets(trx, id)
  if ((row?.num ?? 0) !== sheets) changes.push(changeOf(id, 'num', row?.num ?? 0, sheets))
  const quotas = await trx
    .selectFrom('questionnaire_answer_quota')
    .selectAll()
    .where('questionnaire_id', '=', id)
    .execute()
  for (const { item_key, option_key, num } of quotas) {
    const after = usedOf(counts, item_key, option_key)
    if (after !== (num ?? 0)) changes.push(changeOf(id, `quota ${item_key} ${option_key}`, num, after))
  }
  return changes
}

const changeOf = (id: number, field: string, before: number | null, after: number): DerivedChange => ({
  key: { id },
  field,
  before: before === null ? null : String(before),
  after: String(after),
})

const usedOf = (counts: ReadonlyMap<string, number>, item: string, option: string): number =>
  [...counts].reduce((sum, [place, count]) => (place.endsWith(` ${item} ${option}`) ? sum + count : sum), 0)

async function countSheets(trx: Transaction, id: number): Promise<number> {
  const { num } = await trx
    .selectFrom('questionnaire_sheet')
    .select(({ fn }) => fn.countAll<number>().as('num'))
    .where('questionnaire_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(num)
}

async function store(scope: Scope, trx: Transaction, id: number): Promise<void> {
  const counts = await deriveCounters(trx, id)
  const num = await countSheets(trx, id)
  await trx.updateTable('questionnaire_questionnaire').set({ num }).where('id', '=', id).execute()
  const quotas = await trx
    .selectFrom('questionnaire_answer_quota')
    .selectAll()
    .where('questionnaire_id', '=', id)
    .orderBy('id')
    .execute()
  for (const { id: quota, item_key, option_key } of quotas)
    await trx
      .updateTable('questionnaire_answer_quota')
      .set({ num: usedOf(counts, item_key, option_key) })
      .where('id', '=', quota)
      .execute()
  await trx.deleteFrom('questionnaire_counter').where('questionnaire_id', '=', id).execute()
  const rows = [...counts].map(([place, count]) => {
    const [version, item_key = '', option_key = ''] = place.split(' ')
    return {
      questionnaire_id: id,
      questionnaire_version_id: Number(version),
      item_key,
      option_key,
      num: count,
      version: 1,
    }
  })
  for (let start = 0; start < rows.length; start += 100)
    await trx
      .insertInto('questionnaire_counter')
      .values(rows.slice(start, start + 100))
      .execute()
  await scope.audit?.(trx, { title: rebuildTitle, data: { entity: 'questionnaire/questionnaire', ids: [id] } })
}
