/** Routes that modules declare. Nothing about who may call one has a default. */
import type { AnswerOf, ApiSchema, InputOf, ObjectSchema, RouteContract, Text } from '../../../protocol/index.ts'
import type { Tables, Transaction } from '../../db/tables.ts'
import type { Area } from '../../http/address.ts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { Login, PlainAnswer } from '../../http/route.ts'
import type { RouteReply } from '../../http/route-reply.ts'
import type { Member } from '../../operation/access/member.ts'
import type { Visitor } from '../../identity/session/sessions.ts'
import type { Attachment } from '../../files/attachments.ts'
import type { Scope } from '../../operation/scope.ts'
import type { RouteRight } from '../../identity/permissions/derived-rules.ts'

/** One request of a route that reads. */
export interface ReadCall<Input, DB = Tables> {
  /** The account (`actor`), the language, the settings of the site, and the database to read from. */
  readonly scope: Scope<DB>
  /** The member who sent the request; never null where a member has to be signed in. */
  readonly member: Member | null
  /** Where the request comes from, and the tokens it was sent with. */
  readonly visitor: RouteVisitor
  /** What was sent: it has the shape of the input schema. */
  readonly input: Input
}

/** The sender of a request. */
export interface RouteVisitor extends Visitor {
  /** The member's access token; null = none. */
  readonly token: string | null
  /** That token's time is over: a refresh can renew it. */
  readonly isExpired: boolean
  /** Where the request has reached this server; null where it came without a connection. */
  readonly listener: Listener | null
}

/** The own address of a server, for a request to itself. */
export interface Listener {
  /** `http://127.0.0.1:8000` */
  readonly origin: string
  /** The name by which it was called. */
  readonly host: string
}

/** One request of a route that writes. */
export interface WriteCall<Input, DB = Tables> extends ReadCall<Input, DB> {
  /** The transaction of the request. It may run again after a conflict: nothing else may have an effect. */
  readonly trx: Transaction<DB>
}

interface Declaration<Schema, Answer> {
  /**
   * `<controller>/<action>`: the controller begins with the module's name (`yard.Visit/arrivals`), or is that of one of
   * its tables or one that the module declares in `controllers`.
   */
  readonly path: string
  /** `admin` for the administration, `api` for everybody else. */
  readonly area: Area
  /**
   * Who has to be signed in: an administrator, a member, or nobody. `visitor` = nobody, but a member who is signed in
   * is known.
   */
  readonly login: Login
  /**
   * The required right, for example `yard/visit/arrivals`: the name of a page and of an action, which appears in the
   * tree of permissions. Null = every caller who is signed in, or everybody where no sign-in is needed.
   */
  readonly right: string | null
  /** What the route does: the name of its right, and the title of its entries in the admin log. */
  readonly label: Text
  /** Of the query of a GET or DELETE, of the JSON body of a POST; null = there is no input. */
  readonly input: Schema
  /** What people call the inputs, for clients that show nothing of a refusal but its message. */
  readonly labels?: Readonly<Record<string, Text>>
  /** JSON Schema of the `data` of a success, which types the handler and describes the API. Absent = anything. */
  readonly answer?: Answer
  /**
   * Requests a minute of one account; of one network (/24, /64) where no sign-in is needed, and there it is required.
   * Null = the limits that all requests have. Each process counts its own GETs, the database all others.
   */
  readonly maxPerMinute: number | null
}

/** A route that reads. What the handler resolves with is the `data` of the answer. */
export interface ReadRoute<Schema extends ObjectSchema | null, DB = Tables, Answer = ApiSchema> extends Declaration<
  Schema,
  Answer
> {
  readonly method: 'GET'
  readonly transaction?: undefined
  readonly handler: (call: ReadCall<InputOf<Schema>, DB>) => Promise<AnswerOf<Answer> | RouteReply | RouteFile>
}

/**
 * A route that writes, in one transaction with its entry of the admin log; a repeated `Idempotency-Key` gets the first
 * answer. The handler refuses by throwing an OperationError, which takes everything back.
 */
