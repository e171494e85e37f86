/** The report as a file for spreadsheets: a row for each day and type, or for each difference. */
import { Readable } from 'node:stream'
import { subtractDecimals, type Language } from 'tablewright/protocol'
import { RouteFile, tableFile, tableFileTypes, type TableFile } from 'tablewright/server'
import type { PayMessageKey } from '#generated/pay/messages.ts'
import type { PaymentReport } from '../../shared/routes.ts'
import { t } from '../i18n.ts'
import type { Scope } from '#generated/pay/server.ts'

interface Column<R> {
  readonly header: PayMessageKey
  readonly type: 'text' | 'number'
  readonly cell: (row: R, language: Language) => string
}
type Day = PaymentReport['rows'][number]
type Difference = PaymentReport['differences'][number]

const dayColumns: readonly Column<Day>[] = [
  { header: 'report.day', type: 'text', cell: ({ day }) => day },
  { header: 'report.type', type: 'text', cell: ({ type }, language) => t(language, `report.type.${type}`) },
  { header: 'report.paid.count', type: 'number', cell: ({ paid }) => String(paid.count) },
  { header: 'report.paid', type: 'number', cell: ({ paid }) => paid.amount },
  { header: 'report.refunded.count', type: 'number', cell: ({ refunded }) => String(refunded.count) },
  { header: 'report.refunded', type: 'number', cell: ({ refunded }) => refunded.amount },
  {
    header: 'report.net',
    type: 'number',
    cell: ({ paid, refunded }) => subtractDecimals(paid.amount, refunded.amount),
  },
  {
    header: 'report.bill',
    type: 'text',
    cell: ({ compared }, language) => t(language, `report.bill.${compared ?? 'none'}`),
  },
]

const differenceColumns: readonly Column<Difference>[] = [
  { header: 'report.day', type: 'text', cell: ({ day }) => day },
  { header: 'report.type', type: 'text', cell: ({ type }, language) => t(language, `report.type.${type}`) },
  { header: 'report.sn', type: 'text', cell: ({ sn }) => sn },
  { header: 'report.refund_no', type: 'text', cell: ({ refund_no: number }) => number ?? '' },
  { header: 'report.here', type: 'number', cell: ({ here }) => here ?? '' },
  { header: 'report.there', type: 'number', cell: ({ there }) => there ?? '' },
  { header: 'report.cause', type: 'text', cell: ({ cause }) => cause },
]

interface Request {
  readonly part: 'days' | 'differences'
  readonly format: 'csv' | 'xlsx'
  readonly from: string
  readonly to: string
}

export function reportFile(
  { language }: Scope,
  { rows, differences }: PaymentReport,
  { part, format, from, to }: Request,
): RouteFile {
  const name = `${t(language, part === 'days' ? 'report.rows' : 'report.differences')} ${from} ${to}`
  const [table, cells] =
    part === 'days'
      ? tableOf(language, name, dayColumns, rows)
      : tableOf(language, name, differenceColumns, differences)
  const stream = Readable.from(tableFile(format, table, cells), { objectMode: false })
  return new RouteFile(stream, { type: tableFileTypes[format], name: `${name}.${format}` })
}

function tableOf<R>(
  language: Language,
  name: string,
  columns: readonly Column<R>[],
  rows: readonly R[],
): readonly [TableFile, AsyncIterable<readonly string[]>] {
  const table = { name, columns: columns.map(({ header, type }) => ({ header: t(language, header), type })) }
  return [table, Readable.from(rows.map((row) => columns.map(({ cell }) => cell(row, language))))]
}
