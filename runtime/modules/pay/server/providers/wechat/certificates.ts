/** The certificates with which WeChat Pay signs; it replaces them from time to time. */
import { readCertificate, type Certificate } from '../keys.ts'
import { ProviderError } from '../provider.ts'
import { jsonObject, objectOf, textOf } from '../values.ts'
import type { WechatAccount } from './account.ts'
import { decrypt } from './cipher.ts'
import { send, verifyAnswer } from './client.ts'

/**
 * The certificates in force now and next. The first ones are believed because only WeChat Pay knows the key they are
 * encrypted with, and because one of them has signed the answer.
 */
export async function fetchCertificates(account: WechatAccount): Promise<readonly Certificate[]> {
  const answer = await send(account, { method: 'GET', path: '/v3/certificates' })
  const content = jsonObject(answer.body.toString('utf8'))
  if (answer.status !== 200)
    throw new ProviderError(
      answer.status < 500 ? 'refused' : 'unknown',
      textOf(content?.['code']) ?? String(answer.status),
      textOf(content?.['message'], 300) ?? `WeChat Pay answered ${answer.status}.`,
    )
  const entries: readonly unknown[] = Array.isArray(content?.['data']) ? content['data'] : []
  const certificates = entries.slice(0, 20).flatMap((entry): Certificate[] => {
    const encrypted = objectOf(objectOf(entry)['encrypt_certificate'])
    const text = decrypt(
      {
        ciphertext: textOf(encrypted['ciphertext'], 20_000) ?? '',
        nonce: textOf(encrypted['nonce']) ?? '',
        associatedData: textOf(encrypted['associated_data']) ?? '',
      },
      account.apiKey,
    )
    const certificate = text === null ? null : readCertificate(text)
    return certificate ? [certificate] : []
  })
  await verifyAnswer(
    answer,
    async (serial) =>
      certificates.find((certificate) => certificate.serial === serial.toUpperCase())?.publicKey ??
      (account.platformKey?.id === serial ? account.platformKey.key : null),
  )
  return certificates
}
