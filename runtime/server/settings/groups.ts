/**
 * `config_group`: the tabs of the settings page, `[{key, value}]`. Those of the site and of modules are always there:
 * they can be moved and renamed; further ones are added and deleted.
 */
import { t } from '../../i18n/i18n.ts'
import { isSafeKey, type Language } from '../../protocol/index.ts'
import { parsePairList, readPairList, type Pair } from './pair-list.ts'
import type { ReadSetting } from './read-setting.ts'
import type { Settings } from './settings.ts'

export interface Section {
  readonly name: string
  /** Belongs to the site or a module. */
  readonly isBuiltIn: boolean
  title(language: Language): string
}

const maxTitle = 30
const maxGroups = 50

function builtInSections({ modules }: Pick<Settings, 'modules'>): readonly Section[] {
  const own = ['basics', 'security', 'upload', 'terminal'] as const
  return [
    ...own.map((name) => ({ name, isBuiltIn: true, title: (language: Language) => t(language, `config.${name}`) })),
    ...modules.map(({ module, label }) => ({
      name: module,
      isBuiltIn: true,
      title: (language: Language) => label[language],
    })),
  ]
}

/**
 * Tabs in their order. Those of the site and of modules that the order does not name follow it, and at last those of
 * settings whose group is gone, until these are moved to another one or deleted.
 */
export function sectionsOf({ modules, groups, items }: Pick<Settings, 'modules' | 'groups' | 'items'>): Section[] {
  const builtIn = builtInSections({ modules })
  const sections = groups.flatMap(({ key, value }): readonly Section[] => {
    const own = builtIn.find(({ name }) => name === key)
    if (own) return [value === '' ? own : { ...own, title: () => value }]
    return value === '' ? [] : [{ name: key, isBuiltIn: false, title: () => value }]
  })
  for (const own of builtIn) if (sections.every(({ name }) => name !== own.name)) sections.push(own)
  for (const { section } of items)
    if (sections.every(({ name }) => name !== section))
      sections.push({ name: section, isBuiltIn: false, title: () => section })
  return sections
}

/** Groups that cannot be deleted. */
export const builtInNames = (settings: Pick<Settings, 'modules'>): readonly string[] =>
  builtInSections(settings).map(({ name }) => name)

/** The groups as clients get them, in the reader's language. */
export const groupsWire = (settings: Settings, language: Language): readonly Pair[] =>
  sectionsOf(settings).map(({ name, title }) => ({ key: name, value: title(language) }))

export const parseGroups = parsePairList

/**
 * Validates the list that a client sent: all that is built in, and every group that has settings, has to be in it. The
 * title of a built-in one that is what it is called anyway, in whatever language, is not stored: it stays translated.
 */
export function readGroups(settings: Settings, languages: readonly Language[], input: unknown): ReadSetting {
  const pairs = readPairList(input)
  if (pairs === null) return { problem: 'field.typePairs' }
  if (pairs.length > maxGroups) return { problem: 'field.maxItems', params: { limit: maxGroups } }
  const builtIn = builtInSections(settings)
  const stored: Pair[] = []
  for (const { key, value } of pairs) {
    if (!/^[a-z][a-zA-Z0-9_]{0,29}$/.test(key) || !isSafeKey(key))
      return { problem: 'config.group.key', params: { value: key } }
    if (value === '' || [...value].length > maxTitle || /[\u0000-\u001f]/.test(value))
      return { problem: 'config.group.title', params: { value: key } }
    if (stored.some((one) => one.key === key)) return { problem: 'config.group.twice', params: { value: key } }
    const own = builtIn.find(({ name }) => name === key)
    const isUsual = own !== undefined && languages.some((language) => own.title(language) === value)
    stored.push({ key, value: isUsual ? '' : value })
  }
  for (const { name, isBuiltIn, title } of sectionsOf(settings)) {
    if (stored.some(({ key }) => key === name)) continue
    const label = title(languages[0] ?? 'en')
    if (isBuiltIn) return { problem: 'config.group.built_in', params: { value: label } }
    const isAdded = settings.groups.some(({ key }) => key === name)
    if (isAdded && settings.items.some(({ section }) => section === name))
      return { problem: 'config.group.in_use', params: { value: label } }
  }
  return { stored: JSON.stringify(stored) }
}
