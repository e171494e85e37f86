/** The bill of a day of Alipay: an archive of tables in GBK. */
import { inflateRawSync } from 'node:zlib'
import { readTable } from '../csv-bill.ts'
import { exchange } from '../gateway.ts'
import { ProviderError, type BillRow } from '../provider.ts'
import { centsOf, secondsOf, textOf } from '../values.ts'
import type { AlipayAccount } from './account.ts'
import { call } from './client.ts'

const maxBillBytes = 20_000_000
const maxTableBytes = 100_000_000
const maxEntries = 20

export async function readBill(account: AlipayAccount, day: string): Promise<readonly BillRow[]> {
  const place = await call(account, 'alipay.data.dataservice.bill.downloadurl.query', {
    bill_type: 'trade',
    bill_date: day,
  }).catch((error: unknown) => {
    // A day without payments has no bill.
    if (error instanceof ProviderError && /bill[_-]not[_-]exist/i.test(error.code)) return null
    throw error
  })
  if (!place) return []
  const url = new URL(textOf(place['bill_download_url'], 4000) ?? account.endpoint)
  const isAlipay = /(^|\.)alipay(dev)?\.com$/.test(url.hostname)
  // Guard T55: the bill is read from Alipay itself, whatever the answer says.
  if (url.origin !== account.endpoint && !(isAlipay && ['https:', 'http:'].includes(url.protocol)))
    throw new ProviderError('unknown', 'redirect', 'The bill is at another host.')
  if (isAlipay) url.protocol = 'https:'
  const { status, body } = await exchange({ url: url.href, method: 'GET', maxBytes: maxBillBytes, timeoutMs: 60_000 })
  if (status !== 200) throw new ProviderError('unknown', String(status), `Alipay answered ${status}.`)
  for (const bytes of entriesOf(body)) {
    const rows = parseBill(new TextDecoder('gbk').decode(bytes))
    if (rows) return rows
  }
  throw new ProviderError('unknown', 'content', 'The bill has no table of payments.')
}

const entrySignature = 0x02014b50
const endSignature = 0x06054b50

/** The files of an archive, by its directory. */
function* entriesOf(archive: Buffer): Generator<Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'))
  if (end < 0 || end + 22 > archive.length || archive.readUInt32LE(end) !== endSignature) throw brokenArchive()
  let place = archive.readUInt32LE(end + 16)
  const count = Math.min(archive.readUInt16LE(end + 10), maxEntries)
  for (let index = 0; index < count; index++) {
    if (place + 46 > archive.length || archive.readUInt32LE(place) !== entrySignature) throw brokenArchive()
    const [method, packed] = [archive.readUInt16LE(place + 10), archive.readUInt32LE(place + 20)]
    const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(place + offset))
    yield unpack(archive, archive.readUInt32LE(place + 42), method, packed)
    place += 46 + lengths.reduce((sum, length) => sum + length, 0)
  }
}

function unpack(archive: Buffer, header: number, method: number, packed: number): Buffer {
  if (header + 30 > archive.length) throw brokenArchive()
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28)
  const bytes = archive.subarray(start, start + packed)
  if (method === 0) return bytes
  try {
    // An archive has a limit of unpacked bytes.
    return inflateRawSync(bytes, { maxOutputLength: maxTableBytes })
  } catch {
    throw brokenArchive()
  }
}

const brokenArchive = (): ProviderError => new ProviderError('unknown', 'content', 'The bill is no archive.')

const columns = { tradeNo: '支付宝交易号', sn: '商户订单号', type: '业务类型', title: '商品名称' } as const

/** Values are padded with tabs. A title may contain commas. */
const split = (line: string): readonly string[] => line.split(',').map((value) => value.trim())

/** Null when the text is another table, for example the one of totals. */
function parseBill(text: string): readonly BillRow[] | null {
  const table = readTable(text, (cells) => cells[0] === columns.tradeNo && cells.includes(columns.type), split)
  if (!table) return null
  const wholes = table.rows.flatMap((row) => (row[0]?.startsWith('#') ? [] : [joinTitle(row, table.names)]))
  return wholes.flatMap((row): BillRow[] => {
    const type = table.value(row, columns.type)
    const isRefund = type === '退款'
    if (type !== '交易' && !isRefund) return []
    const amount = centsOf(table.value(row, '订单金额（元）', '订单金额(元)'))
    const happenedAt = secondsOf(table.value(row, '完成时间'))
    if (amount === null || happenedAt === null)
      throw new ProviderError('unknown', 'content', 'The bill has an amount or a time that is none.')
    return [
      {
        kind: isRefund ? 'refund' : 'payment',
        sn: table.value(row, columns.sn),
        refundNo: isRefund ? table.value(row, '退款批次号/请求号') : null,
        tradeNo: table.value(row, columns.tradeNo),
        amount: Math.abs(amount),
        happenedAt,
      },
    ]
  })
}

/** The values that a row has too many belong to its title. */
function joinTitle(row: readonly string[], names: readonly string[]): readonly string[] {
  const [title, surplus] = [names.indexOf(columns.title), row.length - names.length]
  if (surplus <= 0 || title < 0) return row
  return [...row.slice(0, title), row.slice(title, title + surplus + 1).join(','), ...row.slice(title + surplus + 1)]
}
