/**
 * One parametric address per area. The declared routes are in a map; the meaning of a request, its sender and the
 * required right are resolved here once for all of them.
 */
import { setMaxListeners } from 'node:events'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  codes,
  countIds,
  isQueryError,
  parseQueryString,
  queryLimits,
  type Language,
  type QueryTree,
} from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import type { Access } from '../operation/access/access.ts'
import type { Admin } from '../operation/access/actor.ts'
import { describeMissingRight } from '../identity/permissions/missing-right.ts'
import { pageRemarks } from '../identity/permissions/page-remarks.ts'
import type { RightsCache } from '../operation/access/rights.ts'
import type { DerivedRules } from '../identity/permissions/derived-rules.ts'
import { requestAudit } from '../operation/audit/request.ts'
import type { SettingsStore } from '../settings/store.ts'
import type { Scope } from '../operation/scope.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import { tooMany } from '../records/read-id.ts'
import type { Settings } from '../settings/settings.ts'
import { createBudget } from '../operation/limits/budget.ts'
import { addressPrefix } from '../operation/limits/ip-network.ts'
import { traceRefusal } from '../operation/limits/refusal-log.ts'
import { withoutSuppliersOff, type Suppliers } from '../operation/suppliers.ts'
import { isModuleOff, isSwitchedOff } from '../settings/disabled-pages.ts'
import type { Member, MemberAccounts } from '../operation/access/member.ts'
import { readMemberToken } from '../identity/session/member-sessions.ts'
import { memberToken, requestToken } from '../identity/session/request-token.ts'
import { touchSession } from '../identity/session/sessions.ts'
import type { Sessions } from '../identity/session/tokens.ts'
import { areas, requestedKey, type Area } from '../http/address.ts'
import { admitUpload } from '../http/body/arrival.ts'
import { admitBody, admitRawBody, BodyError, isMultipart } from '../http/body/body.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { memberHome, signInNeeded } from '../http/compat/sign-in.ts'
import { sendAnswer } from '../http/envelope.ts'
import { sendBusy, sendNotFound } from '../http/errors.ts'
import { formMemory } from '../http/body/form.ts'
import { refuseUnknownNames, type RouteNames } from '../http/known-names.ts'
import { requestLanguage } from '../http/language.ts'
import {
  methods,
  methodsOf,
  routeTable,
  type Body,
  type PendingStep,
  type RequestScope,
  type Route,
  type RouteAnswer,
} from '../http/route.ts'
import { describedNames } from './openapi/openapi.ts'

export interface DispatchParts {
  readonly routes: readonly Route[]
  readonly sessions: Sessions
  readonly rights: RightsCache
  /** What rights are called. */
  readonly derivedRules: DerivedRules
  readonly access: Access
  readonly settingsStore: SettingsStore
  /** Absent = no module has members. */
  readonly members?: MemberAccounts
  /** What every request's scope starts from. */
  readonly scope: Omit<Scope, 'language' | 'actor' | 'settings'>
  readonly suppliers?: Suppliers
}

/** What the scopes of all requests have in common. */
type LastingScope = DispatchParts['scope'] & Pick<DispatchParts, 'settingsStore' | 'members'>

/** Bytes of forms that are in memory at the same time, and what of them one account may send. */
const forms = createBudget({ whole: 128 * 1024 * 1024, share: 64 * 1024 * 1024 })

interface Names {
  readonly controller: string
  readonly action?: string
}

/** A request that may send its body: its route exists and its sender is known where that is needed. */
interface Admission {
  readonly route: Route
  readonly query: QueryTree
  /** Names of the query that no name can be. */
  readonly dropped: readonly string[]
  readonly settings: Settings
  readonly language: Language
  readonly actor: Admin | null
  readonly member: Member | null
  readonly isMemberExpired: boolean
}

/** A member of the request: a map that holds requests weakly costs the garbage collector more than the rest of them. */
const admissionKey = Symbol('admission')
type AdmittedRequest = FastifyRequest & { [admissionKey]: Admission | null }

const signalKey = Symbol('signal')
type WatchedRequest = FastifyRequest & { [signalKey]: AbortSignal | null }

/** Throws when a route is not fully declared or declared twice. */
export function addRoutes(app: FastifyInstance, parts: DispatchParts): void {
  const table = routeTable(parts.routes)
  app.decorateRequest(admissionKey, null)
  app.decorateRequest(signalKey, null)
  const { scope, settingsStore, members } = parts
  const lasting: LastingScope = { ...scope, settingsStore, ...(members && { members }) }
  for (const area of areas) {
    const spellings = new Map<string, Route>()
    // Before the body is read: reading and parsing it is work that strangers could ask for without end.
    const onRequest = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
      const route = findRoute(table, spellings, area, request)
      if (!route) return sendNotFound(request, reply)
      const admission = await admit(parts, route, request, reply)
      if (!('route' in admission)) return sendAnswer(reply, admission)
      ;(request as AdmittedRequest)[admissionKey] = admission
      return undefined
    }
    const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const admission = (request as AdmittedRequest)[admissionKey]
      if (!admission) throw new Error('a request without admission reached its handler')
      return answer(parts, lasting, admission, request, reply)
    }
    for (const prefix of ['', '/index.php']) {
      app.route({ method: [...methods], url: `${prefix}/${area}/:controller/:action`, onRequest, handler })
      app.route({ method: [...methods], url: `${prefix}/${area}/:controller`, onRequest, handler })
    }
  }
}

