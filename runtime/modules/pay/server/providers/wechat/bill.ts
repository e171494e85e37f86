/** The bill of a day of WeChat Pay. */
import { createHash } from 'node:crypto'
import { readTable } from '../csv-bill.ts'
import { ProviderError, type BillRow } from '../provider.ts'
import { centsOf, secondsOf, textOf } from '../values.ts'
import type { WechatAccount } from './account.ts'
import { call, send } from './client.ts'

const maxBillBytes = 50_000_000

export async function readBill(account: WechatAccount, day: string): Promise<readonly BillRow[]> {
  const place = await call(account, { method: 'GET', path: `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL` }).catch(
    (error: unknown) => {
      // A day without payments has no bill.
      if (error instanceof ProviderError && error.code === 'NO_STATEMENT_EXIST') return null
      throw error
    },
  )
  if (!place) return []
  const address = new URL(textOf(place['download_url'], 2000) ?? account.endpoint)
  // Guard T55: the bill is read from the provider itself, whatever the answer says.
  if (address.origin !== new URL(account.endpoint).origin)
    throw new ProviderError('unknown', 'redirect', 'The bill is at another host.')
  const { status, body } = await send(account, { method: 'GET', path: address.pathname + address.search }, maxBillBytes)
  // The file is not signed; its hash is part of the signed answer.
  const hash = createHash('sha1').update(body).digest('hex')
  if (status !== 200 || hash !== String(place['hash_value']).toLowerCase())
    throw new ProviderError('unknown', 'content', 'The bill is not the one that WeChat Pay has signed.')
  return parseBill(body.toString('utf8'))
}

/** Each value follows a backtick; a title may contain commas. */
const split = (line: string): readonly string[] =>
  line.startsWith('`') ? line.slice(1).trimEnd().split(',`') : line.split(',')

function parseBill(text: string): readonly BillRow[] {
  const table = readTable(text, ([first, second]) => first === '交易时间' && second === '公众账号ID', split)
  if (!table) throw new ProviderError('unknown', 'content', 'The bill has no table of payments.')
  return table.rows.flatMap((row): BillRow[] => {
    const [state, happenedAt] = [table.value(row, '交易状态'), secondsOf(table.value(row, '交易时间'))]
    const isRefund = state === 'REFUND'
    if ((state !== 'SUCCESS' && !isRefund) || happenedAt === null) return []
    const amount = centsOf(
      isRefund ? table.value(row, '申请退款金额', '退款金额') : table.value(row, '订单金额', '应结订单金额'),
    )
    if (amount === null) throw new ProviderError('unknown', 'content', 'The bill has an amount that is none.')
    return [
      {
        kind: isRefund ? 'refund' : 'payment',
        sn: table.value(row, '商户订单号'),
        refundNo: isRefund ? table.value(row, '商户退款单号') : null,
        tradeNo: table.value(row, '微信订单号'),
        amount,
        happenedAt,
      },
    ]
  })
}
