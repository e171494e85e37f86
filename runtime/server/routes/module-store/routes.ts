/**
 * The page of modules: what is installed, and switching modules off and on for this site. The market of BuildAdmin has
 * nothing to offer here: modules come with the package, and a developer adds them.
 */
import { codes, type Language } from '../../../protocol/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { requireActor } from '../../operation/access/actor.ts'
import { bumpAccessVersion } from '../../operation/access/access-version.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../../http/route.ts'
import type { InstalledModule } from './installed-module.ts'

const page = 'moduleStore/moduleStore'

/** States of modules on the wire: those of BuildAdmin's store. */
const states = { installed: 1, disabled: 6 } as const

export function moduleStoreRoutes(installed: readonly InstalledModule[]): readonly Route[] {
  const route = (
    action: string,
    method: 'GET' | 'POST',
    node: string,
    handler: (scope: RequestScope) => Promise<RouteAnswer>,
  ): Route =>
    defineRoute({
      area: 'admin',
      controller: 'module',
      action,
      method,
      login: 'admin',
      node: `${page}/${node}`,
      handler,
    })
  return [
    route('index', 'GET', 'index', async (scope) => ({
      data: {
        sysVersion: scope.settings.version,
        installed: installed.map((module) => describe(module, installed, scope)),
      },
    })),
    route('state', 'GET', 'index', async (scope) => {
      const { name } = requireModule(installed, scope.query.get('uid'))
      return { data: { state: stateOf(name, scope) } }
    }),
    route('data', 'GET', 'index', async (scope) => {
      const { tables } = requireModule(installed, scope.query.get('uid'))
      return { data: await scope.database.adapter.storedSize(scope.database.query, tables) }
    }),
    route('changeState', 'POST', 'changeState', (scope) => changeState(installed, scope)),
  ]
}

const stateOf = (name: string, { settings }: RequestScope): number =>
  settings.modulesOff.includes(name) ? states.disabled : states.installed

function requireModule(installed: readonly InstalledModule[], uid: unknown): InstalledModule {
  const module = installed.find(({ name }) => name === uid)
  if (!module) throw new OperationError('not_found', { text: 'modules.unknown' })
  return module
}

function describe(module: InstalledModule, installed: readonly InstalledModule[], scope: RequestScope): object {
  const { language, settings } = scope
  const { name, label, icon, isFramework, tables, entities, pages, jobs, routes, settings: own, needs, uses } = module
  const labelOf = (other: string): string => installed.find((item) => item.name === other)?.label[language] ?? other
  return {
    uid: name,
    title: label[language],
    icon,
    version: settings.version,
    state: stateOf(name, scope),
    fixed: isFramework,
    tables: tables.length,
    entities: entities.map(({ id, label: text, page: path }) => ({ id, title: text[language], page: path })),
    pages: pages.map((text) => text[language]),
    jobs,
    routes,
    settings: own.map((text) => text[language]),
    needs: needs.map((other) => ({ uid: other, title: labelOf(other) })),
    uses: uses.map((other) => ({ uid: other, title: labelOf(other) })),
    neededBy: installed.flatMap((other) =>
      other.needs.includes(name)
        ? [{ uid: other.name, title: other.label[language], state: stateOf(other.name, scope) }]
        : [],
    ),
    usedBy: installed.flatMap((other) =>
      other.uses.includes(name) ? [{ uid: other.name, title: other.label[language] }] : [],
    ),
  }
}

async function changeState(installed: readonly InstalledModule[], scope: RequestScope): Promise<RouteAnswer> {
  const { body, database, settingsStore, language, audit } = scope
  // Guard T23: a module is switched for everybody, also for those above the caller, so only super administrators do it.
  if (!requireActor(scope).super) return { code: codes.forbidden, msg: t(language, 'modules.super'), data: [] }
  const module = requireModule(installed, body['uid'])
  const state = readState(body['state'])
  if (module.isFramework) throw new OperationError('bad_state', { text: 'modules.framework' })
  const off = await database.write(async (trx) => {
    // Two people who switch at once wait for each other here.
    await bumpAccessVersion(trx)
    settingsStore.invalidate()
    const before = new Set((await settingsStore.current()).modulesOff)
    const isOff = (name: string): boolean => before.has(name)
    const dependants = installed.filter(({ name, needs }) => needs.includes(module.name) && !isOff(name))
    if (state === states.disabled && dependants.length > 0)
      throw new OperationError('in_use', { text: 'modules.needed', params: { names: namesOf(dependants, language) } })
    const missing = installed.filter(({ name }) => module.needs.includes(name) && isOff(name))
    if (state === states.installed && missing.length > 0)
      throw new OperationError('bad_state', { text: 'modules.needs', params: { names: namesOf(missing, language) } })
    if (state === states.disabled) before.add(module.name)
    else before.delete(module.name)
    await settingsStore.setModulesOff(trx, [...before])
    await audit?.(trx, { title: switchTitle, data: { module: module.name, state } })
    return [...before]
  })
  settingsStore.invalidate()
  return {
    msg: t(language, off.includes(module.name) ? 'modules.off' : 'modules.on', { name: module.label[language] }),
    data: { state },
  }
}

const namesOf = (modules: readonly InstalledModule[], language: Language): string =>
  new Intl.ListFormat(language === 'zh-cn' ? 'zh-CN' : 'en').format(modules.map(({ label }) => label[language]))

/** Clients send the number of the state, or whether the module is on. */
function readState(input: unknown): number {
  if (input === true || input === states.installed || input === '1') return states.installed
  if (input === false || input === 0 || input === '0' || input === states.disabled || input === '6')
    return states.disabled
  throw new OperationError('invalid', { text: 'modules.state' })
}

const switchTitle = { 'zh-cn': '切换模块', en: 'Switch a module' } as const
