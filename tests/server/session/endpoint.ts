/** What tests of signing in share: requests from any address, captchas solved by whoever can read the database. */
import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../../../runtime/server/db/index.ts'
import { hashPassword } from '../../../runtime/server/identity/session/password.ts'
import { password, type RunningApp } from '../http/running-app.ts'

export interface WireAnswer<Data = Record<string, unknown>> {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly code: number
  readonly msg: string
  readonly data: Data
}

export interface UserInfo {
  readonly id: number
  readonly username: string
  readonly token: string
  readonly refresh_token: string
}
export interface SignInData {
  readonly userInfo: UserInfo
  readonly captcha?: boolean
  readonly wait?: number
  readonly errors?: Record<string, string>
}

export interface RequestFacts {
  readonly ip?: string
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: object
}

/** Sends a request as if it came from the address. */
export async function ask<Data = Record<string, unknown>>(
  { app }: RunningApp,
  method: 'GET' | 'POST' | 'DELETE' | 'OPTIONS',
  url: string,
  { ip = '198.51.100.1', token, headers, payload }: RequestFacts = {},
): Promise<WireAnswer<Data>> {
  const answer = await app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { 'think-lang': 'en', ...(token && { batoken: token }), ...headers },
    ...(payload && { payload }),
  })
  const json =
    answer.body === '' || !String(answer.headers['content-type']).startsWith('application/json') ? {} : answer.json()
  return { status: answer.statusCode, headers: answer.headers, code: json.code, msg: json.msg, data: json.data }
}

export interface Try extends RequestFacts {
  readonly username?: string
  readonly password?: string
  readonly keep?: boolean
  /** Speaks as our own client. */
  readonly ours?: boolean
  readonly captcha?: { readonly captchaId: string; readonly captchaInfo: string }
}

export function signInAs(
  running: RunningApp,
  { username = 'admin', password: word = password, keep = false, ours = false, captcha, headers, ...more }: Try = {},
): Promise<WireAnswer<SignInData>> {
  return ask<SignInData>(running, 'POST', '/admin/Index/login', {
    ...more,
    headers: { ...(ours && { 'x-tablewright': '1' }), ...headers },
    payload: { username, password: word, keep, ...captcha },
  })
}

export const wrongTry = (running: RunningApp, more: Try = {}): Promise<WireAnswer<SignInData>> =>
  signInAs(running, { password: 'not-the-one', ...more })

/** A solved captcha, stored without its picture: drawing takes longer than most requests that need one. */
export async function solveCaptcha({ database }: RunningApp): Promise<{ captchaId: string; captchaInfo: string }> {
  const id = randomUUID()
  const targets = [{ x: 20, y: 20, size: 40 }]
  const now = Math.floor(Date.now() / 1000)
  const row = { captcha: JSON.stringify({ targets }), expire_time: now + 600, create_time: now, version: 1 }
  await database.write((trx) =>
    trx
      .insertInto('captcha')
      .values({ key: hash(id), ...row })
      .execute(),
  )
  return { captchaId: id, captchaInfo: clicks(targets) }
}

/** Asks for a picture and reads from the database where to click. */
export async function solvePicture(
  running: RunningApp,
  id: string = randomUUID(),
): Promise<{ captchaId: string; captchaInfo: string }> {
  await ask(running, 'GET', `/api/common/clickCaptcha?id=${id}`)
  return { captchaId: id, captchaInfo: clicks(await targetsOf(running.database, id)) }
}

export interface Target {
  readonly x: number
  readonly y: number
  readonly size: number
}

export async function targetsOf(database: Database, id: string): Promise<Target[]> {
  const row = await database.query
    .selectFrom('captcha')
    .select('captcha')
    .where('key', '=', hash(id))
    .executeTakeFirstOrThrow()
  return (JSON.parse(String(row['captcha'])) as { targets: Target[] }).targets
}

/** What a client that clicks into the middle of each sends. */
export function clicks(targets: readonly Target[], scale = 1): string {
  const clicks = targets.map(({ x, y, size }) => `${(x + size / 2) * scale},${(y + size / 2) * scale}`)
  return `${clicks.join('-')};${350 * scale};${200 * scale}`
}

export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A further account, in no group. */
export async function addAdmin({ database }: RunningApp, username: string, word: string = password): Promise<number> {
  const row = {
    username,
    nickname: username,
    password: await hashPassword(word),
    login_failure: 0,
    status: 1,
    version: 1,
    create_time: 1,
    update_time: 1,
  }
  return Number(
    (await database.write((trx) => trx.insertInto('admin').values(row).returning('id').executeTakeFirstOrThrow()))[
      'id'
    ],
  )
}

/** Forgets all failures. */
export const forgive = ({ database }: RunningApp): Promise<unknown> =>
  database.write((trx) => trx.deleteFrom('throttle').execute())

export const alive = async (running: RunningApp, token: string): Promise<boolean> =>
  (await ask(running, 'GET', '/admin/routine.AdminInfo/index', { token })).code === 1
