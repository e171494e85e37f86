/** A second supplier of payments, over tables of the help desk; `confirmBill` is the notification of a provider. */
import { randomUUID } from 'node:crypto'
import {
  lockInOrder,
  lockRows,
  OperationError,
  retryTransaction,
  type ContractCall,
  type PayLog,
  type Payments,
  type PayProject,
  type Reading,
  type Row,
  type Scope,
} from 'tablewright/server'

const states = { open: 0, paid: 1, closed: 2 } as const

const readBill = async (query: Reading, id: number): Promise<Row | undefined> =>
  query.selectFrom('helpdesk_bill').selectAll().where('id', '=', id).executeTakeFirst()

function projectOf(scope: Scope, name: unknown): PayProject {
  const project = scope.payProjects?.find((candidate) => candidate.name === name)
  if (!project) throw new OperationError('invalid')
  return project
}

/** Locks bill and object in the order of all transactions; what the bill refers to is compared afterwards. */
async function lockBill({ scope, trx }: ContractCall, id: number): Promise<Row> {
  const before = await readBill(trx, id)
  if (!before) throw new OperationError('not_found')
  const project = projectOf(scope, before['project'])
  await lockInOrder(scope, [
    { entity: 'helpdesk/bill', lock: () => lockRows(scope, trx, 'helpdesk/bill', [id], 'write') },
    { entity: project.locks, lock: () => project.lock({ scope, trx }, [Number(before['object_id'])]) },
  ])
  const bill = await readBill(trx, id)
  if (bill?.['object_id'] !== before['object_id'] || bill?.['project'] !== before['project']) retryTransaction()
  return bill!
}

const logOf = (bill: Row): PayLog => ({
  id: Number(bill['id']),
  sn: String(bill['sn']),
  project: String(bill['project']),
  objectId: Number(bill['object_id']),
  userId: Number(bill['user_id']),
  amount: Number(bill['amount']),
  currency: bill['currency'] as PayLog['currency'],
  paidAt: Number(bill['paid_at']),
})