export interface WriteRoute<Schema extends ObjectSchema | null, DB = Tables, Answer = ApiSchema> extends Declaration<
  Schema,
  Answer
> {
  readonly method: 'POST' | 'DELETE'
  readonly transaction?: undefined
  /** Answers GET at the same address, which old clients use to prepare a form. Its input is the text of the query. */
  readonly get?: (call: ReadCall<Readonly<Record<string, string>>, DB>) => Promise<unknown>
  /** JSON Schema of the `data` of its success, as `answer`. */
  readonly getAnswer?: ApiSchema
  readonly handler: (call: WriteCall<InputOf<Schema>, DB>) => Promise<AnswerOf<Answer> | RouteReply>
}

/**
 * A POST that opens its own transactions: for slow work before one (hashing), and for counters that stay although the
 * request is refused. It has no entry in the admin log, and a repetition runs again.
 */
interface OwnRoute<Schema extends ObjectSchema | null, DB = Tables, Answer = ApiSchema> extends Declaration<
  Schema,
  Answer
> {
  readonly method: 'POST'
  readonly transaction: 'own'
  /**
   * Bytes of the body where no sign-in is needed, 262 144 at most. Absent = 16 384, which is enough for signing in: a
   * body is read before anything else is known of its sender.
   */
  readonly maxBodyBytes?: number
  /** As in `WriteRoute`. */
  readonly get?: WriteRoute<Schema, DB>['get']
  readonly getAnswer?: ApiSchema
  readonly handler: (call: ReadCall<InputOf<Schema>, DB>) => Promise<AnswerOf<Answer> | RouteReply>
}

/** Limits of the file of one request. */
export interface UploadLimits {
  /** Endings; of these, only such as the site allows. */
  readonly types: readonly string[]
  readonly maxBytes: number
  /** The purpose, as the list of attachments shows it. */
  readonly topic: string
}

/** A stored file, before the answer. */
export interface UploadCall<Input, DB = Tables> extends ReadCall<Input, DB> {
  readonly file: Pick<Attachment, 'id' | 'url' | 'name' | 'size' | 'mimetype'>
}

/**
 * A POST that takes one file (the field `file` of a form) from members, visitors or administrators. The file is private
 * and shared with no other upload; it is deleted when the handler throws, and otherwise stays until `discardFiles`
 * deletes it.
 */
export interface Upload<Schema extends ObjectSchema, DB = Tables> extends Pick<
  Declaration<Schema, ApiSchema>,
  'path' | 'label' | 'input' | 'maxPerMinute'
> {
  readonly kind: 'upload'
  readonly login: 'member' | 'visitor' | 'admin'
  /** The right that administrators need; members and visitors have none. */
  readonly right?: string
  /** Size of any file, 20 MB at most. */
  readonly maxBytes: number
  /**
   * Says what this request may upload, before a byte of the file is read; the input is that of the query.
   * @throws an OperationError to refuse it
   */
  readonly admit: (call: ReadCall<InputOf<Schema>, DB>, bytes: number) => Promise<UploadLimits>
  readonly handler: (call: UploadCall<InputOf<Schema>, DB>) => Promise<unknown>
}

/** The part of the declaration that follows from who uploads. */
interface UploadParts {
  readonly area: Area
  readonly method: 'POST'
  readonly right: string | null
}

const uploadParts = ({ login, right }: { readonly login?: unknown; readonly right?: string }): UploadParts => ({
  area: login === 'admin' ? 'admin' : 'api',
  method: 'POST',
  right: right ?? null,
})

/** As the core runs it. */
export type UploadRoute = Omit<Upload<ObjectSchema>, 'right'> & UploadParts

/** Bytes of the largest file of such a route, and of the largest body of a visitor. */
const maxUploadBytes = 20 * 1024 * 1024
const maxVisitorBytes = 262_144

