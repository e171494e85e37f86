/**
 * The rules derived from the schemas and the hand-written pages: one folder per module, one page per table, one button
 * per action.
 */
import {
  formerNames,
  type RenamedFrom,
  languages,
  nodeOf,
  texts,
  type ModuleManifest,
  type TableModel,
  type Text,
  type TextKey,
} from '../../../protocol/index.ts'
import { frameworkActions } from './framework-actions.ts'

/** What a module contributes to the menu: its manifest and its loaded tables. */
export interface MenuSource {
  readonly manifest: ModuleManifest
  readonly models: readonly TableModel[]
  /** Pages of the module without a table. */
  readonly pages?: readonly MenuPage[]
  /** Rights of the module's routes, below a page each; those that a table declares already are passed over. */
  readonly rights?: readonly RouteRight[]
  readonly roles?: readonly DemoRole[]
}

/** A group of admins that comes with demo data, and with which a new role can begin. */
export interface DemoRole {
  readonly name: Text
  /** Permission nodes, for example `wms/product/add`; ancestors are added. */
  readonly nodes: readonly string[]
}

/** A page that the web part of a module renders. */
export interface MenuPage {
  /** `<module>/<page>`, for example `yard/occupancy`. */
  readonly name: string
  readonly label: Text
  /** Name of a Blueprint icon. */
  readonly icon: string
}

export interface RouteRight {
  /** For example `yard/visit/arrivals`. */
  readonly node: string
  readonly label: Text
}

/** A page without a table. */
export interface ModulePage {
  /**
   * Page name, for example `routine/adminInfo`; the part before the first `/` is its folder, and without one it is at
   * the top level.
   */
  readonly name: string
  readonly label: Text
  readonly icon: string
  /** Actions that need a right of their own. */
  readonly actions: Readonly<Record<string, Text>>
  /** The folder that it is in, when its name does not say so. */
  readonly folder?: 'routine'
  /** Reached in another way than by the menu. */
  readonly hidden?: boolean
  /** Former ids of the entity of the page, for example `wms/shelf`. */
  readonly renamedFrom?: RenamedFrom
}

export interface DerivedRule {
  readonly name: string
  /** The rule's `ruleKey` while its entity had other names; absent = it had none. */
  readonly formerKeys?: readonly string[]
  /** Name of the rule above it, null at the top. */
  readonly parent: string | null
  readonly type: 'menu_dir' | 'menu' | 'button'
  readonly label: Text
  readonly icon: string
  readonly weigh: number
  readonly hidden: boolean
}

/** By name in lower case, parents before children. */
export type DerivedRules = ReadonlyMap<string, DerivedRule>

/** Of an entity's id and of the name of its page, which writes words in another way. */
export const ruleKey = (name: string): string => name.toLowerCase().replaceAll('_', '')

export function deriveRules(sources: readonly MenuSource[], pages: readonly ModulePage[] = []): DerivedRules {
  const derivedRules = new Map<string, DerivedRule>()
  const add = (rule: Omit<DerivedRule, 'hidden'> & { readonly hidden?: boolean }): void => {
    const key = rule.name.toLowerCase()
    if (!derivedRules.has(key)) derivedRules.set(key, { hidden: false, ...rule })
  }
  for (const page of pages) {
    const folder = page.name.includes('/') ? folderRule(page.folder ?? page.name, null, 0) : null
    addPage(add, page, folder, 700)
  }
  for (const { manifest, models } of sources) {
    inMenuOrder(manifest, models).forEach((model, at) =>
      addPage(add, pageOf(model), folderRule(model.page, manifest, 1000 - manifest.order), 800 - at),
    )
  }
  for (const { manifest, pages: own = [] } of sources) own.forEach((page, at) => addOwnPage(add, manifest, page, at))
  for (const { rights = [] } of sources) rights.forEach((right, at) => addRight(add, derivedRules, right, at))
  return derivedRules
}

/** In the menu it follows the tables of its module. Throws when the page belongs to another module. */
function addOwnPage(add: Add, manifest: ModuleManifest, page: MenuPage, at: number): void {
  if (!page.name.toLowerCase().startsWith(`${manifest.name}/`))
    throw new Error(`the name of the page ${page.name} must begin with ${manifest.name}/`)
  addPage(add, { ...page, actions: {} }, folderRule(page.name, manifest, 1000 - manifest.order), 600 - at)
}

