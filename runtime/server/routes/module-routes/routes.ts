/** Registers the routes of modules: their declarations become admission, limit, input check, transaction, log entry. */
import { OperationError } from '../../core/errors/operation-error.ts'
import { discardFiles } from '../../files/discard.ts'
import { announcedUpload, storeAdmittedUpload, uploadFormUpTo } from '../../files/routes.ts'
import { isNativeClient } from '../../http/compat/client.ts'
import { withFieldMessages } from '../../http/compat/messages.ts'
import { namesOfSchema, plainNames, type RouteNames } from '../../http/known-names.ts'
import { headerText } from '../../http/language.ts'
import { memberToken } from '../../identity/session/request-token.ts'
import { defineRoute, plainTypes, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import { RouteReply } from '../../http/route-reply.ts'
import { withIdempotency } from '../../http/with-idempotency.ts'
import { limitKey, type LimitSubject } from '../../operation/limits/limit-key.ts'
import { ReadCounter } from '../../operation/limits/read-counter.ts'
import { callsPerMinute, countTry } from '../../operation/limits/throttle.ts'
import { writeOnce } from '../../operation/scope.ts'
import {
  checkModuleRoute,
  isUpload,
  isWebhook,
  RouteFile,
  type ModuleRoute,
  type OwnNames,
  type Listener,
  type RouteVisitor,
  type UploadRoute,
  type WebhookRoute,
} from './declaration.ts'
import { inputReader, type InputReader } from './input.ts'

/** The routes of one module. */
export interface DeclaredRoutes {
  /** Name of the module. */
  readonly module: string
  readonly routes: readonly ModuleRoute[]
  readonly own?: OwnNames
}

/** Throws when a route is not fully declared, before the server listens. */
export async function createModuleRoutes(modules: readonly DeclaredRoutes[]): Promise<readonly Route[]> {
  const all = modules.flatMap(({ module, routes, own }) => routes.map((route) => ({ module, route, own })))
  const reads = new ReadCounter()
  return all.map((declared) => ({ ...createModuleRoute(declared, reads), module: declared.module }))
}

interface DeclaredRoute extends Pick<DeclaredRoutes, 'module' | 'own'> {
  readonly route: ModuleRoute
}

function createModuleRoute({ module, route, own }: DeclaredRoute, reads: ReadCounter): Route {
  // Guard T24: a route of a module is registered only when everything is declared.
  checkModuleRoute(module, route, own)
  const [controller = '', action = ''] = route.path.split('/')
  if (isWebhook(route)) return webhookRoute(route, controller, action)
  if (isUpload(route)) return uploadRoute(route, controller, action)
  const readInput = route.input && inputReader(route.input)
  const input = route.input ? namesOfSchema(route.input) : plainNames()
  return defineRoute({
    area: route.area,
    controller,
    action,
    method: route.method !== 'GET' && route.get ? ['GET', route.method] : route.method,
    login: route.login,
    // Guard T24: a route of a module requires the right it declares.
    // Without: node: null
    node: route.right,
    ...('maxBodyBytes' in route && route.maxBodyBytes !== undefined && { guestBytes: route.maxBodyBytes }),
    names: ({ request }) => namesOf(route, request.method, input),
    handler: async (scope) => {
      // Guard T35: requests of a module's route are limited.
      await limitRequests(scope, route, reads)
      return withFieldMessages(
        scope,
        (name) => route.labels?.[name]?.[scope.language],
        () => run(scope, route, readInput),
      )
    },
  })
}

/** The input of a GET that prepares a form for old clients is not declared. */
function namesOf(route: ModuleRoute, method: string, input: RouteNames['body']): RouteNames {
  if (method !== route.method) return { query: null, body: null }
  return method === 'POST' ? { query: plainNames(), body: input } : { query: input, body: null }
}

function uploadRoute(route: UploadRoute, controller: string, action: string): Route {
  const { area, method, login, right, maxBytes, admit, handler } = route
  const readInput = inputReader(route.input)
  return defineRoute({
    area,
    controller,
    action,
    method,
    login,
    node: right,
    form: uploadFormUpTo(maxBytes),
    names: () => ({ query: namesOfSchema(route.input), body: plainNames() }),
    handler: async (scope) => {
      // Guard T35: uploads are limited.
      await limitRequests(scope, route)
      const input = (await readInput(scope, scope.query)) as Readonly<Record<never, never>>
      const call = { scope, member: scope.member, visitor: visitorOf(scope), input }
      const admitted = await admit(call, announcedUpload(scope, maxBytes))
      const file = await storeAdmittedUpload(scope, { ...admitted, maxBytes: Math.min(maxBytes, admitted.maxBytes) })
      try {
        return answerOf(await handler({ ...call, file }))
      } catch (error) {
        await scope.database.write((trx) => discardFiles(scope, trx, [file.url])).catch(() => undefined)
        throw error
      }
    },
  })
}

function webhookRoute(route: WebhookRoute, controller: string, action: string): Route {
  const { area, method, login, right, maxBytes, handler } = route
  return defineRoute({
    area,
    controller,
    action,
    method,
    login,
    node: right,
    rawBytes: maxBytes,
    handler: async (scope) => {
      const { request, reply, query } = scope
      // Guard T35: a webhook is limited by network.
      const wait = await secondsToWait(scope, route)
      if (wait > 0) {
        reply.header('retry-after', wait)
        return { plain: { status: 429 } }
      }
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const plain = await handler({ scope, raw, headers: request.headers, query: textsOf(query), ip: request.ip })
      // Guard T56: a webhook answers nothing that a browser would run.
      if (plain.type !== undefined && !plainTypes.includes(plain.type))
        throw new TypeError(`the webhook ${route.path} answers ${String(plain.type)}`)
      return { plain }
    },
  })
}

async function run(
  scope: RequestScope,
  route: Exclude<ModuleRoute, WebhookRoute | UploadRoute>,
  readInput: InputReader | null,
): Promise<RouteAnswer> {
  const call = { scope, member: scope.member, visitor: visitorOf(scope) }
  if (route.method !== 'GET' && route.get && scope.request.method === 'GET')
    return answerOf(await route.get({ ...call, input: textsOf(scope.query) }))
  const sent = route.method === 'POST' ? scope.body : scope.query
  const input = readInput ? ((await readInput(scope, sent)) as Readonly<Record<never, never>>) : {}
  if (route.method === 'GET' || route.transaction === 'own') return answerOf(await route.handler({ ...call, input }))
  return withIdempotency(scope, '', async (keyed) => {
    const answer = await writeOnce(keyed, async (trx, inside) => {
      const result = await route.handler({ ...call, scope: inside, input, trx })
      await scope.audit?.(trx, { title: route.label })
      return result ?? null
    })
    return answerOf(answer)
  })
}

const answerOf = (result: unknown): RouteAnswer => {
  if (result instanceof RouteFile) return { file: result.stream, type: result.type, name: result.name }
  return result instanceof RouteReply ? result.answer : { data: result }
}

const visitorOf = ({ request, isMemberExpired }: RequestScope): RouteVisitor => ({
  ip: request.ip,
  device: headerText(request, 'user-agent') ?? '',
  rotates: isNativeClient(request),
  token: memberToken(request),
  isExpired: isMemberExpired,
  listener: listenerOf(request),
})

function listenerOf({ raw: { socket, headers } }: RequestScope['request']): Listener | null {
  const { localAddress, localPort } = socket
  if (localAddress === undefined || localPort === undefined) return null
  const name = localAddress.includes(':') ? `[${localAddress}]` : localAddress
  return { origin: `${'encrypted' in socket ? 'https' : 'http'}://${name}:${localPort}`, host: headers.host ?? name }
}

const textsOf = (query: RequestScope['query']): Readonly<Record<string, string>> =>
  Object.fromEntries([...query].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])))

async function limitRequests(scope: RequestScope, route: ModuleRoute, reads?: ReadCounter): Promise<void> {
  const wait = await secondsToWait(scope, route, reads)
  if (wait === 0) return
  scope.reply.header('retry-after', wait)
  throw new OperationError('bad_state', { text: 'route.wait', params: { seconds: wait } })
}

/** Counts the request, a write in the database for all processes together; 0 = it may go on. */
async function secondsToWait(
  { database, actor, member, request }: RequestScope,
  { area, path, method, maxPerMinute }: ModuleRoute,
  reads?: ReadCounter,
): Promise<number> {
  if (maxPerMinute === null) return 0
  const key = limitKey('route', { route: `${area}/${path}` }, callerOf({ actor, member, request }))
  if (reads && method === 'GET') return reads.count(key, maxPerMinute)
  return (await countTry(database, [key], callsPerMinute(maxPerMinute))).wait
}

const callerOf = ({ actor, member, request }: Pick<RequestScope, 'actor' | 'member' | 'request'>): LimitSubject => {
  if (actor) return { kind: 'admin', id: actor.id }
  return member ? { kind: 'user', id: member.id } : { network: request.ip }
}
