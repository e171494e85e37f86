/**
 * Declarations of routes. Every route declares who may call it: registration throws without area, controller, action,
 * method, login and node, and a route that needs no right has to declare `node: null`.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { QueryTree } from '../../protocol/index.ts'
import type { Settings } from '../settings/settings.ts'
import type { SettingsStore } from '../settings/store.ts'
import type { Scope } from '../operation/scope.ts'
import type { Admin } from '../operation/access/actor.ts'
import type { Member } from '../operation/access/member.ts'
import type { RouteNames } from './known-names.ts'
import { areas, requestedKey, routeKey, type Area } from './address.ts'

export const methods = ['GET', 'POST', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** A JSON object from a request's body; `{}` when there was none. */
export type Body = Readonly<Record<string, unknown>>

/** What an operation gets, plus the request it serves. */
export interface RequestScope extends Scope {
  /** Requests are sent by administrators; a member who sends one is `member`. */
  readonly actor: Admin | null
  readonly query: QueryTree
  readonly body: Body
  readonly request: FastifyRequest
  /** The member who sent it; null = nobody, or the route does not ask. */
  readonly member: Member | null
  /** A member's token came with the request, but its time is over: a refresh can renew it. */
  readonly isMemberExpired: boolean
  /** Reads and changes the settings of the site; `settings` are those of this request. */
  readonly settingsStore: SettingsStore
  /** For answers that need headers of their own. Handlers return their answer, they never send it. */
  readonly reply: FastifyReply
}

/**
 * `data` is serialized, `file` is sent as a download, `events` are server-sent events: the answer stays open until the
 * stream ends, `svg` is an image that depends on its address alone. `plain` is sent as it is, with a status of its own.
 */
export type RouteAnswer =
  | { readonly data: unknown; readonly code?: number; readonly msg?: string }
  | { readonly file: Readable; readonly type: string; readonly name: string }
  | { readonly events: Readable }
  | { readonly svg: string }
  | { readonly plain: PlainAnswer }

/** The answer to a webhook: its sender decides by status and body whether to send the request again. */
export interface PlainAnswer {
  readonly status: number
  /** Without one the answer has no body. */
  readonly type?: (typeof plainTypes)[number]
  readonly body?: string
}

/** No type that a browser would show as a page: the body may repeat what was sent. */
export const plainTypes = ['text/plain', 'text/xml', 'application/xml', 'application/json'] as const

/** How long a form with one file may be. */
export interface FormLimits {
  /** Bytes of the file. */
  readonly fileSize: number
  /** Bytes of any other field. */
  readonly fieldSize: number
  /** Bytes in memory at most when the file goes to the disk as it arrives. Absent = the whole form is in memory. */
  readonly streamMemory?: number
}

export type Login = 'none' | 'admin' | 'member' | 'visitor'

/** What an account has to do first; until then only the routes that do it answer. */
export type PendingStep = 'code' | 'password' | 'enrolment'

export interface Route {
  readonly area: Area
  readonly controller: string
  readonly action: string
  readonly method: Method | readonly Method[]
  /** Who has to be signed in: nobody, an admin or a member. A visitor is a member or nobody. */
  readonly login: Login
  /** The required permission node; null = none. A node requires a login. */
  readonly node: string | null
  /** The handler reads a form with these limits itself. Absent = a JSON object or nothing. */
  readonly form?: (settings: Settings) => FormLimits
  /**
   * The body is handed on as it arrived, whatever its type, at most so many bytes. The caller is another server: it has
   * no origin, and learns of failures by the status. Absent = a JSON object or nothing.
   */
  readonly rawBytes?: number
  /** Bytes of the body where no sign-in is needed. Absent = what signing in needs. */
  readonly guestBytes?: number
  /** The steps during which the route answers although they are not done. Absent = none. */
  readonly pending?: readonly PendingStep[]
  /** Clients call it without anybody using them: the session does not count as used. Absent = somebody does. */
  readonly background?: boolean
  /** The module that it belongs to: the route is gone while that is switched off. Absent = the framework. */
  readonly module?: string
  /** Names that requests may have. Absent = those of its description in `Index/openapi`; without one, any. */
  readonly names?: (scope: RequestScope) => RouteNames
  readonly handler: (scope: RequestScope) => Promise<RouteAnswer>
}

/** Checks a declaration, also one that bypassed the types. */
export function defineRoute(route: Route): Route {
  const place = `route ${route.area}/${route.controller}/${route.action}`
  const assert = (isMet: boolean, what: string): void => {
    if (!isMet) throw new Error(`${place}: ${what}`)
  }
  assert(areas.includes(route.area), 'the area must be admin or api')
  assert(
    requestedKey(route.area, route.controller ?? '', route.action ?? '') !== null,
    'controller and action must be names',
  )
  assert(
    methodsOf(route).length > 0 && methodsOf(route).every((method) => methods.includes(method)),
    'the method must be declared',
  )
  // Guard T24: a route says which login it needs.
  assert(['none', 'admin', 'member', 'visitor'].includes(route.login), 'the login need must be declared')
  // Guard T24: a route says which right it needs.
  assert(
    route.node === null || typeof route.node === 'string',
    'the permission node must be declared, null when there is none',
  )
  assert(route.node === null || route.login === 'admin', 'a permission node needs a login')
  assert(route.form === undefined || route.login !== 'none', 'a form needs a login, or a route that knows its visitors')
  assert(
    route.rawBytes === undefined ||
      (route.login === 'none' && route.area === 'api' && methodsOf(route).join() === 'POST'),
    'raw bytes are for a POST of the area api without a login',
  )
  assert(typeof route.handler === 'function', 'the handler is missing')
  return route
}

export function methodsOf(route: Route): readonly Method[] {
  return typeof route.method === 'string' ? [route.method] : (route.method ?? [])
}

/** All routes by key. Throws when two of them answer to the same address. */
export function routeTable(routes: readonly Route[]): ReadonlyMap<string, Route> {
  const table = new Map<string, Route>()
  for (const route of routes.map(defineRoute)) {
    const key = routeKey(route.area, route.controller, route.action)
    if (table.has(key)) throw new Error(`two routes answer to ${key}`)
    table.set(key, route)
  }
  return table
}
