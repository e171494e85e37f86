/** All sheets as a table: the same columns whatever was answered, one row for each sheet. */
import { Readable } from 'node:stream'
import { formatSeconds, type Language } from 'tablewright/protocol'
import { OperationError, RouteFile, tableFile, tableFileTypes, type TableFile } from 'tablewright/server'
import type { Row, Scope } from '#generated/questionnaire/server.ts'
import { isChoice, isUpload, labelOf, type Item, type ItemOption } from '../../shared/item.ts'
import { t } from '../i18n.ts'
import { readVersions, type Questionnaire } from '../questionnaires/questionnaire.ts'
import { isAnonymous, leastAnonymous, mergedItems } from './statistics.ts'

/** Sheets that are read together. */
const batchSize = 500

type Answer = Pick<Row<'questionnaire/answer'>, 'sheet_id' | 'item_key' | 'sid' | 'checked'>

/** A column of an item. */
interface Column {
  /** The item. */
  readonly key: string
  readonly header: string
  readonly type: 'text' | 'number'
  readonly cell: (answer: Answer | undefined) => string
}

/** @throws an OperationError while an anonymous questionnaire has few sheets */
export async function exportSheets(
  scope: Scope,
  questionnaire: Questionnaire,
  format: 'csv' | 'xlsx',
): Promise<RouteFile> {
  const { language } = scope
  if (isAnonymous(questionnaire) && (questionnaire.num ?? 0) < leastAnonymous)
    throw new OperationError('bad_state', { sentence: t(language, 'results.few', { count: leastAnonymous }) })
  const versions = await readVersions(scope.database.query, questionnaire.id)
  const columns = mergedItems(versions).flatMap(({ item }) => columnsOf(language, item))
  const table: TableFile = {
    name: questionnaire.title,
    columns: [
      { header: t(language, 'export.number'), type: 'number' },
      { header: t(language, 'export.time'), type: 'text' },
      { header: t(language, 'export.version'), type: 'number' },
      ...columns,
    ],
  }
  const stream = Readable.from(tableFile(format, table, rowsOf(scope, questionnaire, columns)), { objectMode: false })
  const name = `${questionnaire.title.replaceAll(/[\\/:*?"<>|\u0000-\u001f]/g, ' ')}.${format}`
  return new RouteFile(stream, { type: tableFileTypes[format], name })
}

/** A choice that allows a text of one's own has a second column, a multiple choice and a matrix one for each key. */
function columnsOf(language: Language, item: Item): readonly Column[] {
  const { key, title } = item
  const text = (answer: Answer | undefined): string => answer?.checked ?? ''
  if (item.kind === 'rating') return [{ key, header: title, type: 'number', cell: text }]
  if (isUpload(item))
    return [{ key, header: title, type: 'number', cell: (answer) => (answer ? String(keysOf(answer).length) : '') }]
  if (item.kind === 'matrix')
    return (item.rows ?? []).map((row) => ({
      key,
      header: `${title} – ${row.label}`,
      type: 'text',
      cell: (answer) => columnOf(item, row, answer),
    }))
  if (!isChoice(item)) return [{ key, header: title, type: 'text', cell: text }]
  const choiceColumns: readonly Column[] =
    item.kind === 'multiple'
      ? (item.options ?? []).map(({ key: option, label }) => ({
          key,
          header: `${title} – ${label}`,
          type: 'number',
          cell: (answer) => (answer ? (keysOf(answer).includes(option) ? '1' : '0') : ''),
        }))
      : [
          {
            key,
            header: title,
            type: 'text',
            cell: (answer) =>
              keysOf(answer)
                .map((key) => labelOf(item, key))
                .join(''),
          },
        ]
  const hasOther = (item.options ?? []).some(({ other }) => other === true)
  const other: Column = {
    key,
    header: t(language, 'export.other', { title }),
    type: 'text',
    cell: (answer) => otherOf(item, answer),
  }
  return hasOther ? [...choiceColumns, other] : choiceColumns
}

const keysOf = (answer: Answer | undefined): readonly string[] =>
  answer?.sid ? (JSON.parse(answer.sid) as readonly string[]) : []

function columnOf(item: Item, row: ItemOption, answer: Answer | undefined): string {
  const cell = keysOf(answer).find((key) => key.startsWith(`${row.key}:`))
  return item.options?.find(({ key }) => key === cell?.split(':')[1])?.label ?? ''
}

/** The text after the labels of the chosen options. */
function otherOf(item: Item, answer: Answer | undefined): string {
  const labels = keysOf(answer)
    .map((key) => labelOf(item, key))
    .join(', ')
  const text = answer?.checked ?? ''
  return text.startsWith(`${labels}, `) ? text.slice(labels.length + 2) : ''
}

async function* rowsOf(
  { database, settings }: Scope,
  questionnaire: Questionnaire,
  columns: readonly Column[],
): AsyncGenerator<readonly string[]> {
  let last = ''
  let number = 0
  for (;;) {
    // By a random key, so that the order says nothing about who was first.
    const sheets = await database.query
      .selectFrom('questionnaire_sheet')
      .select(['id', 'random_key', 'create_time', 'version_no'])
      .where('questionnaire_id', '=', questionnaire.id)
      .where('random_key', '>', last)
      .orderBy('random_key')
      .limit(batchSize)
      .execute()
    if (sheets.length === 0) return
    const answers = await database.query
      .selectFrom('questionnaire_answer')
      .select(['sheet_id', 'item_key', 'sid', 'checked'])
      .where(
        'sheet_id',
        'in',
        sheets.map(({ id }) => id),
      )
      .execute()
    const byPlace = new Map(answers.map((answer) => [`${answer.sheet_id} ${answer.item_key}`, answer]))
    for (const sheet of sheets) {
      number++
      const time = sheet.create_time === null ? '' : formatSeconds(sheet.create_time, settings.timeZone)
      const cells = columns.map((column) => column.cell(byPlace.get(`${sheet.id} ${column.key}`)))
      yield [
        String(number),
        isAnonymous(questionnaire) ? time.slice(0, 10) : time,
        String(sheet.version_no ?? ''),
        ...cells,
      ]
    }
    last = sheets.at(-1)?.random_key ?? ''
  }
}
