/** Asks a test server as the web client asks it. */
import type { TableModel } from '../protocol/index.ts'

/** A business answer: `code` 1 is success, all others are refusals with the reason in `msg` and `data`. */
export interface Answer<Data = Readonly<Record<string, unknown>>> {
  readonly code: number
  readonly msg: string
  readonly data: Data
}

type Row = Readonly<Record<string, unknown>>

/** Thrown where a test relies on success and the server refused. */
export class RefusedError extends Error {
  readonly answer: Answer<unknown>

  constructor(request: string, answer: Answer<unknown>) {
    super(`${request} was refused (${answer.code}): ${answer.msg} ${JSON.stringify(answer.data)}`)
    this.answer = answer
  }
}

/**
 * Requests of one account. `get`, `post` and `del` return any answer; the others name an entity by its id
 * (`shop/product`), return what was asked for and throw a RefusedError when the server refuses.
 */
export interface TestClient {
  /** The access token; empty when nobody is signed in. */
  readonly token: string
  get<Data = Row>(path: string): Promise<Answer<Data>>
  post<Data = Row>(path: string, body: object): Promise<Answer<Data>>
  del<Data = Row>(path: string): Promise<Answer<Data>>
  /** One page of records; `query` as a list sends it, for example `search[0][field]=status&…`. */
  list<Found = Row>(entity: string, query?: string): Promise<readonly Found[]>
  read<Found = Row>(entity: string, id: number): Promise<Found>
  /** Adds a record and returns its id. */
  add(entity: string, values: object): Promise<number>
  /** Changes the named fields of a record. */
  edit(entity: string, id: number, values: object): Promise<void>
  remove(entity: string, ...ids: number[]): Promise<void>
  /** Runs an action of a state machine. */
  act<Data = Row>(entity: string, action: string, body: { readonly id: number }): Promise<Data>
}

export interface ClientOptions {
  /** `http://127.0.0.1:8000` */
  readonly address: string
  /** Header and value that sign requests in. */
  readonly signIn: { readonly header: 'batoken' | 'ba-user-token'; readonly token: string }
  readonly language: 'zh-cn' | 'en'
  /** The model of an entity. Throws when there is none of that id. */
  readonly modelOf: (entity: string) => TableModel
}

/** A client of a server that is listening. */
export function createClient({ address, signIn, language, modelOf }: ClientOptions): TestClient {
  const send = async <Data>(method: string, path: string, body?: object): Promise<Answer<Data>> => {
    const response = await fetch(`${address}${path}`, {
      method,
      headers: {
        'think-lang': language,
        'x-tablewright': '1',
        ...(signIn.token && { [signIn.header]: signIn.token }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.headers.get('content-type')?.startsWith('application/json'))
      throw new Error(`${method} ${path} did not answer JSON but ${response.status}: ${text.slice(0, 200)}`)
    return JSON.parse(text) as Answer<Data>
  }
  const need = async <Data>(method: string, path: string, body?: object): Promise<Data> => {
    const answer = await send<Data>(method, path, body)
    if (answer.code !== 1) throw new RefusedError(`${method} ${path}`, answer)
    return answer.data
  }
  const route = (entity: string, action: string): string => `/admin/${modelOf(entity).controller}/${action}`
  const idsOf = (ids: readonly number[]): string => ids.map((id) => `ids[]=${id}`).join('&')
  return {
    token: signIn.token,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    del: (path) => send('DELETE', path),
    list: async <Found>(entity: string, query = '') =>
      (await need<{ readonly list: readonly Found[] }>('GET', `${route(entity, 'index')}?${query}`)).list,
    read: async <Found>(entity: string, id: number) =>
      (await need<{ readonly row: Found }>('GET', `${route(entity, 'edit')}?id=${id}`)).row,
    add: async (entity, values) => (await need<{ readonly id: number }>('POST', route(entity, 'add'), values)).id,
    edit: async (entity, id, values) => void (await need('POST', route(entity, 'edit'), { ...values, id })),
    remove: async (entity, ...ids) => void (await need('DELETE', `${route(entity, 'del')}?${idsOf(ids)}`)),
    act: (entity, action, body) => need('POST', route(entity, action), body),
  }
}
