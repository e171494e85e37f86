/** From options to a listening server: database, first account, demo data, HTTP. */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { TableModel } from '../protocol/index.ts'
import { seedRoles } from './demo-roles.ts'
import { ignoredRules, prepareAccess } from './identity/permissions/prepare-rules.ts'
import { renameReferences } from './rename-references.ts'
import { createApp, type AppParts } from './app.ts'
import { applyDataSteps, dataStepsOf } from './data-steps.ts'
import { openModuleScope } from './module-scope.ts'
import { startLogRetention } from './identity/administration/log-retention.ts'
import {
  openDatabase,
  prepareDatabase,
  startModelCheck,
  startSearchBuild,
  type AdoptedFile,
  type Database,
} from './db/index.ts'
import { removePartialBackups } from './ops/backup/partial-backup.ts'
import { demoRecords, demoRoles, demoScope, runDemoWork, firstDemo } from './demo.ts'
import { createAudit } from './operation/audit/audit.ts'
import { startJobRunner } from './operation/jobs/runner.ts'
import { makeFolder, restrictAccess } from './core/make-folder.ts'
import { startLater } from './core/background-work.ts'
import { startSealer } from './records/ledger/seals/seal.ts'
import type { LogLevel } from './http/logging.ts'
import type { CertificateFiles } from './http/tls/certificate.ts'
import { listenForPlainHttp } from './http/tls/plain-http.ts'
import { ensureSelfSigned } from './http/tls/self-signed.ts'
import { createStop, stopOnSignals } from './http/connections/stop.ts'
import {
  allModels,
  contractsOf,
  moduleHooks,
  effectsOf,
  installedModulesOf,
  jobsOf,
  loadModules,
  membersOf,
  modulePagesOf,
  noticeKindsOf,
  prepareModules,
  publicPagesOf,
  routesOf,
  settingsOf,
  suppliersOf,
  topicsOf,
  type ModuleEntry,
} from './modules.ts'
import { joinHooks } from './operation/scope.ts'
import { withoutSuppliersOff } from './operation/suppliers.ts'
import { filledTables, seedDemo } from './demo-seed.ts'
import { loadValidators } from './records/validators.ts'
import type { Scope, Validators } from './operation/scope.ts'
import { createRegistry } from './core/models/registry.ts'
import {
  checkGivenPassword,
  ensureFirstAdmin,
  hasNoAdmin,
  withdrawFirstAdmin,
  type FirstAdmin,
} from './identity/session/admins.ts'
import { defaultSettings } from './settings/settings.ts'
import { createSettingsStore } from './settings/store.ts'
import { deleteCloudObject } from './files/cloud-deletion.ts'
import { StartError } from './core/errors/start-error.ts'
import type { Designer } from './ops/designer/designer.ts'
import { createOtherServers } from './ops/designer/other-servers.ts'
import type { TerminalPlace } from './ops/terminal/commands.ts'

