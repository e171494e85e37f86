/** Builds the HTTP server from its parts. Nothing here reads the environment or listens: tests inject requests. */
import { randomUUID } from 'node:crypto'
import type { Server as TlsServer } from 'node:tls'
import Fastify, { LogController, type FastifyInstance, type FastifyServerOptions } from 'fastify'
import { grantedAccess, type Access } from './operation/access/access.ts'
import { accessHooks } from './identity/administration/access-hooks.ts'
import { canManageAdmin } from './identity/administration/can-manage-admin.ts'
import { resetFactorRoute } from './identity/administration/reset-factor.ts'
import { frameworkPages } from './identity/permissions/pages.ts'
import { createRightsCache, type RightsCache } from './operation/access/rights.ts'
import { deriveRules, type MenuSource, type DerivedRules } from './identity/permissions/derived-rules.ts'
import { roleOptionsRoute } from './identity/permissions/role-options.ts'
import { whyRoute } from './identity/permissions/why-route.ts'
import { attachmentHooks } from './identity/administration/attachment-hooks.ts'
import { attachmentUsageRoute } from './identity/administration/attachment-route.ts'
import { auditLogHooks } from './identity/administration/audit-log-hooks.ts'
import { recoveryHooks } from './identity/administration/recovery-hooks.ts'
import { recoveryRoutes, withControllers } from './identity/administration/recovery-routes.ts'
import { withRecoveryWire } from './identity/administration/recovery-wire.ts'
import { ajaxRoutes } from './routes/lookups/routes.ts'
import { captchaRoutes } from './identity/captcha/routes.ts'
import { clearCacheRoute } from './routes/settings/clear-cache.ts'
import { configRoutes } from './routes/settings/routes.ts'
import { createSettingsStore } from './settings/store.ts'
import type { Database } from './db/database.ts'
import { openapiRoute } from './routes/openapi/openapi.ts'
import { createModuleRoutes, type DeclaredRoutes } from './routes/module-routes/routes.ts'
import type { DeclaredPages } from './routes/public-pages/declaration.ts'
import { addPublicPages } from './routes/public-pages/register.ts'
import { actionRoutes } from './routes/action-routes.ts'
import { addArrivalLimits } from './http/body/arrival.ts'
import { addBodyParser, bodyLimits } from './http/body/body.ts'
import { addForms } from './http/body/form.ts'
import { addCrossSite } from './http/cross-site.ts'
import { withAbsentPages } from './http/compat/absent-pages.ts'
import { adaptRoute } from './http/compat/adapt-route.ts'
import { addDefaultAvatar } from './http/compat/avatar.ts'
import { addRoutes, fromServers } from './routes/dispatch.ts'
import { addErrorHandlers, answerConnectionError, answerFrameworkError, refuseUnknownAddresses } from './http/errors.ts'
import { addSecureHeaders, pageOrigins } from './http/headers.ts'
import { addHostNames } from './http/host-names.ts'
import { readForwardedHeaders } from './http/connections/forwarded.ts'
import { addHealth } from './http/health.ts'
import { readCertificate, watchCertificate, type CertificateFiles } from './http/tls/certificate.ts'
import { redirectPlainHttp } from './http/tls/plain-http.ts'
import { addUnderPressure, timeLimits } from './http/connections/limits.ts'
import { addRequestLog, childLogger, loggerOptions, type LogLevel } from './http/logging.ts'
import { importRoutes } from './routes/import-routes.ts'
import { recordRoutes } from './routes/record-routes.ts'
import type { Route } from './http/route.ts'
import {
  addSocketLimits,
  createProxyTest,
  maxConnections,
  socketLimits,
  type SocketLimits,
} from './http/connections/sockets.ts'
import { addWeb } from './http/static.ts'
import { tableRoutes } from './routes/table-routes.ts'
import { coreNoticeKinds } from './identity/notifications/kinds.ts'
import { noticeMailRoutes } from './identity/notifications/mail/routes.ts'
import type { NoticeKind } from './identity/notifications/notice.ts'
import { noticeRoutes } from './identity/notifications/routes.ts'
import { joinHooks } from './operation/scope.ts'
import type { Contracts } from './operation/contracts/contracts.ts'
import type { Messengers } from './operation/messages.ts'
import type { Hooks, EffectRegistry, Scope, Validators } from './operation/scope.ts'
import type { Registry } from './core/models/registry.ts'
import type { Suppliers } from './operation/suppliers.ts'
import type { InstalledModule } from './routes/module-store/installed-module.ts'
import { moduleStoreRoutes } from './routes/module-store/routes.ts'
import { sessionRoutes } from './identity/session/routes.ts'
import type { MemberAccounts } from './operation/access/member.ts'
import { startPageRoute } from './identity/session/start-page.ts'
import { visitorPageRoutes } from './identity/session/visitor-page.ts'
import { createSessions, type Sessions } from './identity/session/tokens.ts'
import type { Settings } from './settings/settings.ts'
import type { SiteDesigner } from './ops/designer/designer.ts'
import { designerRoutes } from './ops/designer/routes.ts'
import { terminalRoutes } from './ops/terminal/routes.ts'
import { coreTopics } from './hub/core-topics.ts'
import { createHub, type Hub } from './hub/hub.ts'
import type { HubLimits } from './hub/limits.ts'
import { hubRoutes } from './hub/routes.ts'
import { topicKinds, type TopicKind } from './hub/topic-kind.ts'
import { addHubSocket } from './hub/upgrade.ts'
import { createTerminal, type Terminal, type TerminalParts } from './ops/terminal/terminal.ts'
import { cloudRoutes } from './files/cloud-routes.ts'
import { addCloudFiles } from './files/serve-cloud.ts'
import { adminUpload, memberUpload } from './files/routes.ts'
import { createPrivacyTest, type TicketOwner } from './files/private-files.ts'
import { addPrivateFiles } from './files/serve-private.ts'
import { addStorage } from './files/serve.ts'

