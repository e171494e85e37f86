/** Addresses that members keep. */
import { nowSeconds, OperationError } from 'tablewright/server'
import { addressOptions } from '#generated/shop/options.ts'
import { t } from './i18n.ts'
import type { ShopCall } from './order.ts'
import type { Reading } from '#generated/shop/server.ts'

const maxAddresses = 20
const { yes, no } = addressOptions.is_default

export interface AddressInput {
  /** Absent = a new one. */
  readonly id?: number | undefined
  readonly name: string
  readonly mobile: string
  /** Code of the district. */
  readonly region: string
  readonly address: string
  readonly is_default?: boolean | undefined
}

/** The addresses of a member, the default one first. */
export async function showAddresses(query: Reading, member: number) {
  const rows = await query
    .selectFrom('shop_address')
    .selectAll()
    .where('user_id', '=', member)
    .orderBy('is_default', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return {
    list: rows.map(({ id, name, mobile, region, address, is_default: isDefault }) => ({
      id,
      name,
      mobile,
      region,
      address,
      is_default: isDefault === yes,
    })),
  }
}

/**
 * Adds or changes an address; the first one is the default.
 * @throws an OperationError: `not_found` for those of others
 */
export async function storeAddress({ scope, trx }: ShopCall, member: number, input: AddressInput): Promise<void> {
  const { id, is_default: isDefault, ...rest } = input
  if (!/^1[3-9]\d{9}$/.test(rest.mobile.trim()))
    throw new OperationError('invalid', { errors: { mobile: t(scope.language, 'mobile') } })
  const own = await trx.selectFrom('shop_address').select('id').where('user_id', '=', member).execute()
  // Guard T20: members change their own addresses only.
  // Without: void own
  if (id !== undefined && !own.some((row) => row.id === id)) throw new OperationError('not_found')
  if (id === undefined && own.length >= maxAddresses)
    throw new OperationError('invalid', { sentence: t(scope.language, 'address.many', { maximum: maxAddresses }) })
  if (isDefault === true)
    await trx.updateTable('shop_address').set({ is_default: no }).where('user_id', '=', member).execute()
  const time = nowSeconds()
  const values = {
    name: rest.name.trim(),
    mobile: rest.mobile.trim(),
    region: rest.region,
    address: rest.address.trim(),
    update_time: time,
    ...(isDefault !== undefined && { is_default: isDefault ? yes : no }),
  }
  if (id === undefined)
    await trx
      .insertInto('shop_address')
      .values({ is_default: own.length === 0 ? yes : no, ...values, user_id: member, create_time: time, version: 1 })
      .execute()
  else await trx.updateTable('shop_address').set(values).where('id', '=', id).where('user_id', '=', member).execute()
}
