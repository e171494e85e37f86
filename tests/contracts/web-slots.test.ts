/** The contract of every slot of the web client, as `slots.test.ts` has it for the server. */
import type { ComponentType } from 'react'
import type { ModuleManifest, Theme } from 'tablewright/protocol'
import { afterAll, describe, expect, it } from 'vitest'
import {
  loadComponents,
  loadContributions,
  loadDashboardSections,
  loadMemberArea,
  loadMemberPages,
  loadModulePage,
  loadReplacement,
  memberSignInLoader,
  moduleThemes,
  registerModules,
  screens,
  type ModuleComponents,
  type WebModule,
} from '../../runtime/web/core/module-registry.ts'
import { themeCss } from '../../runtime/web/core/theme/module-themes.ts'
import type { MemberPage } from '../../runtime/web/define-module.ts'
import { membersOfInterface } from './declared-names.ts'

/** Components by the module they are of. */
const components: Readonly<Record<string, ComponentType>> = { first: () => null, second: () => null }
const nameOf = (component: unknown): string | undefined =>
  Object.keys(components).find((name) => components[name] === component)
const load = (name: string) => async (): Promise<ComponentType> => components[name] as ComponentType

const manifestOf = (name: string): ModuleManifest => ({
  name,
  label: { 'zh-cn': name, en: name },
  icon: null,
  order: 1,
  menu: [],
  tables: {},
})

/** Registers two modules in that order, each with what `add` says. */
function register(names: readonly string[], add: (name: string) => Partial<WebModule & ModuleComponents>): void {
  const modules = names.map((name): readonly [string, WebModule] => {
    const { memberArea, memberSignIn, screens: own, ...parts } = add(name)
    return [
      name,
      {
        manifest: async () => manifestOf(name),
        components: async () => ({ widgets: {}, cells: {}, ...parts }),
        ...(memberArea && { memberArea }),
        ...(memberSignIn && { memberSignIn }),
        ...(own && { screens: own }),
      },
    ]
  })
  registerModules({ modules: Object.fromEntries(modules), validators: {} })
}
afterAll(() => registerModules({ modules: {}, validators: {} }))

interface Slot {
  readonly add: (name: string) => Partial<WebModule & ModuleComponents>
  /** The components that arrived, in the order they are rendered. */
  readonly arrived: () => Promise<readonly unknown[]>
  /** The modules whose components these are, for modules in that order. */
  readonly expected: (names: readonly string[]) => readonly string[]
}

/** What a module names for its own entities: each module has its own, whatever the order. */
const own = ['first', 'second']
const replacement = (part: 'forms' | 'lists'): Slot => ({
  add: (name) => ({ [part]: { [`${name}/visit`]: load(name), 'third/visit': load(name) } }),
  arrived: () =>
    Promise.all([...own, 'third'].map((module) => loadReplacement({ id: `${module}/visit`, module }, part))),
  expected: () => own,
})
/** What modules add to a table of another one: two of each, shown in the order of the modules. */
const added = (part: 'toolbar' | 'panels', declare: (name: string) => object): Slot => ({
  add: (name) => ({ [part]: { 'third/visit': [declare(name), declare(name)], 'third/other': [declare('first')] } }),
  arrived: async () => {
    const found = await loadContributions<Record<string, () => Promise<ComponentType>>>('third/visit', part)
    expect(new Set(found.map(({ key }) => key)).size).toBe(found.length)
    return Promise.all(found.map(({ part: one }) => (one['dialog'] ?? one['panel'])?.()))
  },
  expected: (names) => names.flatMap((name) => [name, name]),
})
const named = (part: 'widgets' | 'cells'): Slot => ({
  add: (name) => ({ [part]: { lamp: load(name) } }),
  arrived: () => Promise.all(own.map(async (module) => (await loadComponents(module))?.[part]['lamp']?.())),
  expected: () => own,
})

