/** The modules and compiled validators of the application. Registered once, before anything is rendered. */
import type { ComponentType, JSXElementConstructor } from 'react'
import { session } from './auth/session.ts'
import type { FormModel, ModuleManifest, TableEntry, TableModel, Text, Theme } from '../../protocol/index.ts'

type ComponentLoaders = Readonly<Record<string, () => Promise<JSXElementConstructor<never>>>>

/**
 * Hand-written components by name. Their props are typed where they are declared and where they are used (`fields`).
 */
export interface ModuleComponents {
  readonly widgets: ComponentLoaders
  readonly cells: ComponentLoaders
  /** Pages without a table, by name. */
  readonly pages?: Readonly<Record<string, () => Promise<ComponentType>>>
  /** Sections of the dashboard, in the order they are shown. */
  readonly dashboard?: readonly (() => Promise<ComponentType>)[]
  /** Pages of the member area. */
  readonly memberPages?: readonly object[]
  /** In the place of generated forms and lists, by id of the table. */
  readonly forms?: ComponentLoaders
  readonly lists?: ComponentLoaders
  /** In the toolbar of lists and below the fields of records, by id of the table. */
  readonly toolbar?: Readonly<Record<string, readonly object[]>>
  readonly panels?: Readonly<Record<string, readonly object[]>>
}

export interface WebModule {
  readonly manifest: () => Promise<ModuleManifest>
  /** Hand-written cells and widgets, when the module has any. */
  readonly components?: () => Promise<ModuleComponents>
  /** Everything at `/user`, for members; at most one module has it. */
  readonly memberArea?: () => Promise<ComponentType>
  /**
   * Everything that visitors see: the home page, and all below `/<module>`; at most one module has it. Its component
   * reads the address from the router.
   */
  readonly site?: () => Promise<ComponentType>
  /** Name of its page that loads without the client (`q` for `/q/…`), to which `/#/<module>/…` leads. */
  readonly page?: string
  /** Pages outside the administration and the member area that fill the window, by their path (`/faceid`). */
  readonly screens?: Readonly<Record<string, () => Promise<ComponentType>>>
  /** Colors and corners; needed before the first page is painted, and therefore no part of `components`. */
  readonly theme?: Theme
  /** Its page `/user/login`, which works without the router and is there before the rest of the area. */
  readonly memberSignIn?: () => Promise<ComponentType>
}

/** Compiled validators of one table by schema, as rjsf's precompiled validator takes them. */
export type ValidatorMap = Readonly<Record<string, unknown>>
export type ValidatorLoaders = Readonly<Record<string, () => Promise<{ readonly validators: ValidatorMap }>>>

export interface WebOptions {
  /** By name of the module. */
  readonly modules: Readonly<Record<string, WebModule>>
  /** By id of the table (`wms/product`). */
  readonly validators: ValidatorLoaders
}

let parts: WebOptions = { modules: {}, validators: {} }

export function registerModules(options: WebOptions): void {
  parts = options
}

let replacements = 0
const listeners = new Set<() => void>()

/** Puts modules that were edited in the place of those before, while one develops. */
export function replaceModules(options: WebOptions): void {
  parts = options
  replacements++
  for (const listener of listeners) listener()
}

/** How often modules were replaced: what was loaded from them at another count is out of date. */
export const replacementCount = (): number => replacements