export interface AppParts {
  readonly database: Database
  readonly registry: Registry
  /** Modules with their loaded tables, for the menu. */
  readonly modules: readonly MenuSource[]
  readonly settings: Settings
  readonly validators: Validators
  /** Folder of the built web client; null = API only. */
  readonly webRoot: string | null
  readonly logLevel: LogLevel
  readonly access?: Access
  /** Proxies whose headers about the client's address and scheme are trusted; none by default. */
  readonly trustedProxies?: readonly string[]
  /** The certificate to speak TLS with; absent = plain HTTP. */
  readonly tls?: CertificateFiles
  /** Host names that requests may name, in lower case; none = any. */
  readonly hosts?: readonly string[]
  /** Connections of the server and of one address; absent = the defaults. */
  readonly sockets?: Partial<SocketLimits>
  /** Mean delay of the event loop in milliseconds above which requests are turned away; 0 = never. */
  readonly maxDelay?: number
  /** What modules add to the operations on their records, by entity. */
  readonly hooks?: readonly Readonly<Record<string, Hooks>>[]
  /** What actions of machines run, by entity and name. */
  readonly effects?: EffectRegistry
  /** What modules supply for others: mail and SMS, and the contracts. */
  readonly contracts?: Messengers & Contracts<Scope>
  /** The modules that supply them. */
  readonly suppliers?: Suppliers
  /** The modules of the page of modules; absent = none. */
  readonly installed?: readonly InstalledModule[]
  /** The accounts of members; absent = there are none. */
  readonly members?: MemberAccounts
  /** Routes of the modules. */
  readonly moduleRoutes?: readonly DeclaredRoutes[]
  /** Pages of the modules that anybody may read. */
  readonly publicPages?: readonly DeclaredPages[]
  /** The generated OpenAPI document; absent = only the routes of modules are described. */
  readonly describeTables?: () => Promise<Readonly<Record<string, unknown>>>
  /** Where the commands of the terminal run; absent = there are none. */
  readonly terminal?: TerminalParts
  /** What notices are about; absent = those of the core alone. */
  readonly noticeKinds?: readonly NoticeKind[]
  /** Designs the schemas; absent = the site has no designer. */
  readonly designer?: SiteDesigner
  /** Topics of the modules; those of the core are there without them. */
  readonly topics?: readonly TopicKind[]
  readonly hubLimits?: Partial<HubLimits>
  /** Further routes, for example of tests. */
  readonly routes?: readonly Route[]
}