/** A request that another server sent, for example the notification of a payment. */
export interface WebhookCall<DB = Tables> {
  /** Nobody is signed in: who sent the request, only a signature in it can tell. */
  readonly scope: Scope<DB>
  /** The bytes of the body as they arrived, which is what senders sign. */
  readonly raw: Buffer
  /** By name in small letters. */
  readonly headers: IncomingHttpHeaders
  /** The texts of the query. */
  readonly query: Readonly<Record<string, string>>
  /** The address it came from. */
  readonly ip: string
}

/**
 * A route that other servers call, `POST /api/<path>`. Anybody can call it, pages of other sites included: its handler
 * verifies each request before anything else. It opens its own transactions and leaves no entry in the admin log.
 */
export interface Webhook<DB = Tables> extends Pick<Declaration<null, ApiSchema>, 'path' | 'label'> {
  readonly kind: 'webhook'
  /** Size of the body, 65 536 at most. */
  readonly maxBytes: number
  /** Requests a minute of one network. */
  readonly maxPerMinute: number
  /** An error that it throws is answered with a status from 500 on, so that the sender sends the request again. */
  readonly handler: (call: WebhookCall<DB>) => Promise<WebhookReply>
}

/** Status, type and body as the sender expects them. */
export type WebhookReply = PlainAnswer

/** The part of the declaration that is the same for all webhooks. */
const webhookParts = { area: 'api', method: 'POST', login: 'none', right: null, input: null } as const

/** As the core runs it. */
export type WebhookRoute = Webhook & typeof webhookParts

/** Bytes of the largest body. */
const maxWebhookBytes = 65_536

/** A route of any module, as the core runs it. */
export type ModuleRoute =
  | ReadRoute<ObjectSchema | null>
  | WriteRoute<ObjectSchema | null>
  | OwnRoute<ObjectSchema | null>
  | WebhookRoute
  | UploadRoute

export const isWebhook = (route: ModuleRoute): route is WebhookRoute => 'kind' in route && route.kind === 'webhook'
export const isUpload = (route: ModuleRoute): route is UploadRoute => 'kind' in route && route.kind === 'upload'

/** A handler of a GET resolves with it when the answer is a download. */
export class RouteFile {
  readonly stream: Readable
  readonly type: string
  readonly name: string

  constructor(stream: Readable, { type, name }: { readonly type: string; readonly name: string }) {
    this.stream = stream
    this.type = type
    this.name = name
  }
}

/** What a route says in addition to what it has declared for both sides. */
type RouteRest<Schema extends ObjectSchema | null, DB, Answer, Method> = Omit<
  Declaration<Schema, Answer>,
  keyof RouteContract
> &
  (Method extends 'GET'
    ? Pick<ReadRoute<Schema, DB, Answer>, 'transaction' | 'handler'>
    :
        | Pick<WriteRoute<Schema, DB, Answer>, 'transaction' | 'handler' | 'get' | 'getAnswer'>
        | Pick<OwnRoute<Schema, DB, Answer>, 'transaction' | 'handler' | 'get' | 'getAnswer' | 'maxBodyBytes'>)

/** Declares a route of a module. */
export interface DefineRoute<DB> {
  /** A route whose address and schemas are declared for both sides. */
  <Schema extends ObjectSchema | null, Answer extends ApiSchema, Method extends RouteContract['method']>(
    contract: RouteContract<Schema, Answer, Method>,
    rest: RouteRest<Schema, DB, Answer, Method>,
  ): ModuleRoute
  <const Schema extends ObjectSchema | null, const Answer extends ApiSchema = ApiSchema>(
    route: ReadRoute<Schema, DB, Answer> | WriteRoute<Schema, DB, Answer> | OwnRoute<Schema, DB, Answer>,
  ): ModuleRoute
  /** A route that other servers call. */
  (webhook: Webhook<DB>): ModuleRoute
  /** A route that takes a file. */
  <const Schema extends ObjectSchema>(upload: Upload<Schema, DB>): ModuleRoute
}

/**
 * Makes the function that declares the routes of a module, typed by the tables it works on and by the schemas of input
 * and answer of each route.
 * @example const defineModuleRoute = createRouteDefinition<Database>()
 */
