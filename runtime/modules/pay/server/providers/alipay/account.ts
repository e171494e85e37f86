/** The account of the site at Alipay. */
import type { KeyObject } from 'node:crypto'

export interface AlipayAccount {
  /** Origin of the service. */
  readonly endpoint: string
  readonly appId: string
  /** Number of the seller (`2088…`). */
  readonly sellerId: string
  readonly privateKey: KeyObject
  /** Public key of Alipay for this application. */
  readonly alipayKey: KeyObject
  readonly notifyAddress: string
}
