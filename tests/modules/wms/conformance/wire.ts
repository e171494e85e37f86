/** A client that speaks the wire as BuildAdmin's own web client does: its headers, its query strings, its reactions. */
import { join } from 'node:path'
import type { ModuleManifest } from 'tablewright/protocol'
import { system } from '#generated/system/index.ts'
import { wms } from '#generated/wms/index.ts'
import type { AppParts } from '../../../../runtime/server/app.ts'
import { buildValidators } from '../../../../cli/build/validators.ts'
import { loadValidators } from '../../../../runtime/server/records/validators.ts'
import type { Engine } from '../../../support/databases.ts'
import { password, runApp, type HandWritten, type RunningApp } from '../../../server/http/running-app.ts'

/** D1: releases 2.0.0 to 2.0.3. D2: later ones. */
export const compatVersions = ['D1', 'D2'] as const
export type CompatVersion = (typeof compatVersions)[number]

export interface Envelope<Data = Record<string, unknown>> {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly code: unknown
  readonly msg: string
  readonly time: unknown
  readonly data: Data
}

export type Params = Readonly<Record<string, unknown>>

export interface Wire {
  readonly compat: CompatVersion
  /** The admin token it keeps; null = none. */
  token: string | null
  language: string
  get<Data = Record<string, unknown>>(path: string, params?: Params): Promise<Envelope<Data>>
  post<Data = Record<string, unknown>>(path: string, body?: object, params?: Params): Promise<Envelope<Data>>
  del<Data = Record<string, unknown>>(path: string, params?: Params): Promise<Envelope<Data>>
}

export interface WireServer {
  readonly running: RunningApp
  /** A client of that version, signed in as the first admin. */
  client(compat: CompatVersion): Promise<Wire>
  /** The same, not signed in. */
  anonymous(compat: CompatVersion): Wire
}

/** The whole application with the validators of the build, as people run it. */
export async function openWireServer(
  engine: Engine,
  more: Partial<AppParts> & HandWritten = {},
  manifests: readonly ModuleManifest[] = [wms, system],
): Promise<WireServer> {
  const root = join(import.meta.dirname, '../../../..')
  await buildValidators(root)
  const running = await runApp(
    engine,
    { validators: loadValidators(join(root, '.build/validators/server')), ...more },
    manifests,
  )
  const anonymous = (compat: CompatVersion): Wire => wireOf(running, compat)
  const client = async (compat: CompatVersion): Promise<Wire> => {
    const wire = anonymous(compat)
    const answer = await wire.post<{ userInfo: { token: string } }>('/admin/Index/login', {
      username: 'admin',
      password,
      keep: false,
      captchaId: '',
      captchaInfo: '',
    })
    wire.token = answer.data.userInfo.token
    return wire
  }
  return { running, client, anonymous }
}

function wireOf({ app }: RunningApp, compat: CompatVersion): Wire {
  const wire: Wire = {
    compat,
    token: null,
    language: 'en',
    get: (path, params) => call('GET', path, params),
    post: (path, body, params) => call('POST', path, params, body ?? {}),
    del: (path, params) => call('DELETE', path, params),
  }
  const call = async <Data>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    params: Params = {},
    body?: object,
  ): Promise<Envelope<Data>> => {
    const query = queryText(params)
    const url = query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
    const answer = await app.inject({
      method,
      url,
      headers: { ...headersOf(wire), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { payload: JSON.stringify(sent(compat, body)) }),
    })
    const json = String(answer.headers['content-type']).startsWith('application/json') ? answer.json() : {}
    return {
      status: answer.statusCode,
      headers: answer.headers,
      text: answer.body,
      code: json.code,
      msg: json.msg,
      time: json.time,
      data: json.data,
    }
  }
  return wire
}

export function headersOf({ token, language }: Pick<Wire, 'token' | 'language'>): Record<string, string> {
  return {
    'think-lang': language,
    server: 'true',
    accept: 'application/json, text/plain, */*',
    ...(token !== null && { batoken: token }),
  }
}

/** Old forms leave out what is null. */
function sent(compat: CompatVersion, body: object): object {
  return compat === 'D1' ? Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)) : body
}

/**
 * Brackets as both versions write them: null is left out, booleans are words, spaces are `+`, and `: , $ [ ]` stay as
 * they are.
 */
export function queryText(params: Params): string {
  const pairs: string[] = []
  const put = (key: string, value: unknown): void => {
    if (value === null || value === undefined) return
    if (Array.isArray(value))
      value.forEach((one, at) => put(isPlain(one) && !key.includes('[') ? `${key}[]` : `${key}[${at}]`, one))
    else if (typeof value === 'object') for (const [name, one] of Object.entries(value)) put(`${key}[${name}]`, one)
    else pairs.push(`${encoded(key)}=${encoded(String(value))}`)
  }
  for (const [key, value] of Object.entries(params)) put(key, value)
  return pairs.join('&')
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

function encoded(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(3A|24|2C|5B|5D)/gi, (code) => decodeURIComponent(code))
    .replaceAll('%20', '+')
}

/**
 * Where each version's client goes on an answer, and whether it forgets its token; null = it stays. Null data raises a
 * script error in it.
 */
export function reaction(
  compat: CompatVersion,
  { code, data }: Envelope<unknown>,
): { readonly to: string; readonly forgets: boolean } | null {
  if (code === 302) {
    if (data === null || typeof data !== 'object') throw new TypeError('cannot read routePath of null')
    const { routePath } = data as { routePath?: unknown }
    return typeof routePath === 'string' ? { to: routePath, forgets: compat === 'D1' } : null
  }
  if (compat === 'D2' && code === 303)
    return (data as { type?: unknown }).type === 'need login'
      ? { to: '/admin/login', forgets: true }
      : { to: '/admin', forgets: false }
  return null
}

/** True for what a switch of the old clients takes without posting an edit by itself. */
export const isSwitchValue = (value: unknown): boolean => value === 0 || value === 1 || value === '0' || value === '1'
