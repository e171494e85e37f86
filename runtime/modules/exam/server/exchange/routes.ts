/** Imports and exports of the bank. */
import { Readable } from 'node:stream'
import { OperationError, readTable, readText, RouteFile, tableFile, tableFileTypes } from 'tablewright/server'
import { questionOptions } from '#generated/exam/options.ts'
import type { Reading, Scope } from '#generated/exam/server.ts'
import { exportBank, importBank, maxImportBytes, maxImportRows } from '../../shared/exchange-routes.ts'
import { readDetails } from '../../shared/read-details.ts'
import { t } from '../i18n.ts'
import { defineExamRoute } from '../member/define-route.ts'
import type { BankEntry, FileEntry } from './entry.ts'
import { planImport, readCategoryPaths, type PlannedQuestion } from './plan-import.ts'
import { readGift } from './read-gift.ts'
import { readRows } from './read-rows.ts'
import { runImport, type ImportedQuestion, type Outcome } from './run-import.ts'
import { writeGift } from './write-gift.ts'
import { sheetOf, sheetRows } from './write-rows.ts'

interface ReadFile {
  readonly format: 'table' | 'gift'
  readonly entries: readonly FileEntry[]
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** GIFT has braces, a table names its columns. @throws an OperationError `invalid` for any other file */
async function readFile({ language }: Scope, file: string): Promise<ReadFile> {
  const refuse = (sentence: string): never => {
    throw new OperationError('invalid', { errors: { file: sentence } })
  }
  const bytes = base64.test(file) ? Buffer.from(file, 'base64') : Buffer.alloc(0)
  if (bytes.length === 0) return refuse(t(language, 'import.empty'))
  // Guard T52: a file has a limit.
  if (bytes.length > maxImportBytes) return refuse(t(language, 'import.large', { kilobytes: maxImportBytes / 1000 }))
  const text = await readText(bytes)
  const isTable = text === null || (await hasColumns(text))
  const entries = isTable ? readRows(await readTable(bytes, maxImportRows)) : readGift(text)
  if (entries === null) return refuse(t(language, 'import.header'))
  if (entries.length === 0 || (!isTable && !/[{}]/.test(text))) return refuse(t(language, 'import.header'))
  if (entries.length > maxImportRows) return refuse(t(language, 'import.many', { max: maxImportRows }))
  return { format: isTable ? 'table' : 'gift', entries }
}

const maxTitleLines = 20

/** Whether one of the first lines names the columns of a table. */
async function hasColumns(text: string): Promise<boolean> {
  const lines = text
    .split(/\r\n|\r|\n/)
    .slice(0, maxTitleLines)
    .map((line) => readColumns(Buffer.from(line)))
  return (await Promise.all(lines)).includes(true)
}

/** A line that is no CSV by itself names no columns. */
async function readColumns(line: Buffer): Promise<boolean> {
  if (line.length === 0) return false
  try {
    return readRows(await readTable(line, 1)) !== null
  } catch (error) {
    if (error instanceof OperationError) return false
    throw error
  }
}

const importRoute = defineExamRoute(importBank, {
  login: 'admin',
  right: 'exam/question/import',
  label: { 'zh-cn': '导入题库', en: 'Import questions' },
  maxPerMinute: 30,
  transaction: 'own',
  handler: async ({ scope, input }) => {
    const { language } = scope
    const subject = await scope.database.query
      .selectFrom('exam_subject')
      .select('id')
      .where('id', '=', input.subject)
      .executeTakeFirst()
    if (!subject) throw new OperationError('invalid', { errors: { subject: t(language, 'import.subject') } })
    const { format, entries } = await readFile(scope, input.file)
    const planned = await planImport(scope, entries, subject.id)
    const list: readonly (ImportedQuestion | PlannedQuestion)[] = input.store
      ? await runImport(scope, planned)
      : planned
    const rows = list.map((question) => ({
      line: question.line,
      kind: question.entry?.kind ?? '',
      title: question.summary,
      answer: [...question.answer].slice(0, 300).join(''),
      difficulty: question.entry?.difficulty ?? '',
      category: question.entry?.category.join(' / ') ?? '',
      outcome: outcomeOf(question),
      problem: question.problem,
    }))
    const count = (...outcomes: readonly string[]): number =>
      rows.filter(({ outcome }) => outcomes.includes(outcome)).length
    return { format, fresh: count('fresh', 'added'), same: count('same'), refused: count('refused'), list: rows }
  },
})

function outcomeOf(question: ImportedQuestion | PlannedQuestion): Outcome | 'fresh' {
  if ('outcome' in question) return question.outcome
  if (question.problem !== '') return 'refused'
  return question.same !== null || question.isDouble ? 'same' : 'fresh'
}

/** Questions in the order of the bank, each material before its own. */
async function readBank(query: Reading, subject: number | undefined): Promise<readonly BankEntry[]> {
  const rows = await query
    .selectFrom('exam_question as q')
    .innerJoin('exam_subject as s', 's.id', 'q.subject_id')
    .selectAll('q')
    .select('s.name as subject')
    .where('q.delete_time', 'is', null)
    .$if(subject !== undefined, (list) => list.where('q.subject_id', '=', subject ?? 0))
    .orderBy('q.id')
    .execute()
  const paths = new Map([...(await readCategoryPaths(query))].map(([path, { id }]) => [id, path.split('/')]))
  const isPart = ({ material_id: material }: (typeof rows)[number]): boolean => material !== null
  const ordered = rows
    .filter((row) => !isPart(row))
    .flatMap((row) => [row, ...rows.filter(({ material_id: material }) => material === row.id)])
  return ordered.map((row) => ({
    number: String(row.id),
    material: row.material_id === null ? '' : String(row.material_id),
    kind: row.kind,
    subject: row.subject,
    category: row.cate_id === null ? [] : (paths.get(row.cate_id) ?? []),
    difficulty: row.difficulty ?? questionOptions.difficulty.general,
    title: row.title,
    details: readDetails(row.kind, row.options_json ?? '').details,
    explain: row.explain ?? '',
    isPractice: row.practice === questionOptions.practice.yes,
    isHidden: row.status === questionOptions.status.hidden,
  }))
}

const exportRoute = defineExamRoute(exportBank, {
  login: 'admin',
  right: 'exam/question/export',
  label: { 'zh-cn': '导出题库', en: 'Export questions' },
  maxPerMinute: 30,
  handler: async ({ scope, input: { format, subject } }) => {
    const { language } = scope
    const entries = await readBank(scope.database.query, subject)
    const title = t(language, 'export.name')
    if (format === 'gift')
      return new RouteFile(Readable.from([Buffer.from(writeGift(entries))]), {
        type: 'text/plain; charset=utf-8',
        name: `${title}.gift.txt`,
      })
    const form = format === 'csv' ? 'csv' : 'xlsx'
    const table = sheetOf(title, language, entries)
    const stream = Readable.from(tableFile(form, table, Readable.from(sheetRows(language, entries))), {
      objectMode: false,
    })
    return new RouteFile(stream, { type: tableFileTypes[form], name: `${title}.${form}` })
  },
})

export const exchangeRoutes = [importRoute, exportRoute]
