/** Rules about the sources of the web client that no type can hold. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const web = join(root, 'runtime/web')
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts') && name !== 'vite.config.ts')
  .map((name) => ({ name, text: readFileSync(join(web, name), 'utf8') }))
const moduleSources = readdirSync(join(root, 'runtime/modules'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.tsx'))
  .map((name) => ({ name: `modules/${name}`, text: readFileSync(join(root, 'runtime/modules', name), 'utf8') }))
const holding = (shape: RegExp): string[] => sources.filter(({ text }) => shape.test(text)).map(({ name }) => name)

/** Files reached from `entry` by static imports of values, that is: what loads before anything is asked for. */
function loadedAtOnce(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !existsSync(entry)) return seen
  seen.add(entry)
  const text = readFileSync(entry, 'utf8')
  for (const match of text.matchAll(/^(?:import|export)(?!\s+type\b)\s[^'"]*?from '([^']+)'|^import '([^']+)'/gm)) {
    const path = match[1] ?? match[2]!
    if (path.startsWith('.')) loadedAtOnce(join(dirname(entry), path), seen)
  }
  return seen
}

describe('the sources of the web client', () => {
  it("use neither Blueprint's Popover nor its Select", () => {
    expect(holding(/import[^;]*\{[^}]*\b(Popover|ContextMenuPopover)\b[^}]*\} from '@blueprintjs\/core'/)).toEqual([])
    expect(holding(/import[^;]*\{[^}]*\b(Select|MultiSelect)\b[^}]*\} from '@blueprintjs\/select'/)).toEqual([])
  })

  it('open panels in one way, which knows the theme of the page and leaves the focus to who has gone on', () => {
    const panels = [...sources, ...moduleSources].filter(({ text }) => text.includes('<PopoverNext'))
    expect(panels.map(({ name }) => name)).toEqual(['core/popover/AnchoredPopover.tsx'])
    expect(panels[0]?.text).toContain('inheritDarkTheme={false}')
  })

  it('listen to keys of the page in one way, which knows whether somebody writes', () => {
    const places = [...sources, ...moduleSources].filter(({ text }) =>
      /\b(document|window)\.addEventListener\('key/.test(text),
    )
    expect(places.map(({ name }) => name)).toEqual(['core/page/single-keys.ts'])
  })

  it('name no icon by a text: that would load every icon there is', () => {
    const byText = /\b(icon|leftIcon|rightIcon|endIcon)=(["']|\{[^<}]*["'][a-z-]+["'](?![^<}]*<))/
    const all = /\bIconNames?\b.*from '@blueprintjs\/icons'/
    const naming = [...sources, ...moduleSources].filter(({ text }) => byText.test(text) || all.test(text))
    expect(naming.map(({ name }) => name)).toEqual([])
  })

  it('disable no button of a form while it is sent: the focus would be lost, and Enter would do nothing', () => {
    const buttons = [...sources, ...moduleSources].flatMap(({ name, text }) =>
      [...text.matchAll(/<Button\b(?:[^>]|=>)*\/>/g)].map(([button]) => ({ name, button })),
    )
    expect(buttons.length).toBeGreaterThan(100)
    expect(buttons.filter(({ button }) => /type="submit"/.test(button) && /\sloading=/.test(button))).toEqual([])
  })

  it('join names for assistive technology with the colon of the language', () => {
    expect(holding(/(?:aria-label|title|placeholder)=\{`[^`]*\}: \$\{/)).toEqual([])
  })

  it('hold no text a browser would run as code', () => {
    expect(holding(/dangerouslySetInnerHTML|\.innerHTML\s*=|\beval\(|new Function\(/)).toEqual([])
  })

  it('the page itself holds no script and no style', () => {
    const page = readFileSync(join(web, 'index.html'), 'utf8')
    expect(
      [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)].map(([, attributes, body]) => [
        /\bsrc=/.test(attributes!),
        body,
      ]),
    ).toEqual([[true, '']])
    expect(page).not.toMatch(/<style|\son\w+=|style=/)
  })

  it('the sign-in page loads nothing of lists, forms and the admin area', () => {
    const loaded = [...loadedAtOnce(join(root, 'runtime/main.web.tsx'))].map((path) => relative(web, path))
    expect(loaded).toContain(join('identity', 'session', 'SignInPage.tsx'))
    // Functions that modules use, without imports of their own but the protocol.
    const own = String.raw`fields(?![\\/](record-names|number[\\/]format)\.ts)`
    const later = new RegExp(String.raw`^(records|form|${own}|shell[\\/]admin|shell[\\/]menu)[\\/]`)
    expect(loaded.filter((path) => later.test(path))).toEqual([])
  })

  it('the sign-in pages load neither the router nor axios nor the texts of the protocol', () => {
    const entries = ['runtime/main.web.tsx', 'runtime/modules/member/web/sign-in/SignInPage.tsx']
    const loaded = entries.flatMap((entry) => [...loadedAtOnce(join(root, entry))]).map((path) => relative(root, path))
    expect(loaded).toContain(join('runtime', 'modules', 'member', 'web', 'sign-in', 'LoginForm.tsx'))
    const packages = /^import (?!type\b)[^'"]*from '(react-router-dom|axios|i18next|react-dom\/client)'/gm
    const used = loaded.flatMap((path) =>
      [...readFileSync(join(root, path), 'utf8').matchAll(packages)].map((match) => match[1]),
    )
    expect([...new Set(used)].sort()).toEqual(['i18next', 'react-dom/client'])
    expect(loaded).not.toContain(join('runtime', 'i18n', 'i18n.ts'))
  })

  it('a list and its actions load without the texts of the protocol', () => {
    const loaded = ['records/list/TablePage.tsx', 'records/list/actions/index.ts'].flatMap((entry) => [
      ...loadedAtOnce(join(web, entry)),
    ])
    expect(loaded).toContain(join(web, 'records/actions/available-actions.ts'))
    expect(loaded).not.toContain(join(root, 'runtime/i18n/i18n.ts'))
  })

  it('the shell and a list load no dialog, drawer or popover, and the small one of the routers', () => {
    const entries = ['Pages.tsx', 'admin/AdminShell.tsx', 'admin/load-page.ts'].map((name) => `shell/${name}`)
    const parts = [
      'records/list/TablePage.tsx',
      'records/list/actions/index.ts',
      'records/list/query/prefetched-rows.ts',
    ]
    const loaded = [...entries, ...parts].flatMap((entry) => [...loadedAtOnce(join(web, entry))])
    expect(loaded).toContain(join(web, 'core/popover/PopoverButton.tsx'))
    const overlays = /^import [^'"]*\b(Dialog|Drawer|Overlay2|PopoverNext|Portal)\b[^'"]*from '@blueprintjs\/core'/m
    const routers = /\b(RouterProvider|create\w+Router|useBlocker)\b[^'"]*from 'react-router-dom'/
    expect(loaded.filter((path) => overlays.test(readFileSync(path, 'utf8')))).toEqual([])
    expect(holding(routers)).toEqual([])
  })

  it('no form refers to, merges or chooses schemas, which the browser bundle could not do', () => {
    const generated = join(root, 'generated')
    const forms = readdirSync(generated, { recursive: true, encoding: 'utf8' }).filter((name) =>
      /(^|[\\/])(form|audit|ship|unaudit|unship|move)\.ts$/.test(name),
    )
    expect(forms.length).toBeGreaterThan(20)
    expect(forms.filter((name) => /\$ref|allOf|anyOf|oneOf/.test(readFileSync(join(generated, name), 'utf8')))).toEqual(
      [],
    )
  })
})

describe('icons', () => {
  it('of the shipped menus are all in the first map, so that a menu needs no second piece', () => {
    const schemas = join(root, 'schemas')
    const texts = readdirSync(schemas, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFileSync(join(schemas, name), 'utf8'))
    // Icons of actions stand in menus of records; they load with those, but must be known as well.
    const iconsOf = (text: string): string[] => [...text.matchAll(/"icon": "([^"]+)"/g)].map((match) => match[1]!)
    const named = texts.flatMap((text) => iconsOf(text.replace(/"x-machine":[\s\S]*/, '')))
    const ofActions = texts.flatMap((text) => iconsOf(/"x-machine":[\s\S]*/.exec(text)?.[0] ?? ''))
    const written = [
      'runtime/web/shell/admin/core-pages.ts',
      'runtime/server/identity/permissions/derived-rules.ts',
      'runtime/server/identity/permissions/pages.ts',
    ].flatMap((name) =>
      [...readFileSync(join(root, name), 'utf8').matchAll(/icon: '([^']+)'/g)].map((match) => match[1]!),
    )
    const map = readFileSync(join(web, 'core/NamedIcon.tsx'), 'utf8')
    expect(named.length).toBeGreaterThan(10)
    expect(written.length).toBeGreaterThan(5)
    const has = (text: string, name: string): boolean => new RegExp(`^  (${name}|'${name}'): `, 'm').test(text)
    expect([...named, ...written].filter((name) => !has(map, name))).toEqual([])
    const others = readFileSync(join(web, 'core/ExtraIcon.tsx'), 'utf8')
    expect(ofActions.filter((name) => !has(map + others, name))).toEqual([])
  })
})
