/** The account of the site at WeChat Pay. */
import type { KeyObject } from 'node:crypto'

export interface WechatAccount {
  /** Origin of the service. */
  readonly endpoint: string
  readonly appId: string
  readonly merchantId: string
  /** 32 bytes. */
  readonly apiKey: string
  readonly privateKey: KeyObject
  /** Serial number of the certificate of the merchant. */
  readonly serial: string
  /** The public key of WeChat Pay by its id (`PUB_KEY_ID_…`); null = its messages are signed by certificates only. */
  readonly platformKey: { readonly id: string; readonly key: KeyObject } | null
  /** The key of a valid certificate of WeChat Pay, by its serial number in capitals; null when there is none. */
  readonly certificateKey: (serial: string) => Promise<KeyObject | null>
  readonly notifyAddress: string
}

/** The key of a serial that a message names: a public key id, or the serial number of a certificate. */
export async function keyOfSerial(account: WechatAccount, serial: string): Promise<KeyObject | null> {
  const { platformKey, certificateKey } = account
  if (serial.startsWith('PUB_KEY_ID_')) return platformKey?.id === serial ? platformKey.key : null
  return /^[0-9A-F]{8,64}$/i.test(serial) ? certificateKey(serial.toUpperCase()) : null
}
