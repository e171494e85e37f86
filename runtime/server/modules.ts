/** Modules as the server runs them: the generated part joined with the hand-written one. */
import { importFile } from './records/import-runs/job.ts'
import type { ModuleManifest, TableModel } from '../protocol/index.ts'
import type { MenuSource } from './identity/permissions/derived-rules.ts'
import { jobHooks } from './identity/administration/job-hooks.ts'
import type { AnyJob } from './operation/jobs/declaration.ts'
import { rightsOf } from './routes/module-routes/declaration.ts'
import type { DeclaredRoutes } from './routes/module-routes/routes.ts'
import type { DeclaredPages } from './routes/public-pages/declaration.ts'
import { coreNoticeKinds } from './identity/notifications/kinds.ts'
import { createNoticeMailJob } from './identity/notifications/mail/job.ts'
import { adminNotice } from './identity/notifications/mail/messages.ts'
import type { NoticeKind } from './identity/notifications/notice.ts'
import type { Database } from './db/database.ts'
import type { TopicCall, TopicKind } from './hub/topic-kind.ts'
import type { Check } from './ops/doctor/check.ts'
import type { Derivation } from './ops/doctor/derivation.ts'
import { isSecret } from './operation/audit/mask.ts'
import { recordMail } from './records/mail/message.ts'
import { accountMessages } from './identity/session/recovery/messages.ts'
import { sendRecoveryCode } from './identity/session/recovery/send-code.ts'
import type { Contracts, RegisteredContracts, SuppliedContracts } from './operation/contracts/contracts.ts'
import type { MessageDeclaration, Messengers } from './operation/messages.ts'
import type { MemberAccounts } from './operation/access/member.ts'
import { hookNames, insteadOfHook } from './operation/hook-names.ts'
import type { Hooks, Effect, EffectRegistry, Scope } from './operation/scope.ts'
import { createWordFilter } from './operation/word-filter.ts'
import { isModuleOff } from './settings/disabled-pages.ts'
import type { ModuleSettings } from './settings/module-settings.ts'
import { migrationCall, type OpenScope } from './migration.ts'
import type { InstalledModule } from './routes/module-store/installed-module.ts'
import type { Suppliers } from './operation/suppliers.ts'
import type { ServerModule } from './server-module.ts'

/** One line of `main.server.ts`. */
export interface ModuleEntry {
  readonly manifest: ModuleManifest
  /** Null when the module has no hand-written part. */
  readonly server: ServerModule | null
}

/** The tables of every module, in the given order. */
export async function loadModules(entries: readonly ModuleEntry[]): Promise<readonly MenuSource[]> {
  return Promise.all(
    entries.map(async ({ manifest, server }) => ({
      manifest,
      models: await loadModels(manifest),
      pages: server?.pages ?? [],
      roles: server?.roles ?? [],
      rights: rightsOf(server?.routes ?? []),
    })),
  )
}

/** The routes of the modules. */
export function routesOf(entries: readonly ModuleEntry[]): readonly DeclaredRoutes[] {
  return entries.map(({ manifest, server }) => {
    const pages = Object.keys(manifest.tables)
    // A controller is the name of its page with dots.
    const ofTables = pages.map((page) => page.replaceAll('/', '.').toLowerCase())
    const declared = (server?.controllers ?? []).map((name) => name.toLowerCase())
    return {
      module: manifest.name,
      routes: server?.routes ?? [],
      own: { controllers: [...ofTables, ...declared], pages },
    }
  })
}

/** The public pages of the modules. */
export const publicPagesOf = (entries: readonly ModuleEntry[]): readonly DeclaredPages[] =>
  entries.flatMap(({ manifest, server }) =>
    server?.publicPages ? [{ module: manifest.name, pages: server.publicPages }] : [],
  )

export function allModels(modules: readonly MenuSource[]): readonly TableModel[] {
  return modules.flatMap(({ models }) => models)
}