/** Tells requests for routes that other servers call. */
export function fromServers(routes: readonly Route[]): (request: FastifyRequest) => boolean {
  const table = routeTable(routes.filter(({ rawBytes }) => rawBytes !== undefined))
  return (request) => {
    if (table.size === 0 || request.method !== 'POST' || request.is404) return false
    const { controller, action = 'index' } = (request.params ?? {}) as Partial<Names>
    const area = areas.find((name) => request.routeOptions.url?.includes(`/${name}/:controller`))
    if (area === undefined || controller === undefined) return false
    const key = requestedKey(area, controller, action)
    return key !== null && table.has(key)
  }
}

/** @param spellings routes that were found, by the names as they were requested */
function findRoute(
  table: ReadonlyMap<string, Route>,
  spellings: Map<string, Route>,
  area: Area,
  request: FastifyRequest,
): Route | null {
  const { controller, action = 'index' } = request.params as Names
  const spelling = `${controller}/${action}`
  let route = spellings.get(spelling)
  if (route === undefined) {
    const key = requestedKey(area, controller, action)
    route = key === null ? undefined : table.get(key)
    if (route && spellings.size < maxSpellings) spellings.set(spelling, route)
  }
  // Guard T24: a route answers to its methods.
  // Without: return route && methodsOf(route).length > 0 ? route : null
  return route && methodsOf(route).some((method) => method === request.method) ? route : null
}

/** Clients use one or two spellings of a route; anybody may ask for it in any mixture of small and capital letters. */
const maxSpellings = 5000

/** What can be said without the body: the admission, or the answer that sends the caller away. */
async function admit(
  parts: DispatchParts,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Admission | RouteAnswer> {
  // Guard T70: answers are not stored.
  reply.header('cache-control', 'no-store')
  if (route.rawBytes !== undefined) admitRawBody(request, route.rawBytes)
  if (isMultipart(request) && !route.form) throw new BodyError('multipart')
  const { query, dropped } = readQuery(request)
  const settings = await parts.settingsStore.current()
  const asked = requestLanguage(request, query)
  const language = settings.languages.includes(asked) ? asked : (settings.languages[0] ?? asked)
  // Guard T24: nothing of a module that is switched off answers.
  if (isModuleOff(settings, route.module)) throw new OperationError('not_found', { text: 'problem.switched_off' })
  if (route.login === 'member' || route.login === 'visitor') {
    const { members, scope } = parts
    const known = { database: scope.database, settings, ...(members && { members }) }
    const token = await readMemberToken(known, memberToken(request))
    if (token.state !== 'active' && route.login === 'member')
      return token.state === 'none' ? signInNeeded(language, memberHome) : sessionExpired(language)
    const member = token.state === 'active' ? token.member : null
    if (route.guestBytes !== undefined) admitBody(request, route.guestBytes)
    return {
      route,
      query,
      dropped,
      settings,
      language,
      actor: null,
      member,
      isMemberExpired: token.state === 'expired',
    }
  }
  const actor = await authenticate(parts, route, request, language)
  if (actor && !('id' in actor)) return actor
  if (
    actor?.account &&
    settings.session.idleMinutes > 0 &&
    // Guard T33: the notification poll is no use of a session.
    !route.background
  )
    await touchSession(parts.scope.database, actor.account)
  if (route.node !== null && isSwitchedOff(settings, route.node))
    throw new OperationError('not_found', { text: 'problem.switched_off' })
  // That of a GET is never read.
  if (actor && request.method !== 'GET') admitBody(request)
  return { route, query, dropped, settings, language, actor, member: null, isMemberExpired: false }
}

async function answer(
  parts: DispatchParts,
  lasting: LastingScope,
  { route, query, dropped, settings, language, actor, member, isMemberExpired }: Admission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = route.rawBytes === undefined ? ((request.body ?? {}) as Body) : {}
  const remarkOf = async (page: string): Promise<string> =>
    actor ? ((await parts.rights.memoize(actor, 'remarks', pageRemarks)).get(page.toLowerCase()) ?? '') : ''
  const run = async (): Promise<RouteAnswer> => {
    const scope: RequestScope = {
      settings,
      language,
      actor,
      member,
      isMemberExpired,
      query,
      body,
      request,
      reply,
      remarkOf,
      origin: { ip: request.ip, agent: String(request.headers['user-agent'] ?? '') },
      audit: requestAudit(request, query, actor),
      // Many answers read nothing that could be cancelled.
      get signal() {
        return ((request as WatchedRequest)[signalKey] ??= clientSignal(reply))
      },
      ...lasting,
      ...withoutSuppliersOff(parts.suppliers, settings),
    }
    const names = isNativeClient(request) ? namesOf(route, scope) : null
    if (names) refuseUnknownNames(scope, names, dropped)
    return request.method === 'GET' ? route.handler(scope) : traceRefusals(scope, () => route.handler(scope))
  }
  if (!route.form) return sendAnswer(reply, await run())
  const sender = (actor ?? member)?.id ?? addressPrefix(request.ip)
  const release = forms.take(`${route.login} ${sender}`, formMemory(request, route.form(settings)))
  if (!release) return sendBusy(request, reply)
  admitUpload(request)
  try {
    return sendAnswer(reply, await run())
  } finally {
    release()
  }
}

const noQuery: QueryTree = new Map()

const namesOf = (route: Route, scope: RequestScope): RouteNames | null =>
  route.names?.(scope) ?? describedNames(route, scope.request.method)

/** Leaves an entry of a write that is refused for want of a right: by the answer, or by what guards privileges. */
async function traceRefusals(scope: RequestScope, run: () => Promise<RouteAnswer>): Promise<RouteAnswer> {
  const trace = (): Promise<void> => {
    const { actor, member } = scope
    const owner = actor
      ? ({ kind: 'admin', id: actor.id } as const)
      : member && ({ kind: 'user', id: member.id } as const)
    return traceRefusal(scope, { what: 'right', owner, ip: scope.request.ip })
  }
  try {
    const answer = await run()
    if ('code' in answer && answer.code === codes.forbidden) await trace()
    return answer
  } catch (error) {
    if (error instanceof OperationError && /^(access|problem\.forbidden)/.test(error.details.text ?? '')) await trace()
    throw error
  }
}

/**
 * Aborted when the connection is closed before the answer is out. Each read that runs listens to it: a request that
 * starts more than ten at a time is no leak, of which Node would warn.
 */
function clientSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController()
  setMaxListeners(0, controller.signal)
  if (raw.destroyed && !raw.writableFinished) controller.abort()
  raw.once('close', () => {
    // Guard T81: a closed connection ends its reads.
    if (!raw.writableFinished) controller.abort()
  })
  return controller.signal
}

