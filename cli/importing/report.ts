/** What an import did, in lines for people. */
import type { TableModel, Text } from '../../runtime/protocol/index.ts'
import type { Context } from '../program.ts'
import type { Server } from '../serving/server.ts'

export type ImportReport = Awaited<ReturnType<Server['importRows']>>

/** Number of errors that are printed; the file of `--errors` holds all. */
const maxShownErrors = 10

const encodingText: Text = { 'zh-cn': '文件编码', en: 'encoding of the file' }

const sheetText: Text = { 'zh-cn': '工作表', en: 'sheet' }

const headerText: Text = { 'zh-cn': '表头所在的行', en: 'line with the headers' }

const ignoredText: Text = { 'zh-cn': '未导入的列', en: 'columns not imported' }

/** Lines for standard output: counts, reasons with how often, fields that changed. */
export function reportLines(context: Context, model: TableModel, report: ImportReport, isTrial: boolean): string[] {
  const count = (text: Text, figure: number): string => `  ${context.t(text)}\t${figure}`
  const head = isTrial
    ? context.t(
        {
          'zh-cn': '试导入“{{table}}”（没有写入任何内容）：{{rows}} 行',
          en: 'Trial import into "{{table}}" (nothing was written): {{rows}} rows',
        },
        { table: context.t(model.label), rows: report.rows },
      )
    : context.t(
        { 'zh-cn': '导入“{{table}}”：{{rows}} 行', en: 'Imported into "{{table}}": {{rows}} rows' },
        { table: context.t(model.label), rows: report.rows },
      )
  return [
    head,
    count({ 'zh-cn': '新增', en: 'created' }, report.created),
    count({ 'zh-cn': '更新', en: 'updated' }, report.updated),
    count({ 'zh-cn': '未变', en: 'unchanged' }, report.unchanged),
    count({ 'zh-cn': '拒绝', en: 'rejected' }, report.refused),
    ...Object.entries(report.reasons)
      .sort((a, b) => b[1] - a[1])
      .map(([reason, times]) => `    ${times} × ${reason}`),
    ...(report.sheet === '' ? [] : [`  ${context.t(sheetText)}\t${report.sheet}`]),
    ...(report.header_line === 1 ? [] : [count(headerText, report.header_line)]),
    ...(report.encoding === 'utf-8' ? [] : [`  ${context.t(encodingText)}\t${report.encoding}`]),
    ...(report.ignored.length === 0 ? [] : [`  ${context.t(ignoredText)}\t${report.ignored.join(', ')}`]),
    ...Object.entries(report.changes).map(([field, times]) => changed(context, model, field, times)),
  ]
}

function changed(context: Context, model: TableModel, name: string, times: number): string {
  const label = model.fields.find((field) => field.name === name)?.label
  return context.t(
    { 'zh-cn': '  {{field}}：{{times}} 次采用后出现的值', en: '  {{field}}: later value used {{times}} times' },
    { field: label ? context.t(label) : name, times },
  )
}

/** Prints the first refused rows on stderr, and how to see the rest. */
export function logErrors(context: Context, report: ImportReport, errorsFile: string | undefined): void {
  if (context.json || report.refused === 0) return
  for (const { line, message, value } of report.errors.slice(0, maxShownErrors)) {
    context.log(
      context.t(
        { 'zh-cn': '第 {{line}} 行：{{message}}{{value}}', en: 'Line {{line}}: {{message}}{{value}}' },
        { line, message, value: value === '' ? '' : ` (${value})` },
      ),
    )
  }
  if (errorsFile)
    context.log(
      context.t(
        { 'zh-cn': '被拒绝的行及原因：{{file}}', en: 'Rejected rows and reasons: {{file}}' },
        { file: errorsFile },
      ),
    )
  else if (report.errors.length > maxShownErrors)
    context.log(
      context.t({
        'zh-cn': '…加 --errors <文件> 可获得全部被拒绝的行及原因。',
        en: '… use --errors <file> to get all rejected rows and reasons.',
      }),
    )
}