/** The jobs of the core and of the modules. Throws when a name does not begin with that of its module. */
export function jobsOf(entries: readonly ModuleEntry[]): readonly AnyJob[] {
  const ofModules = entries.flatMap(({ manifest, server }) =>
    (server?.jobs ?? []).map((job) => {
      if (!job.name.startsWith(`${manifest.name}/`) || job.name.length > 100)
        throw new Error(
          `the name of the job ${job.name} must begin with ${manifest.name}/ and have at most 100 letters`,
        )
      return job
    }),
  )
  return [sendRecoveryCode, importFile, createNoticeMailJob(noticeKindsOf(entries)), ...ofModules]
}

/** The kinds of notices of the core and of the modules. Throws when a name does not begin with that of its module. */
export function noticeKindsOf(entries: readonly ModuleEntry[]): readonly NoticeKind[] {
  const ofModules = entries.flatMap(({ manifest, server }) =>
    (server?.notices ?? []).map((kind) => {
      if (!kind.name.startsWith(`${manifest.name}/`) || kind.name.length > 64)
        throw new Error(
          `the name of the notices ${kind.name} must begin with ${manifest.name}/ and have at most 64 letters`,
        )
      return kind
    }),
  )
  return [...coreNoticeKinds, ...ofModules]
}

/** The topics of the modules. */
export const topicsOf = (entries: readonly ModuleEntry[]): readonly TopicKind[] =>
  entries.flatMap(({ manifest, server }) => (server?.topics ?? []).map((kind) => whileOn(kind, manifest.name)))

/** Nobody reads the topics of a module that the site has switched off. */
function whileOn(kind: TopicKind, module: string): TopicKind {
  const isOn = ({ scope }: TopicCall): boolean => !isModuleOff(scope.settings, module)
  return {
    ...kind,
    // Also over connections that were there before.
    mayRead: async (call) => isOn(call) && kind.mayRead(call),
    ...(kind.maySend && { maySend: async (call) => isOn(call) && (await kind.maySend?.(call)) === true }),
  }
}

/** What the modules check of their data, in addition to what follows from the schemas. */
export const checksOf = (entries: readonly ModuleEntry[]): readonly Check[] =>
  entries.flatMap(({ server }) => server?.checks ?? [])

/** What the modules can derive again. */
export const derivationsOf = (entries: readonly ModuleEntry[]): readonly Derivation[] =>
  entries.flatMap(({ server }) => server?.derivations ?? [])

/**
 * What the modules add to the operations on their records, and the names of their jobs to the list of jobs. Throws when
 * there is no such hook: a check that never runs would refuse nothing.
 */
export function moduleHooks(entries: readonly ModuleEntry[]): readonly Readonly<Record<string, Hooks>>[] {
  for (const { manifest, server } of entries)
    for (const [id, hooks] of Object.entries(server?.hooks ?? {}))
      for (const name of Object.keys(hooks))
        // Guard T20: a hook that does not exist is refused: a check in it would never run.
        if (!hookNames.includes(name)) {
          const instead = insteadOfHook(name)?.en ?? `use one of ${hookNames.join(', ')}`
          throw new Error(`the module ${manifest.name} has the hook ${name} of ${id}, which does not exist: ${instead}`)
        }
  const ofModules = entries.map(({ server }) => server?.hooks).filter((hooks) => hooks !== undefined)
  return [jobHooks(jobsOf(entries)), ...ofModules]
}

/**
 * What sites may decide about the modules. Throws when the name of a secret does not say that it is one: the log would
 * store what is entered.
 */
export function settingsOf(entries: readonly ModuleEntry[]): readonly ModuleSettings[] {
  return entries.flatMap(({ manifest, server }) => {
    if (!server?.settings) return []
    const { settings } = server
    for (const [name, setting] of Object.entries(settings)) {
      if (setting.type !== 'password') continue
      if (!isSecret(name))
        throw new Error(`the name of the secret setting ${name} must contain password, secret or token`)
      // A module that the compiler has not checked may lack it.
      const destination: unknown = setting.destination
      if (!Array.isArray(destination) || !destination.every((key) => Object.hasOwn(settings, String(key))))
        throw new Error(`the secret setting ${name} must name the settings that decide where it is sent (destination)`)
    }
    return [{ module: manifest.name, label: manifest.label, settings: server.settings }]
  })
}

