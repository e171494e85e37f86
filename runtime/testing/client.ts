/** Asks a test server as the web client asks it. */
import {
  createRecordsClient,
  requestOf,
  type AnswerOf,
  type AnyEntities,
  type ApiSchema,
  type ContractInput,
  type ObjectSchema,
  type RecordsClient,
  type RouteContract,
  type SendRequest,
  type TableModel,
} from '../protocol/index.ts'

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
 * Requests of one account. `get`, `post` and `del` return any answer; those of `RecordsClient` name an entity by its id
 * (`shop/product`), return what was asked for and throw a RefusedError when the server refuses.
 */
export interface TestClient<Entities = AnyEntities> extends RecordsClient<Entities> {
  /** The access token; empty when nobody is signed in. */
  readonly token: string
  get<Data = Row>(path: string): Promise<Answer<Data>>
  post<Data = Row>(path: string, body: object): Promise<Answer<Data>>
  del<Data = Row>(path: string): Promise<Answer<Data>>
  /**
   * A route that its module declares for both sides: returns the `data` of a success, typed by its schemas, and throws
   * a RefusedError when the server refuses.
   */
  call<Input extends ObjectSchema | null, Schema extends ApiSchema>(
    contract: RouteContract<Input, Schema>,
    input: ContractInput<Input>,
  ): Promise<AnswerOf<Schema>>
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
export function createClient<Entities = AnyEntities>({
  address,
  signIn,
  language,
  modelOf,
}: ClientOptions): TestClient<Entities> {
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
  const need: SendRequest = async (method, path, query, body) => {
    const answer = await send<unknown>(method, query === '' ? path : `${path}?${query}`, body)
    if (answer.code !== 1) throw new RefusedError(`${method} ${path}`, answer)
    return answer.data
  }
  return {
    ...createRecordsClient<Entities>(need, (entity) => modelOf(entity).controller),
    token: signIn.token,
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    del: (path) => send('DELETE', path),
    call: async <Schema extends ApiSchema>(contract: RouteContract<never, Schema>, input: never) => {
      const { method, path, query, body } = requestOf(contract, input)
      return (await need(method, path, query, body)) as AnswerOf<Schema>
    },
  }
}
