/** Reads the answers of a request, and finds what is wrong with them. */
import type { Language } from 'tablewright/protocol'
import type { Reading } from '#generated/questionnaire/server.ts'
import { problemOf } from '../../shared/check-answers.ts'
import { defaultFileSize, isUpload, labelOf, typesOf, type Answer, type Answers, type Item } from '../../shared/item.ts'
import { applyLogic, type VisibleItems } from '../../shared/visibility.ts'

export interface SentAnswer {
  readonly key: string
  readonly keys?: readonly string[]
  readonly text?: string
  readonly files?: readonly string[]
}

/** By key; of two for one item, the last counts. */
export const answersOf = (sentAnswers: readonly SentAnswer[]): Answers =>
  Object.fromEntries(sentAnswers.map(({ key, keys = [], text = '', files = [] }) => [key, { keys, text, files }]))

export interface Checked extends VisibleItems {
  /** By key of the item. */
  readonly errors: Readonly<Record<string, string>>
}

/** Decides again which items are shown, and checks their answers; those of hidden ones are gone. */
export function checkAnswers(language: Language, items: readonly Item[], sentAnswers: Answers): Checked {
  const visible = applyLogic(items, sentAnswers)
  const problems = visible.items.flatMap((item) => {
    const problem = problemOf(item, visible.answers[item.key])
    return problem ? [[item.key, problem[language]] as const] : []
  })
  return { ...visible, errors: Object.fromEntries(problems) }
}

/** Codes of files that are no free uploads for their items. */
export async function findForeignFiles(
  query: Pick<Reading, 'selectFrom'>,
  questionnaire: number,
  { items, answers }: VisibleItems,
): Promise<readonly string[]> {
  const uploads = items
    .filter(isUpload)
    .flatMap(({ key }) => (answers[key]?.files ?? []).map((code) => ({ key, code })))
  if (uploads.length === 0) return []
  const rows = await query
    .selectFrom('questionnaire_file')
    .select(['code', 'item_key', 'name', 'size'])
    .where((eb) => eb.or([eb('questionnaire_id', '=', questionnaire), eb('questionnaire_id', 'is', null)]))
    .where('sheet_id', 'is', null)
    .where(
      'code',
      'in',
      uploads.map(({ code }) => code),
    )
    .execute()
  // A client that did not name the question could upload what another question takes.
  const isFit = ({ name, size }: { readonly name: string; readonly size: number }, key: string): boolean => {
    const item = items.find((own) => own.key === key)
    const fits = typesOf({ kind: item?.kind ?? 'file', ...item }).some((type) =>
      name.toLowerCase().endsWith(`.${type}`),
    )
    return item !== undefined && fits && size <= (item.fileSize ?? defaultFileSize) * 1024 * 1024
  }
  const isOwn = ({ key, code }: { readonly key: string; readonly code: string }): boolean =>
    rows.some((row) => row.code === code && (row.item_key === null ? isFit(row, key) : row.item_key === key))
  const isTwice = uploads.filter(({ code }, index) => uploads.findIndex((other) => other.code === code) < index)
  return [...uploads.filter((file) => !isOwn(file)), ...isTwice].map(({ key }) => key)
}

/** The answer as people read it, for lists and old clients. */
export function textOf(item: Item, { keys = [], text = '', files = [] }: Answer): string {
  if (isUpload(item)) return files.join(' ')
  const labels = keys.map((key) => labelOf(item, key))
  return [...labels, ...(text.trim() === '' ? [] : [text.trim()])].join(', ')
}
