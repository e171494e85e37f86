/** Ends the open payments for objects that are not to be paid for any more. */
import { lockInOrder, lockRows, retryTransaction, type PaidObject } from 'tablewright/server'
import { logOptions } from '#generated/pay/options.ts'
import { projectOf, type LogRow, type PayCall } from '../payment.ts'
import { closeUnpaid } from './close.ts'

type PaidFor = Omit<PaidObject, 'userId'>

/** See the contract. */
export async function closePayments(call: PayCall, objects: readonly PaidFor[]): Promise<ReadonlySet<number>> {
  const { scope, trx } = call
  const before = (await unpaidFor(call, objects)).map(({ id }) => id)
  const names = new Set(objects.map(({ project }) => project))
  // Guard T85: who ends the payments for objects waits for those who pay for them.
  await lockInOrder(scope, [
    { entity: 'pay/log', lock: () => lockRows(scope, trx, 'pay/log', before, 'write') },
    ...[...names].flatMap((name) => {
      const project = projectOf(scope, name)
      const ids = objects.flatMap((object) => (object.project === name ? [object.objectId] : []))
      return project ? [{ entity: project.locks, lock: () => project.lock({ scope, trx }, ids) }] : []
    }),
  ])
  const open = await unpaidFor(call, objects)
  if (open.some(({ id }) => !before.includes(id))) retryTransaction()
  for (const row of open) if (row.closing === logOptions.closing.no) await closeUnpaid(call, row)
  const left = new Set((await unpaidFor(call, objects)).map((row) => row.object_id))
  return new Set(objects.map(({ objectId }) => objectId).filter((id) => !left.has(id)))
}

/** Payments that were not made and may still be, those that are being closed among them. */
async function unpaidFor({ trx }: PayCall, objects: readonly PaidFor[]): Promise<readonly LogRow[]> {
  if (objects.length === 0) return []
  return trx
    .selectFrom('pay_log')
    .selectAll()
    .where((row) =>
      row.or(
        objects.map(({ project, objectId }) =>
          row.and([row('project', '=', project), row('object_id', '=', objectId)]),
        ),
      ),
    )
    .where('state', '=', logOptions.state.created)
    .orderBy('id')
    .execute()
}