function readQuery(request: FastifyRequest): Pick<Admission, 'query' | 'dropped'> {
  const raw = String(request.query ?? '')
  const dropped: string[] = []
  const query = parseQueryString(raw, dropped)
  if (!isQueryError(query)) return { query, dropped }
  if (query.refused !== 'length') throw new OperationError('bad_query')
  if (countIds(raw) > queryLimits.ids) throw tooMany(queryLimits.ids)
  throw new OperationError('bad_query', { text: 'problem.long_query', params: { limit: queryLimits.bytes } })
}

/** The admin who may call the route, null when it is open to all, or the answer that sends the caller away. */
async function authenticate(
  parts: DispatchParts,
  route: Route,
  request: FastifyRequest,
  language: Language,
): Promise<Admin | RouteAnswer | null> {
  if (route.login === 'none') return null
  const token = await parts.sessions.readToken(requestToken(request))
  // Guard T20: a login is asked for.
  // Without: if (token.state === 'none') return { id: 1, username: '', super: true, nodes: new Set<string>(), groups:
  // [] }
  if (token.state === 'none') return signInNeeded(language)
  if (token.state === 'expired') return sessionExpired(language)
  // Guard T33: a generated password is changed first.
  if (token.pending !== null && !route.pending?.includes(token.pending)) return stepNeeded(language, token.pending)
  const actor = await parts.rights.actorOf(token)
  // Guard T20: a right is asked for.
  if (route.node !== null && !parts.access.can(actor, route.node)) {
    if (request.method !== 'GET')
      await traceRefusal(
        { database: parts.scope.database, audit: requestAudit(request, noQuery, actor) },
        { what: 'right', owner: { kind: 'admin', id: actor.id }, ip: request.ip },
      )
    return describeMissingRight(
      { database: parts.scope.database, derivedRules: parts.derivedRules, language },
      actor,
      await parts.rights.stateOf(actor),
      route.node,
    )
  }
  return actor
}

const sessionExpired = (language: Language): RouteAnswer => ({
  code: codes.expired,
  msg: t(language, 'problem.expired'),
  data: [],
})

/** Sends clients to the step; older ones, which have no screen for it, show the message. */
const stepNeeded = (language: Language, step: PendingStep): RouteAnswer => ({
  code: codes.refused,
  msg: t(language, `session.pending_${step}`),
  data: { reason: 'pending', step },
})
