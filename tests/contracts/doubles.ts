/**
 * The contracts between modules in memory: what modules are tried with whose suppliers are not built, and the second
 * implementation that shows what a contract test asks for. They take part in no transaction.
 */
import {
  OperationError,
  type HoldRef,
  type Lesson,
  type Lessons,
  type Payments,
  type PayLog,
  type PayProject,
  type QuestionBank,
  type QuestionResult,
  type QuestionSnapshot,
  type StockHolds,
  type Wallet,
  type WordFilter,
} from 'tablewright/server'
import { walletSources } from '../../runtime/server/operation/contracts/wallet.ts'

/** Members by id, with what they have. */
export function memoryWallet(members: ReadonlyMap<number, { money: number; score: number }>): Wallet {
  const done = new Map<string, { readonly userId: number; readonly amount: number }>()
  return {
    locks: 'member/user',
    async change(_call, { asset, userId, amount, memo, source, sn }) {
      const text = memo.trim()
      if (!Number.isSafeInteger(amount) || amount === 0 || text === '' || text.length > 255)
        throw new OperationError('invalid')
      if (!walletSources.includes(source)) throw new OperationError('invalid')
      const member = members.get(userId)
      if (!member) throw new OperationError('not_found')
      const key = `${asset} ${source} ${sn}`
      const former = done.get(key)
      if (former?.userId === userId && former.amount === amount) return null
      if (former) throw new OperationError('bad_state')
      const before = member[asset]
      if (before + amount < 0) throw new OperationError('stock_short')
      member[asset] = before + amount
      done.set(key, { userId, amount })
      return { before, after: before + amount }
    },
  }
}

interface MemoryBill {
  log: PayLog
  state: 'open' | 'paid' | 'closed'
  refunds: Map<string, number>
}

const refundedOf = ({ refunds }: MemoryBill): number => [...refunds.values()].reduce((sum, amount) => sum + amount, 0)

/** Payments, and the notification of their provider. */
export function memoryPayments(
  projects: readonly PayProject[],
): Payments & { confirm(call: Parameters<Payments['open']>[0], id: number): Promise<void> } {
  const bills: MemoryBill[] = []
  const projectOf = (name: string): PayProject => {
    const project = projects.find((candidate) => candidate.name === name)
    if (!project) throw new OperationError('invalid')
    return project
  }
  const billOf = (id: number): MemoryBill => {
    const bill = bills[id - 1]
    if (!bill) throw new OperationError('not_found')
    return bill
  }
  const payments: Payments = {
    locks: 'helpdesk/bill',
    lock: async () => {},
    start: () => Promise.reject(new OperationError('invalid')),
    view: () => Promise.resolve(null),
    async open(_call, { project, objectId, userId, amount, currency }) {
      projectOf(project)
      if (!Number.isSafeInteger(amount) || amount <= 0) throw new OperationError('invalid')
      const open = bills.filter(
        ({ log, state }) =>
          state === 'open' && log.project === project && log.objectId === objectId && log.userId === userId,
      )
      const same = open.find(({ log }) => log.amount === amount && log.currency === currency)
      if (same) return same.log
      for (const bill of open) bill.state = 'closed'
      const id = bills.length + 1
      const log = { id, sn: `M${id}`, project, objectId, userId, amount, currency, paidAt: 0 }
      bills.push({ log, state: 'open', refunds: new Map() })
      return log
    },
    async refund(call, { payLogId, amount, key }) {
      const bill = billOf(payLogId)
      if (bill.refunds.has(key)) return
      if (bill.state !== 'paid') throw new OperationError('bad_state')
      if (!(amount > 0) || amount > bill.log.amount - refundedOf(bill)) throw new OperationError('invalid')
      bill.refunds.set(key, amount)
      await projectOf(bill.log.project).onRefunded(call, { id: bill.refunds.size, log: bill.log, amount, key })
    },
    async close(_call, objects) {
      for (const bill of bills)
        if (
          bill.state === 'open' &&
          objects.some(({ project, objectId }) => bill.log.project === project && bill.log.objectId === objectId)
        )
          bill.state = 'closed'
      return new Set(objects.map(({ objectId }) => objectId))
    },
    hasPaid: async (_scope, { project, objectId, userId }) =>
      bills.some(
        (bill) =>
          bill.state === 'paid' &&
          bill.log.project === project &&
          bill.log.objectId === objectId &&
          bill.log.userId === userId &&
          refundedOf(bill) < bill.log.amount,
      ),
  }
  return {
    ...payments,
    async confirm(call, id) {
      const bill = billOf(id)
      if (bill.state === 'paid') return
      const project = projectOf(bill.log.project)
      const isLate = bill.state === 'closed'
      bill.state = 'paid'
      if (!isLate || (await project.onLate(call, bill.log)) === 'accept') return project.onPaid(call, bill.log)
      await payments.refund(call, { payLogId: id, amount: bill.log.amount, reason: 'late', key: 'late' })
    },
  }
}

