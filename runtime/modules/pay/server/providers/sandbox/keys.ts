/** The key pair of the sandbox, made when it is first used. */
import { createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { insertMissing, nowSeconds } from 'tablewright/server'
import type { Scope } from '#generated/pay/server.ts'
import { readPrivateKey } from '../keys.ts'

export interface SandboxKeys {
  readonly serial: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export const sandboxSerial = 'SANDBOX'
const sealName = 'pay sandbox key'
const lifetime = 100 * 366 * 86_400

const generate = promisify(generateKeyPair)

/** Private keys by their encrypted texts. */
const opened = new Map<string, SandboxKeys>()

export async function sandboxKeys(scope: Scope): Promise<SandboxKeys> {
  const sealed = (await readSealed(scope)) ?? (await makeKeys(scope))
  const former = opened.get(sealed)
  if (former) return former
  const privateKey = readPrivateKey(scope.settings.secrets.open(sealName, sealed))
  if (!privateKey) throw new Error('The key of the sandbox cannot be read.')
  const keys = { serial: sandboxSerial, privateKey, publicKey: createPublicKey(privateKey) }
  opened.clear()
  opened.set(sealed, keys)
  return keys
}

async function readSealed(scope: Scope): Promise<string | null> {
  const row = await scope.database.query
    .selectFrom('pay_certificate')
    .select('sealed')
    .where('provider', '=', 'sandbox')
    .where('serial', '=', sandboxSerial)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Several processes that make a pair at the same time all use the first one. */
async function makeKeys(scope: Scope): Promise<string> {
  const { publicKey, privateKey } = await generate('rsa', { modulusLength: 2048 })
  const now = nowSeconds()
  await scope.database.write((trx) =>
    insertMissing(trx, 'pay_certificate', [
      {
        provider: 'sandbox',
        serial: sandboxSerial,
        content: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
        sealed: scope.settings.secrets.seal(sealName, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()),
        expire_time: now + lifetime,
        create_time: now,
        version: 1,
      },
    ]),
  )
  const sealed = await readSealed(scope)
  if (sealed === null) throw new Error('The key of the sandbox was not stored.')
  return sealed
}
