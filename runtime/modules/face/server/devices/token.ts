/** Tokens of devices: 32 random bytes, of which the database has the SHA-256. */
import { createHash, randomBytes } from 'node:crypto'
import { createRouteDefinition, lockRows, nowSeconds, OperationError } from 'tablewright/server'
import type { Database } from '#generated/database.ts'
import type { Reading, Scope, Transaction } from '#generated/face/server.ts'
import { issueFaceToken, issueToken, revokeFaceToken, revokeToken } from '../../shared/device-routes.ts'
import { t } from '../i18n.ts'

const defineModuleRoute = createRouteDefinition<Database>()

const shape = /^twd_[A-Za-z0-9_-]{43}$/

const newToken = (): string => `twd_${randomBytes(32).toString('base64url')}`

// Guard T30: the database has the hash of a token only.
// Without: const hashOf = (token: string): string => token
const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex')

/** Devices that have tokens, by the entity. */
const tables = { 'face/fire_device': 'face_fire_device', 'face/device': 'face_device' } as const
type DeviceEntity = keyof typeof tables

/** The device that a token belongs to; null for any other text, and for tokens of other kinds of devices. */
export async function deviceOfToken(
  query: Pick<Reading, 'selectFrom'>,
  token: unknown,
  entity: DeviceEntity = 'face/fire_device',
): Promise<number | null> {
  if (typeof token !== 'string' || !shape.test(token)) return null
  const row = await query
    .selectFrom(tables[entity])
    .select('id')
    .where('token_hash', '=', hashOf(token))
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Stores a token's hash, or none. @throws an OperationError `not_found` */
async function storeToken(
  scope: Scope,
  trx: Transaction,
  entity: DeviceEntity,
  id: number,
  token: string | null,
): Promise<void> {
  await lockRows(scope, trx, entity, [id], 'write')
  const row = await trx
    .selectFrom(tables[entity])
    .select('token_hash')
    .where('id', '=', id)
    .where('delete_time', 'is', null)
    .executeTakeFirst()
  if (!row) throw new OperationError('not_found', { sentence: t(scope.language, 'device.missing') })
  if (token === null && row.token_hash === null)
    throw new OperationError('bad_state', { sentence: t(scope.language, 'token.missing') })
  await trx
    .updateTable(tables[entity])
    .set(({ eb }) => ({
      token_hash: token === null ? null : hashOf(token),
      token_time: token === null ? null : nowSeconds(),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

const issueLabel = { 'zh-cn': '签发令牌', en: 'Issue a token' }

/** Routes that issue and revoke the tokens of one kind of device. */
const routesOf = (entity: DeviceEntity, page: string, issue: typeof issueToken, revoke: typeof revokeToken) => [
  defineModuleRoute(issue, {
    login: 'admin',
    right: `face/${page}/issueToken`,
    label: issueLabel,
    maxPerMinute: 30,
    // The answers of other transactions are stored for repeated requests; this one is shown once.
    // Guard T30: no answer with a token is stored.
    transaction: 'own',
    handler: async ({ scope, input }) => {
      const token = newToken()
      await scope.database.write(async (trx) => {
        await storeToken(scope, trx, entity, input.id, token)
        await scope.audit?.(trx, { title: issueLabel, data: { id: input.id } })
      })
      return { token }
    },
  }),
  defineModuleRoute(revoke, {
    login: 'admin',
    right: `face/${page}/revokeToken`,
    label: { 'zh-cn': '吊销令牌', en: 'Revoke the token' },
    maxPerMinute: 30,
    handler: async ({ scope, trx, input }) => {
      await storeToken(scope, trx, entity, input.id, null)
      return null
    },
  }),
]

export const tokenRoutes = [
  ...routesOf('face/fire_device', 'fireDevice', issueToken, revokeToken),
  ...routesOf('face/device', 'device', issueFaceToken, revokeFaceToken),
]