export interface StartOptions {
  /** 0 = any free one. */
  readonly port: number
  readonly host: string
  /** Absolute path: embedded database, uploads. */
  readonly dataFolder: string
  /** `postgres://…`, or the path of the SQLite file. */
  readonly databaseUrl: string
  /** Where SQLite files of other applications are; absent = relative to the working directory. */
  readonly adoptedFile?: AdoptedFile
  /** First password of `admin`; null = a random one is generated and shown once. */
  readonly adminPassword: string | null
  /** Load demo data into a newly created database. */
  readonly demo: boolean
  /** Captcha at sign-in regardless of the site settings; absent or null = as the settings say. */
  readonly captcha?: boolean | null
  /** Origins and hosts that may call, instead of the site setting. */
  readonly origins?: readonly string[] | null
  /** Origin of the service that issues temporary keys of COS; absent or null = the official one. */
  readonly sts?: string | null
  /** Proxies whose headers about the client's address and scheme are trusted: addresses or ranges. */
  readonly trustedProxies?: readonly string[]
  /** Files of the certificate to speak TLS with, or one of our own in the data folder; absent or null = plain HTTP. */
  readonly tls?: CertificateFiles | 'self-signed' | null
  /** With TLS: a further port that leads browsers to it; absent or null = none. */
  readonly httpPort?: number | null
  /** Host names that requests may name, in lower case; none = any. */
  readonly hosts?: readonly string[]
  /** Connections that one address may open; absent or null = the default. */
  readonly maxPerAddress?: number | null
  /** Apply safe plans at start; null = as the engine's default has it. */
  readonly autoApply: boolean | null
  readonly logLevel: LogLevel
  /** Folder of the built web client; null = API only. */
  readonly webRoot: string | null
  /** Folder of the compiled validators of the server: `<module>/<entity>.mjs`. */
  readonly validatorsRoot: string
  /** In place of those in the folder. */
  readonly validators?: Validators
  /** The built reader worker. */
  readonly readerScript: string
  readonly version: string
  /** Where the commands of the terminal run; absent = there are none. */
  readonly terminal?: Pick<TerminalPlace, 'folder' | 'script' | 'environment'>
  /** Designs the schemas; absent = the site has no designer. */
  readonly designer?: Designer
  /** The generated OpenAPI document. */
  readonly describeTables?: () => Promise<Readonly<Record<string, unknown>>>
  /** Mean delay of the event loop in milliseconds above which requests are turned away; 0 = never. */
  readonly maxDelay?: number
  /** False when the caller stops the server itself. */
  readonly signals?: boolean
  /** Called while values of existing records are filled in, which takes a while where there are many. */
  readonly onFill?: NonNullable<Parameters<typeof prepareDatabase>[3]>
  /** Called before the demo data is loaded, which takes a while. */
  readonly onDemo?: () => void
  /**
   * Loads the demo data in another process (drawing its pictures uses memory that a server would keep) and returns the
   * number of records; absent = in this process.
   */
  readonly loadDemo?: () => Promise<number>
}

export interface Running {
  /** `http://127.0.0.1:8000` */
  readonly address: string
  /** The newly created account, to be shown once; null when there were accounts. */
  readonly firstAdmin: FirstAdmin | null
  /** Where the database was copied before its tables were changed; null = nowhere. */
  readonly backup: string | null
  /** How many demo records were loaded; 0 when none. */
  readonly demoRecords: number
  /** Names of rules that grant nothing because they contain a query. */
  readonly ignoredRules: readonly string[]
  /** Finishes running requests (at most 10 s), then closes the database. */
  close(): Promise<void>
}

/** Throws a DatabaseError or a StartError when the surroundings do not allow it; nothing listens then. */
export async function startServer(entries: readonly ModuleEntry[], options: StartOptions): Promise<Running> {
  // Before anything is created: a refused first start leaves nothing behind.
  checkGivenPassword(options.adminPassword, false)
  const modules = await loadModules(entries)
  const database = await openDatabase(options.databaseUrl, {
    readerScript: options.readerScript,
    reserve: true,
    models: allModels(modules),
    writesAdopted: true,
    ...(options.adoptedFile && { adoptedFile: options.adoptedFile }),
  })
  try {
    await removePartialBackups(join(options.dataFolder, 'backups'))
    return await serve({ entries, modules, models: allModels(modules), database, options })
  } catch (error) {
    await database.close()
    throw error
  }
}

interface Start {
  readonly entries: readonly ModuleEntry[]
  readonly modules: AppParts['modules']
  readonly models: readonly TableModel[]
  readonly database: Database
  readonly options: StartOptions
}

/** Brings the tables and the records that modules need to what the schemas say. */
async function prepareTables({ entries, modules, models, database, options }: Start, validators: Validators) {
  const mayApply = options.autoApply ?? database.adapter.embedded
  const openScope = () =>
    openModuleScope(database, entries, {
      language: 'zh-cn',
      version: options.version,
      uploadFolder: uploadFolder(options.dataFolder),
      validators,
    })
  const steps = dataStepsOf(entries, models, database.adapter, openScope)
  const applied = await prepareDatabase(database, models, mayApply, options.onFill, steps)
  const { initialised, left } = applied
  const data = await applyDataSteps(database, steps, { waiting: left, mayApply, backup: applied.backup === null })
  if (initialised || mayApply) {
    await prepareAccess(database, modules)
    await renameReferences(database, models)
    await prepareModules(database, entries, openScope)
  }
  return { initialised, notes: data.notes, backup: applied.backup ?? data.backup }
}