/** Stock by product, in thousandths; outbound orders are only numbers. */
export function memoryHolds(stock: ReadonlyMap<number, number>): StockHolds {
  const holdsByRef = new Map<string, { readonly quantities: ReadonlyMap<number, number>; outboundId: number | null }>()
  const returns = new Set<string>()
  const keyOf = ({ entity, id }: Pick<HoldRef, 'entity' | 'id'>): string => `${entity} ${id}`
  const sellableOf = (product: number): number =>
    [...holdsByRef.values()].reduce(
      (left, { quantities }) => left - (quantities.get(product) ?? 0),
      stock.get(product) ?? 0,
    )
  return {
    locks: 'wms/outbound',
    lock: async () => {},
    sellable: async (_scope, ids) => new Map(ids.map((id) => [id, sellableOf(id)])),
    async take(_call, ref, lines) {
      if (lines.length === 0 || lines.some(({ quantity }) => quantity <= 0 || quantity % 1000 !== 0))
        throw new OperationError('invalid')
      if (lines.some(({ productId }) => !stock.has(productId))) throw new OperationError('not_found')
      if (holdsByRef.has(keyOf(ref))) throw new OperationError('bad_state')
      const quantities = new Map<number, number>()
      for (const { productId, quantity } of lines)
        quantities.set(productId, (quantities.get(productId) ?? 0) + quantity)
      if ([...quantities].some(([id, quantity]) => quantity > sellableOf(id))) throw new OperationError('stock_short')
      holdsByRef.set(keyOf(ref), { quantities, outboundId: null })
    },
    release: async (_call, ref) => void holdsByRef.delete(keyOf(ref)),
    async toOutbound(_call, ref) {
      const hold = holdsByRef.get(keyOf(ref))
      if (!hold || hold.outboundId !== null) throw new OperationError('bad_state')
      hold.outboundId = holdsByRef.size
      return { outboundId: hold.outboundId }
    },
    async expectReturn(_call, ref, { lines }) {
      if (lines.length === 0) throw new OperationError('invalid')
      if (returns.has(keyOf(ref))) throw new OperationError('bad_state')
      returns.add(keyOf(ref))
      return { inboundId: returns.size }
    },
    cancelReturn: async (_call, ref) => void returns.delete(keyOf(ref)),
  }
}

/** A bank whose questions are given, the newest last; `results` is what was recorded. */
export function memoryQuestions(
  questions: readonly QuestionSnapshot[],
): QuestionBank & { readonly results: readonly QuestionResult[] } {
  const results: QuestionResult[] = []
  return {
    locks: 'helpdesk/ticket',
    results,
    list: async (_scope, { text = '', kind, limit }) =>
      questions
        .filter((question) => question.title.includes(text) && (kind === undefined || question.kind === kind))
        .toReversed()
        .slice(0, limit)
        .map(({ id, kind: own, title }) => ({ id, kind: own, title })),
    snapshot: async (_scope, id) => questions.find((question) => question.id === id) ?? null,
    async record(_call, result) {
      const isKnown = results.some(
        ({ questionId, source, sn }) =>
          questionId === result.questionId && source === result.source && sn === result.sn,
      )
      if (!isKnown && questions.some(({ id }) => id === result.questionId)) results.push(result)
    },
  }
}

/** Lessons that are given, the newest last. */
export const memoryLessons = (lessons: readonly Lesson[]): Lessons => ({
  find: async (_scope, ids) =>
    new Map(lessons.filter(({ id }) => ids.includes(id)).map((lesson) => [lesson.id, lesson])),
  list: async (_scope, { text = '', limit }) =>
    lessons
      .filter(({ title }) => title.includes(text))
      .toReversed()
      .slice(0, limit),
})

/** Refuses one word and looks at another, as they are written. */
export const plainWordFilter = (refused: string, reviewed: string): WordFilter => ({
  check(_settings, text) {
    const matches = [...text.matchAll(new RegExp(`${refused}|${reviewed}`, 'g'))].map(({ 0: word, index }) => ({
      start: index,
      end: index + word.length,
      level: word === refused ? ('refuse' as const) : ('review' as const),
    }))
    const level = matches.some((match) => match.level === 'refuse') ? 'refuse' : (matches[0]?.level ?? null)
    return { level, matches }
  },
})