/** Throws when the page of the right does not exist: nobody could be granted it. */
function addRight(add: Add, derivedRules: DerivedRules, { node, label }: RouteRight, at: number): void {
  const page = derivedRules.get(node.slice(0, node.lastIndexOf('/')).toLowerCase())
  if (page?.type !== 'menu') throw new Error(`the right ${node} of a route belongs to no page`)
  add({ name: node, parent: page.name, type: 'button', label, icon: '', weigh: 50 - at })
}

type Add = (rule: Omit<DerivedRule, 'hidden'> & { readonly hidden?: boolean }) => void

function addPage(add: Add, page: ModulePage, folder: Omit<DerivedRule, 'hidden'> | null, weigh: number): void {
  if (folder) add(folder)
  const formerOf = (rest: string): { formerKeys?: readonly string[] } =>
    page.renamedFrom === undefined
      ? {}
      : { formerKeys: formerNames(page.renamedFrom).map((from) => ruleKey(from + rest)) }
  add({
    name: page.name,
    ...formerOf(''),
    parent: folder?.name ?? null,
    type: 'menu',
    label: page.label,
    icon: page.icon,
    weigh: folder ? (usualWeight(page.name) ?? weigh) : 2000,
    hidden: page.hidden ?? false,
  })
  Object.entries(page.actions).forEach(([action, label], at) =>
    add({
      name: nodeOf({ page: page.name }, action),
      ...formerOf(`/${action}`),
      parent: page.name,
      type: 'button',
      label,
      icon: '',
      weigh: 100 - at,
    }),
  )
}

/**
 * The pages of a folder follow the order of BuildAdmin's menu where it has them; others follow in the order of their
 * modules.
 */
const usualOrder: readonly string[] = [
  'auth/group',
  'auth/admin',
  'auth/rule',
  'auth/adminlog',
  'routine/config',
  'modulestore/modulestore',
  'crud/crud',
  'routine/attachment',
  'routine/admininfo',
  'security/datarecyclelog',
  'security/datarecycle',
  'security/sensitivedatalog',
  'security/sensitivedata',
]

function usualWeight(page: string): number | null {
  const at = usualOrder.indexOf(page.toLowerCase())
  return at < 0 ? null : 900 - at
}

function inMenuOrder({ menu }: ModuleManifest, models: readonly TableModel[]): readonly TableModel[] {
  const rank = (model: TableModel): number => (menu.includes(model.page) ? menu.indexOf(model.page) : menu.length)
  return models
    .filter((model) => model.storage === 'table' && (model.actions.length > 0 || model.machine !== undefined))
    .sort((one, other) => rank(one) - rank(other))
}

function pageOf(model: TableModel): ModulePage {
  const machine = (model.machine?.actions ?? []).flatMap((action) => [
    [action.name, action.label] as const,
    ...action.rights.map((right) => [right.name, right.label] as const),
  ])
  const actions = Object.fromEntries([
    ...model.actions.map((action) => [action, textOf(`action.${action}`)] as const),
    ...machine,
    ...Object.entries(frameworkActions[model.page] ?? {}),
  ])
  return {
    name: model.page,
    label: model.label,
    icon: model.icon ?? '',
    actions,
    hidden: !model.actions.includes('index'),
    ...(model.renamedFrom !== null && { renamedFrom: model.renamedFrom }),
  }
}

const folders: Readonly<Record<string, { readonly text: TextKey; readonly icon: string; readonly weigh: number }>> = {
  auth: { text: 'menu.auth', icon: 'shield', weigh: 90 },
  user: { text: 'menu.user', icon: 'people', weigh: 80 },
  routine: { text: 'menu.routine', icon: 'cog', weigh: 70 },
  security: { text: 'menu.security', icon: 'lock', weigh: 60 },
}

/** Folders whose names the framework defines; any other is that of the module. */
function folderRule(page: string, manifest: ModuleManifest | null, weigh: number): Omit<DerivedRule, 'hidden'> {
  const [name = page] = page.split('/')
  const known = Object.hasOwn(folders, name) ? folders[name] : null
  if (known)
    return { name, parent: null, type: 'menu_dir', label: textOf(known.text), icon: known.icon, weigh: known.weigh }
  return {
    name,
    parent: null,
    type: 'menu_dir',
    label: manifest?.label ?? { 'zh-cn': name, en: name },
    icon: manifest?.icon ?? '',
    weigh,
  }
}

function textOf(key: TextKey): Text {
  return Object.fromEntries(languages.map((language) => [language, texts[language][key]])) as Text
}