async function serve(start: Start): Promise<Running> {
  const { entries, modules, models, database, options } = start
  const validators = options.validators ?? loadValidators(options.validatorsRoot)
  const { initialised, notes, backup } = await prepareTables(start, validators)
  const isFirst = await hasNoAdmin(database)
  checkGivenPassword(options.adminPassword, isFirst)
  const settings = defaultSettings({
    modules: settingsOf(entries),
    modulePages: modulePagesOf(entries),
    version: options.version,
    uploadFolder: uploadFolder(options.dataFolder),
    captcha: options.captcha ?? null,
    origins: options.origins ?? null,
    sts: options.sts ?? null,
  })
  const parts = {
    database,
    registry: createRegistry(models),
    settings,
    validators,
  }
  const contracts = contractsOf(entries, models)
  const loaded =
    isFirst && options.demo
      ? await loadDemo(entries, { ...parts, ...contracts, language: 'zh-cn', actor: null }, options, initialised)
      : 0
  const tls = options.tls === 'self-signed' ? await ensureSelfSigned(options.dataFolder) : options.tls
  const others = createOtherServers(database)
  const app = await createApp({
    ...parts,
    ...(tls && { tls }),
    modules,
    hooks: moduleHooks(entries),
    effects: effectsOf(entries, models),
    moduleRoutes: routesOf(entries),
    contracts,
    suppliers: suppliersOf(entries),
    installed: installedModulesOf(entries, models),
    publicPages: publicPagesOf(entries),
    noticeKinds: noticeKindsOf(entries),
    topics: topicsOf(entries),
    ...membersOf(entries),
    describeTables: options.describeTables,
    webRoot: options.webRoot,
    logLevel: options.logLevel,
    ...(options.hosts && { hosts: options.hosts }),
    ...(options.trustedProxies?.length && { trustedProxies: options.trustedProxies }),
    ...(options.maxDelay !== undefined && { maxDelay: options.maxDelay }),
    ...(options.maxPerAddress && { sockets: { maxPerAddress: options.maxPerAddress } }),
    ...(options.designer && {
      designer: { ...options.designer, isAlone: async () => !(await others.areThere()) },
    }),
    ...(options.terminal && {
      terminal: {
        place: { ...options.terminal, dataFolder: options.dataFolder, databaseUrl: options.databaseUrl },
      },
    }),
  })
  for (const { en } of notes) app.log.warn(en)
  const firstAdmin = await ensureFirstAdmin(database, options.adminPassword)
  await app.listen({ port: options.port, host: options.host }).catch(async (error: unknown) => {
    if (firstAdmin) await withdrawFirstAdmin(database, firstAdmin)
    throw listenProblem(error, options)
  })
  const portOfTls = (): number => (app.server.address() as AddressInfo).port
  const redirect =
    tls && options.httpPort != null
      ? await listenForPlainHttp(options.httpPort, options.host, portOfTls).catch(async (error: unknown) => {
          await app.close()
          throw listenProblem(error, { ...options, port: options.httpPort ?? 0 })
        })
      : null
  if (options.designer) await others.join()
  const stopModelCheck = startModelCheck(() => database.checkModel())
  const background = startBackground(start, app, parts, contracts)
  const stop = createStop(app, async () => {
    redirect?.close()
    stopModelCheck()
    await background.stop()
    if (options.designer) await others.leave()
    await database.close()
  })
  const unsubscribe = options.signals === false ? () => {} : stopOnSignals(stop)
  const close = async (): Promise<void> => {
    unsubscribe()
    await stop()
  }
  return {
    address: addressOf(app.server.address(), options.host, tls ? 'https' : 'http'),
    firstAdmin,
    backup,
    demoRecords: loaded,
    ignoredRules: await ignoredRules(database),
    close,
  }
}

type Parts = Pick<Scope, 'database' | 'registry' | 'settings' | 'validators'>