/** Calls `listener` after each replacement; returns the function that ends it. */
export function onReplaced(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Names of the modules that the site has not switched off. */
const namesOfActive = (): readonly string[] =>
  Object.keys(parts.modules).filter((name) => !session.site.modulesOff.includes(name))

/** The address outside the client that a path of it leads to; null where there is none. */
export function standaloneAddress(path: string): string | null {
  const [, module = '', part = ''] = path.split('/')
  const page = parts.modules[module]?.page
  return page === undefined || part === '' ? null : `/${page}/${encodeURIComponent(part)}`
}

/** The pages of modules that fill the window; of two with the same path the first one is shown. */
export const screens = (): readonly Screen[] =>
  Object.entries(parts.modules).flatMap(([module, own]) =>
    Object.entries(own.screens ?? {}).map(([path, load]) => ({ module, path, load })),
  )

interface Screen {
  readonly module: string
  readonly path: string
  readonly load: () => Promise<ComponentType>
}

/** Whether the site has not switched the module off, as far as the settings of the site are known. */
export const isActive = (module: string): boolean => namesOfActive().includes(module)

/** The table of a page; null when no module has that page. Pages are compared without case. */
async function findTable(page: string): Promise<TableEntry | null> {
  const lowerPage = page.toLowerCase()
  const first = parts.modules[lowerPage.split('/')[0] ?? '']
  const others = Object.values(parts.modules).filter((module) => module !== first)
  for (const module of first ? [first, ...others] : others) {
    const manifest = await module.manifest()
    const table = Object.entries(manifest.tables).find(([name]) => name.toLowerCase() === lowerPage)
    if (table) return table[1]
  }
  return null
}

/** What one record of each table is called, by page in lower case; without modules that cannot be loaded. */
export async function loadSingularLabels(): Promise<ReadonlyMap<string, Text>> {
  const results = await Promise.allSettled(Object.values(parts.modules).map((module) => module.manifest()))
  return new Map(
    results.flatMap((result) =>
      result.status === 'fulfilled'
        ? Object.entries(result.value.tables).map(([page, { singular }]) => [page.toLowerCase(), singular] as const)
        : [],
    ),
  )
}

/** The model of a page; null when no module has that page. */
export async function loadModel(page: string): Promise<TableModel | null> {
  const table = await findTable(page)
  return table ? await table.model() : null
}

/** The form of a table. Rejects when the application does not know the table. */
export async function loadForm(model: Pick<TableModel, 'page' | 'id'>): Promise<FormModel> {
  const table = await findTable(model.page)
  if (!table) throw new Error(`no form for ${model.id}`)
  return await table.form()
}

/** The form of an action with input. Rejects when the application has none. */
export async function loadActionForm(model: Pick<TableModel, 'page' | 'id'>, action: string): Promise<FormModel> {
  const table = await findTable(model.page)
  const load = table?.actions?.[action]
  if (!load) throw new Error(`no form for ${model.id}/${action}`)
  return await load()
}

/** The compiled validators of a table, or of a dialog by the id of its form. Rejects when the build contains none. */
export async function loadValidators(model: Pick<TableModel, 'id'>): Promise<ValidatorMap> {
  const load = parts.validators[model.id]
  if (!load) throw new Error(`no validator for ${model.id}`)
  return (await load()).validators
}

/** The hand-written components of a module; null when it has none. */
export async function loadComponents(module: string): Promise<ModuleComponents | null> {
  return (await parts.modules[module]?.components?.()) ?? null
}

/**
 * What the module of a table puts in the place of its generated form or list; null when it leaves it as it is. Rejects
 * when its code cannot be loaded.
 */
export async function loadReplacement<Props>(
  { id, module }: Pick<TableModel, 'id' | 'module'>,
  part: 'forms' | 'lists',
): Promise<ComponentType<Props> | null> {
  const load = (await loadComponents(module))?.[part]?.[id]
  // Forms and lists get the props of what they replace.
  return load ? ((await load()) as unknown as ComponentType<Props>) : null
}

/** What one module adds to a place. */
export interface Contribution<Part> {
  /** Differs from that of all others in the same place. */
  readonly key: string
  readonly part: Part
}

/**
 * What modules add to a table, in their order; without those of modules that cannot be loaded now. Parts are typed
 * where they are declared and where they are used.
 */
export async function loadContributions<Part extends object>(
  table: string,
  slot: 'toolbar' | 'panels',
): Promise<readonly Contribution<Part>[]> {
  const names = namesOfActive()
  const results = await Promise.allSettled(names.map(loadComponents))
  return results.flatMap((result, module) =>
    result.status === 'fulfilled'
      ? (result.value?.[slot]?.[table] ?? []).map((part, index) => ({
          key: `${names[module]}/${index}`,
          part: part as Part,
        }))
      : [],
  )
}

/**
 * The sections of the dashboard, in the order of the modules; without those of modules that cannot be loaded now. A
 * section loads when it is rendered.
 */
export async function loadDashboardSections(): Promise<readonly DashboardSection[]> {
  const names = namesOfActive()
  const results = await Promise.allSettled(names.map(loadComponents))
  return results.flatMap((result, module) =>
    result.status === 'fulfilled'
      ? (result.value?.dashboard ?? []).map((load, index) => ({ key: `${names[module]}/${index}`, load }))
      : [],
  )
}

interface DashboardSection {
  readonly key: string
  readonly load: () => Promise<ComponentType>
}

/**
 * The pages that modules add to the member area, in their order; without those of modules that cannot be loaded now.
 * They are typed where they are declared and where they are used.
 */
export async function loadMemberPages<Page extends object>(): Promise<readonly Page[]> {
  const results = await Promise.allSettled(namesOfActive().map(loadComponents))
  return results.flatMap((result) =>
    result.status === 'fulfilled' ? ((result.value?.memberPages ?? []) as readonly Page[]) : [],
  )
}

/** The themes of the modules, in their order. */
export const moduleThemes = (): readonly Theme[] => Object.values(parts.modules).flatMap(({ theme }) => theme ?? [])

/** What loads the sign-in page of members by itself; undefined when no module has one. */
export const memberSignInLoader = () => Object.values(parts.modules).find((module) => module.memberSignIn)?.memberSignIn

const memberAreaLoader = () =>
  namesOfActive()
    .map((name) => parts.modules[name])
    .find((module) => module?.memberArea)?.memberArea

export const hasMemberArea = (): boolean => memberAreaLoader() !== undefined

/** The area of members; null when no module has one. */
export const loadMemberArea = async (): Promise<ComponentType | null> => (await memberAreaLoader()?.()) ?? null

/** Name of the module with the pages of visitors. */
const siteModule = (): string | undefined => Object.keys(parts.modules).find((name) => parts.modules[name]?.site)

/** Whether visitors have a page there: the home page is one as soon as a module has any. */
export function isSitePath(pathname: string): boolean {
  const name = siteModule()
  return name !== undefined && (pathname === '/' || pathname === `/${name}` || pathname.startsWith(`/${name}/`))
}

/** The pages of visitors; null when no module has them. */
export const loadSitePages = async (): Promise<ComponentType | null> =>
  (await parts.modules[siteModule() ?? '']?.site?.()) ?? null

/** The hand-written page of that name; null when no module has one. Pages are compared without case. */
export async function loadModulePage(page: string): Promise<ComponentType | null> {
  const lowerPage = page.toLowerCase()
  const { pages = {} } = (await loadComponents(lowerPage.split('/')[0] ?? '')) ?? {}
  const load = Object.entries(pages).find(([name]) => name.toLowerCase() === lowerPage)?.[1]
  return load ? await load() : null
}