export function createRouteDefinition<DB>(): DefineRoute<DB> {
  return (route: object, rest: object = {}) => {
    const kind = 'kind' in route ? route.kind : null
    const parts = { ...(kind === 'webhook' && webhookParts), ...(kind === 'upload' && uploadParts(route)) }
    const whole = { ...route, ...rest, ...parts }
    // The core calls the handler with the tables and the input that it was declared for.
    return whole as unknown as ModuleRoute
  }
}

/** The rights that routes require, for the tree of permissions. */
export const rightsOf = (routes: readonly ModuleRoute[]): readonly RouteRight[] =>
  routes.flatMap(({ right, label }) => (right === null ? [] : [{ node: right, label }]))

/** What else than its own name a module may use in routes. */
export interface OwnNames {
  /** In lower case: those of its tables, and those it declares. */
  readonly controllers: readonly string[]
  /** Of its tables. */
  readonly pages: readonly string[]
}

const noOwnNames: OwnNames = { controllers: [], pages: [] }

/**
 * Checks what the types promise, also of declarations that bypassed them, and that a module keeps to its own names.
 * @throws when something is not declared: such a route is never registered
 */
export function checkModuleRoute(module: string, route: ModuleRoute, own: OwnNames = noOwnNames): void {
  const assert = (isMet: boolean, what: string): void => {
    if (!isMet) throw new Error(`route ${String(route.path)} of the module ${module}: ${what}`)
  }
  const [, controller = ''] = /^([A-Za-z][A-Za-z0-9.]*)\/[A-Za-z][A-Za-z0-9]*$/.exec(route.path ?? '') ?? []
  assert(
    controller.startsWith(`${module}.`) || own.controllers.includes(controller.toLowerCase()),
    `the path must be ${module}.Controller/action`,
  )
  assert(['GET', 'POST', 'DELETE'].includes(route.method), 'the method must be declared')
  assert(
    route.right === null || [module, ...own.pages].some((page) => (route.right ?? '').startsWith(`${page}/`)),
    `the right must begin with ${module}/, or be null when there is none`,
  )
  assert(Boolean(route.label?.['zh-cn'] && route.label.en), 'the label must be declared in both languages')
  assert(route.input === null || route.input?.type === 'object', 'the input must be declared, null when there is none')
  assert(
    route.maxPerMinute === null || (Number.isInteger(route.maxPerMinute) && route.maxPerMinute > 0),
    'the requests a minute must be declared, null when they are not limited',
  )
  // Guard T52: a route that takes files says how large they may be.
  if (isUpload(route)) {
    const { maxBytes } = route
    assert(Number.isInteger(maxBytes) && maxBytes > 0 && maxBytes <= maxUploadBytes, 'maxBytes must be declared')
    assert(typeof route.admit === 'function', 'admit is missing')
    // Guard T24: administrators upload with a right only.
    assert((route.login === 'admin') === (route.right !== null), 'an upload of administrators declares a right')
  }
  const { maxBodyBytes } = route as { readonly maxBodyBytes?: number }
  // Guard T77: bodies of visitors stay small.
  assert(maxBodyBytes === undefined || maxBodyBytes <= maxVisitorBytes, `maxBodyBytes is ${maxVisitorBytes} at most`)
  // Guard T24: a webhook has limits of its own.
  assert(!('kind' in route) || isWebhook(route) || isUpload(route), 'a kind of a route is webhook or upload')
  if (isWebhook(route)) {
    assert(
      Number.isInteger(route.maxBytes) && route.maxBytes > 0 && route.maxBytes <= maxWebhookBytes,
      `maxBytes must be declared, ${maxWebhookBytes} at most`,
    )
  }
  assert(typeof route.handler === 'function', 'the handler is missing')
  // Guard T24: a route of a module that is open to all has a limit.
  assert(
    !['none', 'visitor'].includes(route.login) || route.maxPerMinute !== null,
    'a route without sign-in needs a limit of requests',
  )
}
