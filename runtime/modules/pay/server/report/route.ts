/** Payments and refunds by day and type, compared with the bills of the providers. */
import { addDays, dayOf, decimalText, startOfDay } from 'tablewright/protocol'
import { createRouteDefinition, OperationError, type ModuleRoute } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import { exportReport, paymentReport, type PaymentReport } from '../../shared/routes.ts'
import { amountText } from '../amounts.ts'
import { t } from '../i18n.ts'
import type { PayType, ProvidersOf } from '../payment.ts'
import { ProviderError, type PayProvider } from '../providers/provider.ts'
import type { Scope } from '#generated/pay/server.ts'
import { differencesOf, type Difference } from './compare.ts'
import { reportFile } from './file.ts'
import { movementsOf, type Movement } from './movements.ts'

type ReportRow = PaymentReport['rows'][number]

/** Days of a report, and of one that is compared with bills. */
const maxDays = 92
const maxCompared = 7

/** Providers make their bills by days of China. */
const billZone = 'Asia/Shanghai'

const defineAdminRoute = createRouteDefinition<Database>()

export const createReportRoutes = (providersOf: ProvidersOf): readonly ModuleRoute[] => [
  defineAdminRoute(paymentReport, {
    login: 'admin',
    right: 'pay/log/report',
    label: { 'zh-cn': '对账报表', en: 'Reconcile' },
    maxPerMinute: 30,
    handler: ({ scope, input }) => reportOf(providersOf, scope, input),
  }),
  defineAdminRoute(exportReport, {
    login: 'admin',
    right: 'pay/log/report',
    label: { 'zh-cn': '导出对账报表', en: 'Export the reconcile report' },
    maxPerMinute: 30,
    handler: async ({ scope, input: { part, format, ...period } }) =>
      reportFile(scope, await reportOf(providersOf, scope, period), { part, format, ...period }),
  }),
]

interface Period {
  readonly from: string
  readonly to: string
  readonly compare?: boolean | undefined
}

async function reportOf(
  providersOf: ProvidersOf,
  scope: Scope,
  { from, to, compare = false }: Period,
): Promise<PaymentReport> {
  const days = daysBetween(scope, from, to, compare ? maxCompared : maxDays)
  const movements = await movementsOf(scope, startOfDay(from, billZone), startOfDay(addDays(to, 1), billZone))
  const byDay = new Map(days.map((day): [string, Movement[]] => [day, []]))
  for (const movement of movements) byDay.get(dayOf(movement.time, billZone))?.push(movement)
  const bills = compare ? await compareAll(providersOf(scope), byDay) : null
  return {
    rows: days.flatMap((day) => rowsOf(day, byDay.get(day) ?? [], bills)),
    differences: (bills?.differences ?? []).map((difference) => describe(scope, difference)),
  }
}

/** Throws an OperationError `invalid` for days that are none, or too many. */
function daysBetween({ language }: Scope, from: string, to: string, most: number): readonly string[] {
  const isDay = (day: string): boolean => !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && addDays(day, 0) === day
  const days: string[] = []
  if (isDay(from) && isDay(to))
    for (let day = from; day <= to && days.length <= most; day = addDays(day, 1)) days.push(day)
  if (days.length === 0 || days.length > most)
    throw new OperationError('invalid', { errors: { to: t(language, 'report.days', { days: most }) } })
  return days
}

interface Bills {
  /** By day and type, separated by a blank. */
  readonly compared: ReadonlyMap<string, 'equal' | 'different' | 'silent'>
  readonly differences: readonly Difference[]
}

/** The bills of one day after the other: providers limit how often they are asked. */
async function compareAll(
  providers: readonly PayProvider[],
  byDay: ReadonlyMap<string, readonly Movement[]>,
): Promise<Bills> {
  const compared = new Map<string, 'equal' | 'different' | 'silent'>()
  const differences: Difference[] = []
  for (const provider of providers)
    for (const [day, movements] of byDay) {
      // Test payments are no money.
      if (provider.type === 'sandbox') continue
      try {
        const bill = await provider.bill(day)
        const own = movements.filter(({ type }) => type === provider.type)
        const list = differencesOf(day, provider.type, own, bill)
        compared.set(`${day} ${provider.type}`, list.length === 0 ? 'equal' : 'different')
        differences.push(...list)
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error
        compared.set(`${day} ${provider.type}`, 'silent')
      }
    }
  return { compared, differences }
}

function rowsOf(day: string, movements: readonly Movement[], bills: Bills | null): readonly ReportRow[] {
  const types = new Set<PayType>(movements.map(({ type }) => type))
  for (const key of bills?.compared.keys() ?? []) {
    const [ofDay, type] = key.split(' ')
    if (ofDay === day) types.add(type as PayType)
  }
  return [...types].toSorted().map((type) => {
    const figure = (kind: Movement['kind']) => {
      const own = movements.filter((movement) => movement.type === type && movement.kind === kind)
      const sum = own.reduce((total, { amount }) => total + BigInt(amount), 0n)
      return { count: own.length, amount: type === 'score' ? String(sum / 100n) : decimalText(sum, 2) }
    }
    return {
      day,
      type,
      paid: figure('payment'),
      refunded: figure('refund'),
      compared: bills?.compared.get(`${day} ${type}`) ?? null,
    }
  })
}

const describe = ({ language }: Scope, difference: Difference): PaymentReport['differences'][number] => {
  const text = (amount: number | null): string | null => (amount === null ? null : amountText('RMB', amount))
  const { here, there, logId, refundNo, ...rest } = difference
  return {
    ...rest,
    refund_no: refundNo,
    log_id: logId,
    here: text(here),
    there: text(there),
    cause: t(language, `cause.${difference.difference}`),
  }
}