/** What the core and the modules send by mail or SMS. Throws when two of them have one code. */
function messagesOf(entries: readonly ModuleEntry[]): readonly MessageDeclaration[] {
  const messages = [
    ...accountMessages,
    adminNotice,
    recordMail,
    ...entries.flatMap(({ server }) => server?.messages ?? []),
  ]
  if (new Set(messages.map(({ code }) => code)).size < messages.length)
    throw new Error('two messages have the same code')
  return messages
}

/** Parts that only one module may supply. */
type Single = keyof SuppliedContracts<Scope> | keyof Messengers | 'members'

/** The part of the one module that supplies it. Throws when two modules do, and names both. */
function only<Name extends Single>(entries: readonly ModuleEntry[], name: Name): Pick<ServerModule, Name> {
  const [supplier, other] = entries.filter(({ server }) => server?.[name] !== undefined)
  if (supplier && other)
    throw new Error(
      `two modules supply ${name}: ${supplier.manifest.name} and ${other.manifest.name}; leave one of them out`,
    )
  return { [name]: supplier?.server?.[name] } as Pick<ServerModule, Name>
}

/** The accounts of members. Throws when two modules supply them. */
export function membersOf(entries: readonly ModuleEntry[]): { readonly members?: MemberAccounts } {
  const { members } = only(entries, 'members')
  return { ...(members && { members }) }
}

/**
 * The contracts that modules supply for others and register with. Throws when two modules supply the same, or a
 * contract that locks rows names an entity that does not exist.
 */
export function contractsOf(
  entries: readonly ModuleEntry[],
  models: readonly TableModel[],
): Messengers & Contracts<Scope> {
  const supplied: Messengers & SuppliedContracts<Scope> = {
    wordFilter: createWordFilter(),
    ...withoutAbsent({
      ...only(entries, 'mailer'),
      ...only(entries, 'smsSender'),
      ...only(entries, 'wallet'),
      ...only(entries, 'memberNotices'),
      ...only(entries, 'payments'),
      ...only(entries, 'stockHolds'),
      ...only(entries, 'questionBank'),
      ...only(entries, 'lessons'),
      ...only(entries, 'wordFilter'),
    }),
  }
  const registered: RegisteredContracts<Scope> = {
    payProjects: entries.flatMap(({ server }) => server?.payProjects ?? []),
    stockHolders: entries.flatMap(({ server }) => server?.stockHolders ?? []),
    memberCards: entries.flatMap(({ server }) => server?.memberCards ?? []),
    memberErasure: entries.flatMap(({ server }) => server?.memberErasure ?? []),
  }
  requireDistinct(
    'payment project',
    registered.payProjects?.map(({ name }) => name),
  )
  requireDistinct(
    'holder of stock',
    registered.stockHolders?.map(({ entity }) => entity),
  )
  const { wallet, memberNotices, payments, stockHolds, questionBank } = supplied
  const locked = [
    ...[wallet, memberNotices, payments, stockHolds, questionBank].flatMap((contract) => contract?.locks ?? []),
    ...(registered.payProjects ?? []).map(({ locks }) => locks),
    ...(registered.memberErasure ?? []).flatMap(({ locks = [] }) => locks.map(({ entity }) => entity)),
    ...(registered.stockHolders ?? []).map(({ entity }) => entity),
  ]
  for (const entity of locked)
    if (!models.some(({ id }) => id === entity))
      throw new Error(`a contract locks records of ${entity}, which does not exist`)
  return { ...supplied, ...registered }
}

/** Names of the contracts that one module supplies for the others. */
const contractNames = [
  'mailer',
  'smsSender',
  'wallet',
  'memberNotices',
  'payments',
  'stockHolds',
  'questionBank',
  'lessons',
] as const

/** The modules that supply contracts, by contract. */
export const suppliersOf = (entries: readonly ModuleEntry[]): Suppliers =>
  Object.fromEntries(
    contractNames.flatMap((name) =>
      entries.flatMap(({ manifest, server }) => (server?.[name] === undefined ? [] : [[name, manifest.name]])),
    ),
  )

