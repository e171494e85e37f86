/** Stock that is held for orders of other modules. The module `wms` supplies it. */
import type { ContractCall } from './members.ts'

/** A record that stock is held for. Nobody is notified of holds for an entity that no module has registered. */
export interface HoldRef {
  /** Entity, for example `shop/order`. */
  readonly entity: string
  readonly id: number
  /** Its number as people know it, at most 64 characters. */
  readonly no: string
}

export interface HoldLine {
  readonly productId: number
  /** Thousandths of the unit, above 0. */
  readonly quantity: number
}

export interface StockHolds<Scope> {
  /** The entity whose rows it locks first. */
  readonly locks: string
  /**
   * Locks the outbound orders of these references for a caller that changes its own rows as well: `lockInOrder` decides
   * which of the two comes first.
   */
  lock(call: ContractCall<Scope>, refs: readonly Pick<HoldRef, 'entity' | 'id'>[]): Promise<void>
  /**
   * The sellable quantity of each product, in thousandths: batches that have not expired on shelves that are open, less
   * what is held. A product that does not exist or is deleted has 0.
   */
  sellable(scope: Scope, productIds: readonly number[]): Promise<ReadonlyMap<number, number>>
  /**
   * Holds the lines, all or none; lines of one product count together. Locks the products FOR NO KEY UPDATE.
   * @throws an OperationError: `stock_short` with every product of which too little is sellable; `invalid` without
   * lines and for a quantity that is not above 0 or that the unit cannot count; `bad_state` when something is held for
   * the reference already; `not_found` for a product that does not exist
   */
  take(call: ContractCall<Scope>, ref: HoldRef, lines: readonly HoldLine[]): Promise<void>
  /**
   * Ends what is held for the reference; nothing held is a success. An outbound order of it that was not shipped is
   * un-audited and deleted, without `onOutboundDeleted`.
   * @throws an OperationError `bad_state` when it was shipped
   */
  release(call: ContractCall<Scope>, ref: HoldRef): Promise<void>
  /**
   * Makes the outbound order of what is held. Its audit takes the goods that were held for it.
   * @throws an OperationError `bad_state` when nothing is held or an outbound order is there already
   */
  toOutbound(
    call: ContractCall<Scope>,
    ref: HoldRef,
    order: {
      /** Number that the holder's customer knows. */
      readonly orderSn: string
      /** Id of the customer of the warehouse. */
      readonly customer: number
    },
  ): Promise<{ readonly outboundId: number }>
  /**
   * Makes the receipt of goods that come back. Its audit tells the holder what really came (`onReturned`).
   * @throws an OperationError: `bad_state` when goods of the reference are expected already, `invalid` without lines
   */
  expectReturn(
    call: ContractCall<Scope>,
    ref: HoldRef,
    order: { readonly orderSn: string; readonly lines: readonly HoldLine[] },
  ): Promise<{ readonly inboundId: number }>
  /** Deletes the receipt of goods that do not come back after all; none is a success. */
  cancelReturn(call: ContractCall<Scope>, ref: HoldRef): Promise<void>
}

/** Goods that left, or were taken away from a holder. */
export interface HoldEvent {
  readonly ref: HoldRef
  readonly lines: readonly HoldLine[]
}

/**
 * A module that stock is held for. Its methods run in the transaction of the warehouse, with its records locked, and
 * may run again; an OperationError refuses what the warehouse is about to do.
 */
export interface StockHolder<Scope> {
  /** The entity of its references: its place in the order of locks decides when `lock` is called. */
  readonly entity: string
  /** Locks the records. Ids without a record are passed over. */
  lock(call: ContractCall<Scope>, ids: readonly number[]): Promise<void>
  /** The outbound order was shipped; the lines have what really left, which may be less than was held. */
  onShipped(call: ContractCall<Scope>, event: HoldEvent): Promise<void>
  onUnshipped(call: ContractCall<Scope>, ref: HoldRef): Promise<void>
  /** The outbound order is deleted next; what was held stays held. */
  onOutboundDeleted(call: ContractCall<Scope>, ref: HoldRef): Promise<void>
  /** The receipt of goods that come back was audited; the lines have what came, which may be nothing. */
  onReturned?(call: ContractCall<Scope>, event: HoldEvent): Promise<void>
  /** Stock had to leave otherwise: so much of each product is not held any more. */
  onBroken(call: ContractCall<Scope>, event: HoldEvent): Promise<void>
}