/** Throws when a route is not fully declared. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { app, isSelfSigned } = createFastify(parts)
  const settingsStore = createSettingsStore(parts.database, parts.settings)
  const isTrustedProxy = createProxyTest(parts.trustedProxies ?? [])
  readForwardedHeaders(app, parts.database, isTrustedProxy)
  addSecureHeaders(app, isSelfSigned)
  addRequestLog(app, parts.logLevel)
  addErrorHandlers(app, parts.database)
  addHostNames(app, parts.hosts ?? [])
  addSocketLimits(app, { ...socketLimits, ...parts.sockets }, isTrustedProxy)
  addArrivalLimits(app)
  await addUnderPressure(app, parts.maxDelay)
  const moduleRoutes = await createModuleRoutes(parts.moduleRoutes ?? [])
  addCrossSite(app, () => settingsStore.get('cors_origins'), fromServers(moduleRoutes))
  refuseUnknownAddresses(app)
  addBodyParser(app)
  await addForms(app)
  addDefaultAvatar(app)
  addHealth(app, parts.database)
  const isPrivate = createPrivacyTest(parts.database)
  addStorage(app, {
    folder: parts.settings.upload.folder,
    origins: () => settingsStore.get('cors_origins'),
    isPrivate,
  })
  addCloudFiles(app, { database: parts.database, currentSettings: () => settingsStore.current(), isPrivate })
  const sessions = createSessions(parts.database, async () => (await settingsStore.current()).session)
  const { database, registry, validators, access = grantedAccess } = parts
  addPrivateFiles(app, {
    database,
    currentSettings: () => settingsStore.current(),
    isActive: (owner) => isTicketOwnerActive(parts, sessions, owner),
  })
  const rights = createRightsCache(database)
  const terminal = createTerminal({ sessions, rights }, parts.terminal)
  app.addHook('preClose', terminal.close)
  if (parts.designer) app.addHook('onClose', parts.designer.close)
  const derivedRules = deriveRules(parts.modules, frameworkPages)
  const hooks = joinHooks([
    accessHooks(derivedRules),
    auditLogHooks,
    attachmentHooks,
    recoveryHooks,
    ...(parts.hooks ?? []),
  ])
  const scope = {
    database,
    registry,
    validators,
    hooks,
    ...(parts.effects && { effects: parts.effects }),
    ...parts.contracts,
  }
  const hub = createHub({
    database,
    sessions,
    rights,
    ...(parts.members && { members: parts.members }),
    kinds: topicKinds([...coreTopics, ...(parts.topics ?? [])]),
    settings: () => settingsStore.current(),
    scope,
    ...(parts.hubLimits && { limits: parts.hubLimits }),
    onError: (error) => app.log.warn({ err: error }, 'the realtime hub could not read or tell something'),
  })
  app.addHook('preClose', () => hub.close())
  addHubSocket(app, {
    hub,
    database,
    sessions,
    rights,
    ...(parts.members && { members: parts.members }),
    settings: () => settingsStore.current(),
    origins: () => settingsStore.get('cors_origins'),
  })
  const services = { sessions, rights, derivedRules, terminal, hub }
  addRoutes(app, {
    routes: withAbsentPages([...allRoutes(parts, services), ...moduleRoutes]).map(adaptRoute),
    sessions,
    rights: services.rights,
    derivedRules: services.derivedRules,
    access,
    settingsStore,
    ...(parts.members && { members: parts.members }),
    ...(parts.suppliers && { suppliers: parts.suppliers }),
    scope,
  })
  const publicPages = parts.publicPages ?? []
  addPublicPages(app, { modules: publicPages, settingsStore, scope })
  const plainHome = publicPages.flatMap(({ pages }) => pages).find(({ isHome }) => isHome)?.path ?? null
  if (parts.webRoot) await addWeb(app, parts.webRoot, async () => pageOrigins(await settingsStore.current()), plainHome)
  return app
}

/** Whether the account of a ticket may still use the site, an administrator in that session. */
async function isTicketOwnerActive(
  { database, members }: Pick<AppParts, 'database' | 'members'>,
  sessions: Sessions,
  owner: TicketOwner,
): Promise<boolean> {
  if (owner.kind === 'visitor') return true
  if (owner.kind === 'user') return (await members?.isActive(database.query, owner.id)) ?? false
  const session = await sessions.readSession(owner.session)
  return session.state === 'active' && session.adminId === owner.id && session.pending === null
}

