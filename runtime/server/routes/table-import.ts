/**
 * `POST {controller}/import`: a CSV file or a workbook with the fields `map` (JSON: field → header), `blank`, `sheet`,
 * `header_line` and `dry_run`.
 */
import { isSafeText, type TableModel } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { oneAtATime } from '../records/one-at-a-time.ts'
import { importLimits, importRows } from '../records/import/import.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { parseJson } from '../http/body/body.ts'
import { readForm, receiveBytes } from '../http/body/form.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { refuseUnknownFormFields } from '../http/known-names.ts'
import type { FormLimits, RequestScope, RouteAnswer } from '../http/route.ts'

/**
 * Characters of the error file an answer carries; a longer one is left out, the report still lists the first errors.
 */
const maxRefusedLength = 4_000_000

export const importForm = (): FormLimits => ({ fileSize: importLimits.bytes + 1, fieldSize: 64 * 1024 })

const importFields = ['map', 'blank', 'sheet', 'header_line', 'dry_run']

/** Answers the report; `refused_file` is CSV text of the refused rows with their reasons, "" when none was refused. */
export async function importTable(scope: RequestScope, model: TableModel): Promise<RouteAnswer> {
  const form = await readForm(scope.request, importForm(), receiveBytes)
  if (form?.isTooLong)
    throw new OperationError('invalid', {
      text: 'import.too_large',
      params: { limit: importLimits.bytes / 1024 / 1024 },
    })
  const file = form?.file
  if (!file || file.field !== 'file' || file.content.length === 0)
    throw new OperationError('invalid', { text: 'upload.incomplete' })
  if (isNativeClient(scope.request)) refuseUnknownFormFields(scope.language, form.fields, importFields)
  const map = readMap(scope, form.fields.get('map') ?? '')
  const dryRun = isTruthy(form.fields.get('dry_run') ?? '')
  const blank = readBlank(scope, form.fields.get('blank') ?? '')
  const sheet = form.fields.get('sheet') ?? ''
  const headerLine = readLine(scope, form.fields.get('header_line') ?? '')
  const place = { ...(sheet !== '' && { sheet }), ...(headerLine !== null && { headerLine }) }
  const refused = createCollector()
  const rows = { source: () => pieces(file.content), dryRun, blank, limits: importLimits, onRefused: refused.add }
  const report = await oneAtATime(scope, () => importRows(scope, model, { ...rows, ...place, ...(map && { map }) }))
  return {
    msg: t(scope.language, 'done'),
    data: { ...report, dry_run: dryRun, refused_file: report.refused === 0 ? '' : refused.text() },
  }
}

/** Pieces are read one by one, so that others get their turn between them. */
async function* pieces(bytes: Buffer): AsyncGenerator<Uint8Array, void> {
  const size = 65_536
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

function readBlank({ language }: RequestScope, text: string): 'keep' | 'clear' {
  if (text === '' || text === 'keep') return 'keep'
  if (text === 'clear') return text
  throw new OperationError('invalid', { errors: { blank: t(language, 'import.blank') } })
}

function readLine({ language }: RequestScope, text: string): number | null {
  if (text === '') return null
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new OperationError('invalid', { errors: { header_line: t(language, 'field.format') } })
}

function readMap({ language }: RequestScope, text: string): Readonly<Record<string, string>> | null {
  if (text === '') return null
  const value = parse(text)
  const pairs =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [['', null]]
  if (pairs.some(([, header]) => typeof header !== 'string' || !isSafeText(header)))
    throw new OperationError('invalid', { errors: { map: t(language, 'field.format') } })
  return Object.fromEntries(pairs) as Record<string, string>
}

function parse(text: string): unknown {
  try {
    return parseJson(Buffer.from(text))
  } catch {
    return null
  }
}

const isTruthy = (text: string): boolean => text !== '' && text !== '0' && text !== 'false'

function createCollector(): { add(text: string): void; text(): string | null } {
  const parts: string[] = []
  let length = 0
  return {
    add: (text) => {
      length += text.length
      if (length <= maxRefusedLength) parts.push(text)
    },
    text: () => (length <= maxRefusedLength ? parts.join('') : null),
  }
}
