/** The answers of the demo, written in bulk: as many as a few weeks bring. */
import { insertMany, nowSeconds } from 'tablewright/server'
import { questionnaireOptions, sheetOptions } from '#generated/questionnaire/options.ts'
import type { DemoWork, Scope, Transaction } from '#generated/questionnaire/server.ts'
import { isChoice, isText, isUpload, keysOf, type Answer, type Answers, type Item } from '../../shared/item.ts'
import { applyLogic } from '../../shared/visibility.ts'
import { textOf } from '../fill/answers.ts'
import { readVersion, type StoredItem } from '../questionnaires/questionnaire.ts'
import { saveItems } from '../questionnaires/save-items.ts'
import { countedKeys } from '../results/counters.ts'
import { demoQuestionnaires, type DemoQuestionnaire } from './definitions.ts'

/** Numbers from 0 to below 1, the same in every demo. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

export async function addDemoSheets({ scope }: DemoWork): Promise<void> {
  const random = createRandom(7)
  await scope.database.write(async (trx) => {
    for (const questionnaire of demoQuestionnaires(scope.language)) await fill(scope, trx, questionnaire, random)
  })
}

const day = 86_400

async function fill(scope: Scope, trx: Transaction, demo: DemoQuestionnaire, random: () => number): Promise<void> {
  const row = await trx
    .selectFrom('questionnaire_questionnaire')
    .select(['id', 'num', 'version_no', 'anonymous'])
    .where('title', '=', demo.title)
    .executeTakeFirst()
  // Another demo is there already.
  if (!row || (row.version_no ?? 0) > 0) return
  await saveItems(trx, row, demo.items)
  const version = await readVersion(trx, row.id, 1)
  if (!version) return
  const now = nowSeconds()
  const sheets = Array.from({ length: demo.sheets }, (_, index) => {
    const time = now - 1 - Math.floor(((demo.sheets - index) / demo.sheets) * 30 * day)
    return {
      time: demo.anonymous ? time - (time % day) : time,
      visible: applyLogic(version.items, answersOf(version.items, random, scope.language === 'zh-cn')),
    }
  })
  const ids = await insertMany(
    scope.database,
    scope.registry.require('questionnaire/sheet'),
    trx,
    sheets.map(({ time }, index) => ({
      questionnaire_id: row.id,
      questionnaire_version_id: version.id,
      version_no: version.no,
      title: demo.title,
      platform: index % 3 === 0 ? sheetOptions.platform.official : sheetOptions.platform.web,
      times: 40 + Math.floor(random() * 200),
      client_id: `demo-${demo.key}-${index}`,
      random_key: Math.floor(random() * 2 ** 32).toString(16) + index.toString(16).padStart(4, '0'),
      create_time: time,
      version: 1,
    })),
  )
  const answers = sheets.flatMap(({ visible }, index) =>
    visible.items.flatMap((item) =>
      answerRow(row.id, Number(ids[index]), item as StoredItem, visible.answers[item.key]),
    ),
  )
  await insertMany(scope.database, scope.registry.require('questionnaire/answer'), trx, answers)
  const counts = new Map<string, number>()
  for (const { visible } of sheets)
    for (const [item, option] of countedKeys(visible.items, visible.answers))
      counts.set(`${item} ${option}`, (counts.get(`${item} ${option}`) ?? 0) + 1)
  const counters = [...counts].map(([place, num]) => {
    const [item_key = '', option_key = ''] = place.split(' ')
    return { questionnaire_id: row.id, questionnaire_version_id: version.id, item_key, option_key, num, version: 1 }
  })
  await insertMany(scope.database, scope.registry.require('questionnaire/counter'), trx, counters)
  await trx
    .updateTable('questionnaire_questionnaire')
    .set({ num: demo.sheets, announced_num: demo.sheets, status: questionnaireOptions.status.open })
    .where('id', '=', row.id)
    .execute()
  for (const [place, num] of counts) {
    const [item, option] = place.split(' ')
    await trx
      .updateTable('questionnaire_answer_quota')
      .set({ num })
      .where('questionnaire_id', '=', row.id)
      .where('item_key', '=', item ?? '')
      .where('option_key', '=', option ?? '')
      .execute()
  }
}

function answerRow(questionnaire: number, sheet: number, item: StoredItem, answer: Answer | undefined) {
  if (!answer) return []
  return [
    {
      sheet_id: sheet,
      questionnaire_id: questionnaire,
      item_id: item.id,
      item_key: item.key,
      sid: answer.keys ? JSON.stringify(answer.keys) : null,
      checked: textOf(item, answer),
      version: 1,
    },
  ]
}

/** An answer to every item; logic takes away those of hidden ones. */
function answersOf(items: readonly Item[], random: () => number, isChinese: boolean): Answers {
  return Object.fromEntries(items.flatMap((item) => answerOf(item, random, isChinese)))
}

function answerOf(item: Item, random: () => number, isChinese: boolean): readonly (readonly [string, Answer])[] {
  const keys = keysOf(item)
  // Most people choose what stands first, and rate well.
  const pick = (): string => keys[Math.floor(random() ** 1.4 * keys.length)] ?? ''
  if (isUpload(item)) return []
  if (isText(item)) {
    if (item.kind === 'fill_in') return [[item.key, { text: String(Math.floor(random() * 6)) }]]
    const texts = isChinese
      ? ['送货很准时，谢谢。', '希望包装更结实一些。', '单据偶尔缺页。']
      : ['Always on time, thank you.', 'The boxes could be stronger.', 'A page of the note was missing.']
    return random() < 0.4 ? [[item.key, { text: texts[Math.floor(random() * texts.length)] ?? '' }]] : []
  }
  if (item.kind === 'rating') return [[item.key, { keys: [keys.toReversed()[keys.indexOf(pick())] ?? '5'] }]]
  if (item.kind === 'matrix') {
    const columns = (item.options ?? []).map(({ key }) => key)
    const cells = (item.rows ?? []).map((row) => `${row.key}:${columns[Math.floor(random() ** 1.6 * columns.length)]}`)
    return [[item.key, { keys: cells }]]
  }
  if (!isChoice(item) || item.kind !== 'multiple') return [[item.key, { keys: [pick()] }]]
  const selection = keys.filter(() => random() < 0.45)
  const some = selection.length > 0 ? selection : [pick()]
  const hasOther = (item.options ?? []).some(({ key, other }) => other === true && some.includes(key))
  return [[item.key, { keys: some, ...(hasOther && { text: isChinese ? '客服电话' : 'The hotline' }) }]]
}