/** Everything that answers under `/admin` and `/api`, with its declaration. */
export function allRoutes(
  {
    registry,
    access = grantedAccess,
    routes = [],
    moduleRoutes = [],
    publicPages = [],
    members,
    noticeKinds = coreNoticeKinds,
    describeTables = async () => ({}),
    modules = [],
    installed = [],
    designer,
  }: Pick<AppParts, 'registry'> &
    Partial<
      Pick<
        AppParts,
        | 'access'
        | 'routes'
        | 'moduleRoutes'
        | 'publicPages'
        | 'members'
        | 'noticeKinds'
        | 'describeTables'
        | 'modules'
        | 'installed'
        | 'designer'
      >
    >,
  { sessions, rights, derivedRules, terminal = createTerminal({ sessions, rights }), hub }: AuthServices,
): readonly Route[] {
  const ownKeys = new Set(moduleRoutes.flatMap(({ routes: own }) => own.map(({ area, path }) => `${area}/${path}`)))
  const keyOf = ({ area, controller, action }: Route): string => `${area}/${controller}/${action}`
  const all: readonly Route[] = [
    ...sessionRoutes({ sessions, access, canManageAdmin }),
    resetFactorRoute,
    ...captchaRoutes,
    ...configRoutes,
    clearCacheRoute,
    ...moduleStoreRoutes(installed),
    ...designerRoutes(designer),
    ...noticeRoutes,
    ...noticeMailRoutes(noticeKinds),
    startPageRoute(rights, derivedRules),
    // A module with members has pages for visitors.
    ...visitorPageRoutes.filter((route) => !ownKeys.has(keyOf(route))),
    whyRoute(rights, derivedRules),
    roleOptionsRoute(registry, modules),
    openapiRoute({
      moduleRoutes: moduleRoutes.flatMap((module) => module.routes),
      publicPages,
      ownRoutes: () => all,
      describeTables,
    }),
    adminUpload,
    attachmentUsageRoute,
    ...recoveryRoutes.map(withRecoveryWire),
    ...cloudRoutes('admin'),
    ...(members ? [memberUpload, ...cloudRoutes('api')] : []),
    ...ajaxRoutes,
    ...terminalRoutes(terminal),
    ...hubRoutes(hub ?? null, members !== undefined),
    ...tableRoutes(registry).map(withControllers).map(withRecoveryWire),
    ...actionRoutes(registry),
    ...recordRoutes(registry),
    ...importRoutes(registry),
    ...routes,
  ]
  return all
}

/** The services that authenticate requests and resolve rights. */
export interface AuthServices {
  readonly sessions: Sessions
  readonly rights: RightsCache
  readonly derivedRules: DerivedRules
  /** Absent = one without commands. */
  readonly terminal?: Terminal
  /** Absent = the routes of the hub are only described. */
  readonly hub?: Hub
}

/**
 * Requests are checked by validators of the build, and answers are written as they are. Without this, Fastify loads two
 * compilers at every start that nothing uses.
 */
const noCompilers: FastifyServerOptions['schemaController'] = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
}

function refuseSchema(): never {
  throw new Error('a route has no schema for Fastify: its operation checks what it is sent')
}

/** With a certificate the server speaks TLS; that its own is none of others is asked for each answer. */
function createFastify({ logLevel, trustedProxies, tls }: AppParts): {
  readonly app: FastifyInstance
  readonly isSelfSigned: () => boolean
} {
  const certificate = tls && readCertificate(tls)
  const options: FastifyServerOptions = {
    ...timeLimits,
    logger: loggerOptions(logLevel),
    childLoggerFactory: childLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimits.bytes,
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // Guard T35: only trusted proxies are believed.
    // Without: trustProxy: true
    trustProxy: trustedProxies ? [...trustedProxies] : false,
    frameworkErrors: answerFrameworkError,
    clientErrorHandler: answerConnectionError,
    schemaController: noCompilers,
    // Routes read the text of the query themselves.
    routerOptions: { querystringParser: (text: string) => text as unknown as Record<string, unknown> },
  }
  const https = certificate && {
    ...timeLimits.http,
    cert: certificate.cert,
    key: certificate.key,
    minVersion: 'TLSv1.2',
    handshakeTimeout: timeLimits.http.headersTimeout,
  }
  // The server differs by its type only: nothing of the application depends on it.
  const app = Fastify({ ...options, ...(https && { https }) } as FastifyServerOptions)
  app.server.maxConnections = maxConnections
  if (!tls || !certificate) return { app, isSelfSigned: () => false }
  // With a certificate Fastify has made one of https.
  const server = app.server as unknown as TlsServer
  const watch = watchCertificate(tls, certificate, server, (error) =>
    app.log.error({ err: error }, 'the changed certificate cannot be used; the former one stays'),
  )
  app.addHook('onClose', async () => watch.stop())
  redirectPlainHttp(server)
  return { app, isSelfSigned: () => watch.isSelfSigned }
}