/** Starts the work beside the requests: seals, the retention of logs, the indexes of the search, and jobs. */
function startBackground(
  { entries, models, database }: Pick<Start, 'entries' | 'models' | 'database'>,
  app: FastifyInstance,
  parts: Parts,
  contracts: ReturnType<typeof contractsOf>,
): ReturnType<typeof startLater> {
  const site = createSettingsStore(database, parts.settings)
  const additions = { hooks: joinHooks(moduleHooks(entries)), effects: effectsOf(entries, models) }
  const jobs = [deleteCloudObject, ...jobsOf(entries)]
  const suppliers = suppliersOf(entries)
  return startLater(() => [
    startSealer(
      parts,
      async () => (await site.current()).timeZone,
      (error) => app.log.warn({ err: error }, 'ledger rows were not sealed; this is tried again'),
    ),
    startLogRetention(
      database,
      async () => {
        const { logDays: log, recoveryDays: recovery } = await site.current()
        return { log, recovery }
      },
      (error) => app.log.warn({ err: error }, 'old log entries were not removed; this is tried again in an hour'),
    ),
    startSearchBuild(database, models, (error) =>
      app.log.warn({ err: error }, 'quick-search indexes are not complete; this is tried again'),
    ),
    startJobRunner(
      {
        jobs,
        pausedNow: async () => {
          const { modulesOff } = await site.current()
          return (name) => modulesOff.some((module) => name.startsWith(`${module}/`))
        },
        scope: async (job) => {
          const current = await site.current()
          return {
            ...parts,
            settings: current,
            language: current.languages[0] ?? 'zh-cn',
            actor: null,
            ...additions,
            ...contracts,
            ...withoutSuppliersOff(suppliers, current),
            audit: createAudit({ actor: null, url: job.name, ip: '', agent: '', params: () => ({}) }),
          }
        },
        onError: (error, job) => app.log.warn({ err: error, job }, 'a background job failed; it is tried again'),
      },
      database,
    ),
  ])
}

/**
 * An interrupted first start is completed, but only on an embedded database: on a shared one, another process may be
 * loading at this moment.
 */
async function loadDemo(
  entries: readonly ModuleEntry[],
  scope: Scope,
  { onDemo, loadDemo: loadElsewhere }: StartOptions,
  initialised: boolean,
): Promise<number> {
  if (!initialised && !scope.database.adapter.embedded) return 0
  const records = demoRecords(entries, firstDemo.scale, firstDemo.seed, scope.language)
  if (records.length === 0 || (await filledTables(scope, records)).length > 0) return 0
  onDemo?.()
  if (loadElsewhere) return loadElsewhere()
  const own = await demoScope(scope)
  // Another process that started at the same moment may have loaded them.
  if ((await seedDemo(own, records, { onlyEmpty: true })) === 0) return 0
  await runDemoWork(entries, {
    ...own,
    ...membersOf(entries),
    hooks: joinHooks(moduleHooks(entries)),
    effects: effectsOf(entries, scope.registry.list),
  })
  await seedRoles(scope.database, demoRoles(entries), scope.language)
  await scope.database.optimize()
  return records.length
}

/** The folder of uploaded files, created when missing. Throws a StartError. */
export function uploadFolder(dataFolder: string): string {
  const folder = join(dataFolder, 'storage')
  try {
    makeFolder(folder)
    restrictAccess(folder)
    return folder
  } catch (error) {
    throw new StartError(
      'folder',
      { place: folder, reason: (error as NodeJS.ErrnoException).code ?? String(error) },
      error,
    )
  }
}

function listenProblem(error: unknown, { host, port }: StartOptions): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const place = `${host}:${port}`
  if (code === 'EADDRINUSE') return new StartError('port', { place }, error)
  if (code === 'EACCES') return new StartError('port_denied', { place }, error)
  return code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' ? new StartError('host', { place: host }, error) : error
}

function addressOf(bound: ReturnType<AddressOf>, host: string, scheme: 'http' | 'https'): string {
  const port = bound !== null && typeof bound === 'object' ? bound.port : 0
  return `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
}

type AddressOf = import('node:net').Server['address']