const slots: Readonly<Record<keyof ModuleComponents | 'memberArea' | 'memberSignIn' | 'screens', Slot>> = {
  widgets: named('widgets'),
  cells: named('cells'),
  pages: {
    add: (name) => ({ pages: { [`${name}/map`]: load(name) } }),
    arrived: () => Promise.all(['first/map', 'second/map', 'first/other'].map(loadModulePage)),
    expected: () => own,
  },
  dashboard: {
    add: (name) => ({ dashboard: [load(name), load(name)] }),
    arrived: async () => Promise.all((await loadDashboardSections()).map((section) => section.load())),
    expected: (names) => names.flatMap((name) => [name, name]),
  },
  memberPages: {
    add: (name) => ({
      memberPages: [{ path: `${name}/visits`, label: { 'zh-cn': name, en: name }, page: load(name) }],
    }),
    arrived: async () => Promise.all((await loadMemberPages<MemberPage>()).map(({ page }) => page())),
    expected: (names) => names,
  },
  forms: replacement('forms'),
  lists: replacement('lists'),
  toolbar: added('toolbar', (name) => ({
    label: { 'zh-cn': name, en: name },
    icon: 'tick',
    right: null,
    dialog: load(name),
  })),
  panels: added('panels', (name) => ({ label: { 'zh-cn': name, en: name }, right: null, panel: load(name) })),
  // One module has the area of members: the first.
  memberArea: {
    add: (name) => ({ memberArea: load(name) }),
    arrived: async () => [await loadMemberArea()],
    expected: (names) => names.slice(0, 1),
  },
  memberSignIn: {
    add: (name) => ({ memberSignIn: load(name) }),
    arrived: async () => [await memberSignInLoader()?.()],
    expected: (names) => names.slice(0, 1),
  },
  screens: {
    add: (name) => ({ screens: { [`/${name}`]: load(name), '/both': load(name) } }),
    arrived: () => Promise.all(screens().map((screen) => screen.load())),
    expected: (names) => names.flatMap((name) => [name, name]),
  },
}

describe('slots of the web client', () => {
  it('have a contract each', () => {
    const declared = membersOfInterface('runtime/web/define-module.ts', 'NamedComponents')
    const registered = membersOfInterface('runtime/web/core/module-registry.ts', 'WebModule')
    // Each module has its own manifest and its own page; the pages of the site are those of the first that has them.
    const others = registered.filter((name) => !['manifest', 'components', 'page', 'site'].includes(name))
    expect([...Object.keys(slots), 'theme'].sort()).toEqual([...declared, ...others].toSorted())
    expect(membersOfInterface('runtime/web/core/module-registry.ts', 'ModuleComponents').toSorted()).toEqual(
      declared.toSorted(),
    )
  })

  it.each(Object.entries(slots))('%s: two modules add to it, in their order', async (_slot, slot) => {
    for (const names of [own, own.toReversed()]) {
      register(names, slot.add)
      const found = (await slot.arrived()).filter((one) => one !== null)
      expect(found.map(nameOf)).toEqual(slot.expected(names))
    }
  })

  it('theme: of what two modules set, the later one wins; the rest of both stays', () => {
    const themes: Readonly<Record<string, Theme>> = {
      first: { light: { accent: '#111111', muted: '#222222' }, shape: { radius: '1px' } },
      second: { light: { accent: '#333333' }, dark: { accent: '#444444' } },
    }
    for (const [names, accent] of [[own, '#333333'] as const, [own.toReversed(), '#111111'] as const]) {
      const modules = names.map(
        (name) => [name, { manifest: async () => manifestOf(name), theme: themes[name]! }] as const,
      )
      registerModules({ modules: Object.fromEntries(modules), validators: {} })
      expect(themeCss(moduleThemes())).toBe(
        `:root{--tw-muted:#222222;--tw-accent:${accent};--tw-radius:1px;}` +
          ":root[data-theme='dark']{--tw-accent:#444444;}",
      )
    }
  })

  it('theme: what is no token, or no value of one, is left out', () => {
    const theme = { light: { acent: '#111111', accent: 'red', text: '#000000' }, shape: { radius: '1em;}' } } as object
    expect(themeCss([theme])).toBe(":root{--tw-text:#000000;}:root[data-theme='dark']{}")
  })

  it.each(Object.entries(slots))('%s: a module that adds nothing leaves it to the others', async (_slot, slot) => {
    register(own, (name) => (name === 'second' ? slot.add(name) : {}))
    const found = (await slot.arrived()).filter((one) => one !== null && one !== undefined)
    expect(new Set(found.map(nameOf))).toEqual(new Set(['second']))
  })
})