/** Pages of tables and hand-written pages, by module. The framework's own are not among them: they cannot be off. */
export const modulePagesOf = (entries: readonly ModuleEntry[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    entries
      .filter(({ manifest }) => manifest.name !== frameworkModule)
      .map(({ manifest, server }) => [
        manifest.name,
        [...Object.keys(manifest.tables), ...(server?.pages ?? []).map(({ name }) => name)],
      ]),
  )

/** The modules in the order of their tables, with what the page of modules says of them. */
export function installedModulesOf(
  entries: readonly ModuleEntry[],
  models: readonly TableModel[],
): readonly InstalledModule[] {
  const suppliers = suppliersOf(entries)
  const moduleOf = new Map(models.map(({ id, module }) => [id, module]))
  return entries.map(({ manifest, server }) => {
    const { name, label, icon } = manifest
    const own = models.filter(({ module }) => module === name)
    const related = own.flatMap(({ fields }) => fields.flatMap(({ relation }) => (relation ? [relation.to] : [])))
    const others = (names: readonly (string | undefined)[]): readonly string[] =>
      [...new Set(names)].filter((other): other is string => other !== undefined && other !== name)
    const contracts = [
      ...(server?.payProjects ? ['payments' as const] : []),
      ...(server?.stockHolders ? ['stockHolds' as const] : []),
    ]
    return {
      name,
      label,
      icon: icon ?? '',
      isFramework: name === frameworkModule,
      tables: own.filter(({ storage }) => storage === 'table').map(({ table }) => table),
      entities: own.map(({ id, label: text, page }) => ({ id, label: text, page })),
      pages: (server?.pages ?? []).map(({ label: text }) => text),
      jobs: (server?.jobs ?? []).map((job) => job.name),
      routes: (server?.routes ?? []).map(({ area, path, method }) => `${method} /${area}/${path}`),
      settings: Object.values(server?.settings ?? {}).map(({ title }) => title),
      needs: others(related.map((id) => moduleOf.get(id))).filter((other) => other !== frameworkModule),
      uses: others(contracts.map((contract) => suppliers[contract])),
    }
  })
}

/** Holds accounts, permissions and files, without which nothing works. */
const frameworkModule = 'system'

/** A member that is `undefined` would hide the default. */
const withoutAbsent = <Parts extends object>(parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as Parts

function requireDistinct(what: string, names: readonly string[] = []): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two modules register the ${what} ${twice}`)
}

/** Lets the modules store what they cannot work without, each in a transaction of its own. */
export async function prepareModules(
  database: Database,
  entries: readonly ModuleEntry[],
  openScope: OpenScope,
): Promise<void> {
  const messages = messagesOf(entries)
  const preparing = entries.filter(({ server }) => server?.prepare)
  if (preparing.length === 0) return
  const scope = await openScope()
  for (const { manifest, server } of preparing)
    await database.write(async (trx) => server?.prepare?.({ ...migrationCall(scope, trx, manifest.name), messages }))
}

/**
 * The effects that actions run, by entity. Throws when a schema names an effect that no module supplies, so that the
 * error appears at the start and not during an action.
 */
export function effectsOf(entries: readonly ModuleEntry[], models: readonly TableModel[]): EffectRegistry {
  const effects = new Map<string, Readonly<Record<string, Effect>>>()
  for (const { manifest, server } of entries)
    for (const [id, own] of Object.entries(server?.effects ?? {})) {
      const twice = Object.keys(own).find((name) => Object.hasOwn(effects.get(id) ?? {}, name))
      // Otherwise the order of the modules would decide what an action does.
      if (twice) throw new Error(`two modules supply the effect ${twice} of ${id}, ${manifest.name} is the second`)
      effects.set(id, { ...effects.get(id), ...own })
    }
  for (const model of models) {
    for (const name of effectNames(model))
      if (!effects.get(model.id)?.[name]) throw new Error(`no module supplies the effect ${name} of ${model.id}`)
  }
  return effects
}

const effectNames = ({ machine }: TableModel): readonly string[] =>
  (machine?.actions ?? []).flatMap((action) =>
    action.effects.flatMap((effect) => ('run' in effect ? [effect.run] : [])),
  )

function loadModels(manifest: ModuleManifest): Promise<readonly TableModel[]> {
  return Promise.all(Object.values(manifest.tables).map((entry) => entry.model()))
}