export const payments: Payments = {
  locks: 'helpdesk/bill',

  lock: ({ scope, trx }, ids) => lockRows(scope, trx, 'helpdesk/bill', ids, 'write'),

  start: () => Promise.reject(new OperationError('invalid')),
  view: () => Promise.resolve(null),

  async open({ scope, trx }, { project: name, objectId, userId, title, amount, currency }) {
    const project = projectOf(scope, name)
    if (!Number.isSafeInteger(amount) || amount <= 0) throw new OperationError('invalid')
    const openBills = () =>
      trx
        .selectFrom('helpdesk_bill')
        .selectAll()
        .where('project', '=', name)
        .where('object_id', '=', objectId)
        .where('user_id', '=', userId)
        .where('state', '=', states.open)
        .orderBy('id')
        .execute()
    const before = (await openBills()).map(({ id }) => Number(id))
    await lockInOrder(scope, [
      { entity: 'helpdesk/bill', lock: () => lockRows(scope, trx, 'helpdesk/bill', before, 'write') },
      { entity: project.locks, lock: () => project.lock({ scope, trx }, [objectId]) },
    ])
    const bills = await openBills()
    if (bills.some(({ id }) => !before.includes(Number(id)))) retryTransaction()
    const same = bills.find((bill) => Number(bill['amount']) === amount && bill['currency'] === currency)
    if (same) return { id: Number(same['id']), sn: String(same['sn']) }
    for (const { id } of bills)
      await trx.updateTable('helpdesk_bill').set({ state: states.closed }).where('id', '=', id!).execute()
    const sn = randomUUID()
    const values = { project: name, object_id: objectId, user_id: userId, title, amount, currency, sn }
    const { id } = await trx
      .insertInto('helpdesk_bill')
      .values({ ...values, state: states.open, refunded: 0, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: Number(id), sn }
  },

  async refund(call, { payLogId, amount, key }) {
    const { scope, trx } = call
    const bill = await lockBill(call, payLogId)
    const refunds = trx.selectFrom('helpdesk_bill_refund').selectAll()
    if (await refunds.where('bill_id', '=', payLogId).where('key', '=', key).executeTakeFirst()) return
    if (bill['state'] !== states.paid) throw new OperationError('bad_state')
    const left = Number(bill['amount']) - Number(bill['refunded'])
    if (!Number.isSafeInteger(amount) || amount <= 0 || amount > left) throw new OperationError('invalid')
    const { id } = await trx
      .insertInto('helpdesk_bill_refund')
      .values({ bill_id: payLogId, key, amount, version: 1 })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .updateTable('helpdesk_bill')
      .set({ refunded: Number(bill['refunded']) + amount })
      .where('id', '=', payLogId)
      .execute()
    await projectOf(scope, bill['project']).onRefunded(call, { id: Number(id), log: logOf(bill), amount, key })
  },

  async close({ scope, trx }, objects) {
    for (const { project, objectId } of objects)
      await trx
        .updateTable('helpdesk_bill')
        .set({ state: states.closed })
        .where('project', '=', projectOf(scope, project).name)
        .where('object_id', '=', objectId)
        .where('state', '=', states.open)
        .execute()
    return new Set(objects.map(({ objectId }) => objectId))
  },

  async hasPaid({ database }, { project, objectId, userId }) {
    const rows = await database.query
      .selectFrom('helpdesk_bill')
      .select(['amount', 'refunded'])
      .where('project', '=', project)
      .where('object_id', '=', objectId)
      .where('user_id', '=', userId)
      .where('state', '=', states.paid)
      .execute()
    return rows.some((row) => Number(row['refunded']) < Number(row['amount']))
  },
}

/** The provider says that it was paid: late when it was closed meanwhile. Said twice, it counts once. */
export async function confirmBill(call: ContractCall, id: number): Promise<void> {
  const { scope, trx } = call
  const bill = await lockBill(call, id)
  if (bill['state'] === states.paid) return
  const log = { ...logOf(bill), paidAt: 1_800_000_000 }
  const project = projectOf(scope, bill['project'])
  await trx.updateTable('helpdesk_bill').set({ state: states.paid, paid_at: log.paidAt }).where('id', '=', id).execute()
  if (bill['state'] === states.open) return project.onPaid(call, log)
  if ((await project.onLate(call, log)) === 'accept') return project.onPaid(call, log)
  await payments.refund(call, { payLogId: id, amount: log.amount, reason: 'late', key: 'late' })
}

/** The consumer: accounts that people pay for. */
export const accounts: PayProject = {
  name: 'account',
  locks: 'helpdesk/account',
  lock: ({ scope, trx }, ids) => lockRows(scope, trx, 'helpdesk/account', ids, 'write'),
  onPaid: (call, log) => addTo(call, log.objectId, 'paid', log.amount),
  onLate: async () => 'refund',
  onRefunded: (call, { log, amount }) => addTo(call, log.objectId, 'refunded', amount),
}

async function addTo({ trx }: ContractCall, id: number, column: 'paid' | 'refunded', amount: number): Promise<void> {
  const row = await trx.selectFrom('helpdesk_account').select(column).where('id', '=', id).executeTakeFirstOrThrow()
  await trx
    .updateTable('helpdesk_account')
    .set({ [column]: Number(row[column]) + amount })
    .where('id', '=', id)
    .execute()
}

/** The consumer acts on its own: a note in its row, and money back, in one transaction. */
export async function refundAccount(call: ContractCall, account: number, bill: number, key: string): Promise<void> {
  const { scope, trx } = call
  const { payments: supplier } = scope
  if (!supplier) throw new OperationError('bad_state')
  await lockInOrder(scope, [
    { entity: accounts.locks, lock: () => accounts.lock(call, [account]) },
    { entity: supplier.locks, lock: () => supplier.lock(call, [bill]) },
  ])
  await trx.updateTable('helpdesk_account').set({ title: key }).where('id', '=', account).execute()
  await supplier.refund(call, { payLogId: bill, amount: 1, reason: key, key })
}
