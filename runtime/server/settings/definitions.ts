/** The settings of a site that belong to the framework: their titles, inputs and allowed values. */
import { t } from '../../i18n/i18n.ts'
import { languages, type Language, type Text, type TextKey } from '../../protocol/index.ts'
import type { Definition, Definitions, FirstLanguage, SettingName } from './definition.ts'
import {
  isEntrance,
  linesOf,
  maxLinks,
  pairOfLine,
  readEntrances,
  readLink,
  readLinks,
  webOrigin,
  writeLink,
} from './head-links.ts'
import { groupsWire, parseGroups, readGroups } from './groups.ts'
import { readPairList } from './pair-list.ts'
import { isOriginEntry, readOrigins } from './origins.ts'
import { isPackageManager, packageManagers, type PackageManager } from './package-managers.ts'
import { readSwitch, readWholeNumber, same, text, type ReadSetting } from './read-setting.ts'
import { million } from './settings.ts'
import { uploadDefinitions } from './upload-definitions.ts'
import { readWordList, readWordSetting, writeWordList } from './word-list.ts'

/** A language is called the same in every other. */
const languageNames: Readonly<Record<Language, Text>> = {
  'zh-cn': { 'zh-cn': '中文简体', en: '中文简体' },
  en: { 'zh-cn': 'English', en: 'English' },
}

export const definitions: Definitions = {
  site_name: {
    section: 'basics',
    type: 'string',
    title: 'config.site_name',
    rule: 'required',
    read: text(50, true),
    value: same,
    initial: (settings) => settings.siteName,
    wire: same,
  },
  record_number: {
    section: 'basics',
    type: 'string',
    title: 'config.record_number',
    tip: 'config.record_number.tip',
    rule: '',
    read: text(50, false),
    value: same,
    initial: (settings) => settings.recordNumber,
    wire: same,
  },
  site_url: {
    section: 'basics',
    type: 'string',
    title: 'config.site_url',
    // Mail leads there: also that of administrators above whoever edits the settings.
    superOnly: true,
    tip: 'config.site_url.tip',
    rule: '',
    read: readSiteUrl,
    value: same,
    initial: (settings) => settings.siteUrl,
    wire: same,
  },
  version: {
    section: 'basics',
    type: 'string',
    title: 'config.version',
    rule: 'required',
    read: text(20, true, 'config.version.shape'),
    value: same,
    initial: (settings) => settings.version,
    wire: same,
  },
  time_zone: {
    section: 'basics',
    type: 'string',
    title: 'config.time_zone',
    tip: 'config.time_zone.tip',
    rule: 'required',
    read: readZone,
    value: same,
    initial: (settings) => settings.timeZone,
    wire: same,
  },
  languages: {
    section: 'basics',
    type: 'checkbox',
    title: 'config.languages',
    rule: 'required',
    options: languageNames,
    read: readLanguages,
    value: (stored) => JSON.parse(stored) as Language[],
    initial: (settings) => settings.languages,
    wire: (value) => value,
  },
  first_language: {
    section: 'basics',
    type: 'select',
    title: 'config.first_language',
    tip: 'config.first_language.tip',
    rule: 'required',
    options: { browser: 'config.first_language.browser', ...languageNames },
    read: (input) => (isFirstLanguage(input) ? { stored: input } : { problem: 'field.option' }),
    value: (text) => text as FirstLanguage,
    initial: (settings) => settings.firstLanguage,
    wire: (value) => value,
  },
  head_nav: {
    section: 'basics',
    type: 'textarea',
    title: 'config.head_nav',
    tip: 'config.head_nav.tip',
    rule: '',
    read: readLinkList,
    value: readLinks,
    initial: (settings) => settings.headNav,
    wire: (value) => value.map(writeLink).join('\n'),
  },
  config_quick_entrance: {
    section: 'basics',
    type: 'array',
    title: 'config.quick_entrance',
    tip: 'config.quick_entrance.tip',
    rule: '',
    read: readEntranceList,
    value: readEntrances,
    initial: () => [],
    wire: (value) => value,
  },
  config_group: {
    section: 'basics',
    type: 'array',
    title: 'config.group',
    tip: 'config.group.tip',
    rule: 'required',
    read: (input, settings) => readGroups(settings, languages, input),
    value: parseGroups,
    initial: ({ groups }) => groups,
    wire: (_value, settings, language) => groupsWire(settings, language),
  },
  admin_login_captcha: {
    section: 'security',
    type: 'switch',
    title: 'config.admin_login_captcha',
    tip: 'config.admin_login_captcha.tip',
    rule: '',
    read: readSwitch,
    value: (stored) => stored === '1',
    initial: (settings) => settings.captcha.adminSignIn,
    wire: (value) => value,
  },
  second_factor: {
    section: 'security',
    type: 'switch',
    title: 'config.second_factor',
    tip: 'config.second_factor.tip',
    rule: '',
    read: readSwitch,
    value: (stored) => stored === '1',
    initial: ({ session }) => session.requiresFactor,
    wire: (value) => value,
  },
  cors_origins: {
    section: 'security',
    type: 'textarea',
    title: 'config.cors_origins',
    tip: 'config.cors_origins.tip',
    rule: '',
    read: readOriginList,
    value: readOrigins,
    initial: (settings) => settings.origins,
    wire: (value) => value.join('\n'),
  },
  iframe_origins: {
    section: 'security',
    type: 'textarea',
    title: 'config.iframe_origins',
    tip: 'config.iframe_origins.tip',
    rule: '',
    read: readFrameList,
    value: linesOf,
    initial: (settings) => settings.iframeOrigins,
    wire: (value) => value.join('\n'),
  },
  filtered_words: {
    section: 'security',
    type: 'textarea',
    title: 'config.filtered_words',
    tip: 'config.filtered_words.tip',
    rule: '',
    read: readWordSetting,
    value: readWordList,
    initial: (settings) => settings.filteredWords,
    wire: writeWordList,
  },
  log_days: {
    section: 'security',
    type: 'number',
    title: 'config.log_days',
    tip: 'config.log_days.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 0, maximum: 36_500 }),
    value: Number,
    initial: (settings) => settings.logDays,
    wire: (value) => value,
  },
  recovery_days: {
    section: 'security',
    type: 'number',
    title: 'config.recovery_days',
    tip: 'config.recovery_days.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 0, maximum: 36_500 }),
    value: Number,
    initial: (settings) => settings.recoveryDays,
    wire: (value) => value,
  },
  idle_minutes: {
    section: 'security',
    type: 'number',
    title: 'config.idle_minutes',
    tip: 'config.idle_minutes.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 0, maximum: 43_200 }),
    value: Number,
    initial: ({ session }) => session.idleMinutes,
    wire: (value) => value,
  },
  session_days: {
    section: 'security',
    type: 'number',
    title: 'config.session_days',
    tip: 'config.session_days.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: 365 }),
    value: Number,
    initial: ({ session }) => session.maxDays,
    wire: (value) => value,
  },
  query_deadline: {
    section: 'security',
    type: 'number',
    title: 'config.query_deadline',
    tip: 'config.query_deadline.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: 25 }),
    value: Number,
    initial: ({ query }) => query.deadlineMs / 1000,
    wire: (value) => value,
  },
  query_budget: {
    section: 'security',
    type: 'number',
    title: 'config.query_budget',
    tip: 'config.query_budget.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: 1000 }),
    value: Number,
    initial: ({ query }) => query.maxComparisons / million,
    wire: (value) => value,
  },
  ...uploadDefinitions,
  compat_query_token: {
    section: 'security',
    type: 'switch',
    title: 'config.compat_query_token',
    tip: 'config.compat_query_token.tip',
    rule: '',
    read: readSwitch,
    value: (stored) => stored === '1',
    initial: ({ compat }) => compat.queryToken,
    wire: (value) => value,
  },
  designer: {
    section: 'security',
    type: 'switch',
    title: 'config.designer',
    // As the designer itself.
    superOnly: true,
    tip: 'config.designer.tip',
    rule: '',
    read: readSwitch,
    value: (text) => text === '1',
    initial: (settings) => settings.designer,
    wire: (value) => value,
  },
  terminal_package_manager: {
    section: 'terminal',
    type: 'select',
    title: 'config.terminal_package_manager',
    // As the terminal itself.
    superOnly: true,
    tip: 'config.terminal_package_manager.tip',
    rule: 'required',
    options: Object.fromEntries(packageManagers.map((name) => [name, { 'zh-cn': name, en: name }])),
    read: (input) => (isPackageManager(input) ? { stored: input } : { problem: 'field.option' }),
    value: (stored) => stored as PackageManager,
    initial: ({ terminal }) => terminal.packageManager,
    wire: (value) => value,
  },
  terminal_port: {
    section: 'terminal',
    type: 'number',
    title: 'config.terminal_port',
    superOnly: true,
    tip: 'config.terminal_port.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: 65_535 }),
    value: Number,
    initial: ({ terminal }) => terminal.port,
    wire: (value) => value,
  },
}

export const settingNames = Object.keys(definitions) as readonly SettingName[]

/** Options of a choice as `{value: label}`, "" when there is nothing to choose from. */
export function optionsOf({ options }: Definition, language: Language): Readonly<Record<string, string>> | '' {
  if (!options) return ''
  const labelOf = (label: Text | TextKey): string => (typeof label === 'string' ? t(language, label) : label[language])
  return Object.fromEntries(Object.entries(options).map(([value, label]) => [value, labelOf(label)]))
}

function readSiteUrl(input: unknown): ReadSetting {
  const read = text(200, false)(input)
  if (!('stored' in read) || read.stored === '') return read
  const origin = webOrigin(read.stored)
  return origin === null ? { problem: 'config.site_url.shape' } : { stored: origin }
}

function readZone(input: unknown): ReadSetting {
  const read = text(64, true)(input)
  if (!('stored' in read)) return read
  try {
    // Offsets such as +08:00 are valid as well, but do not follow a country's clock.
    if (!/^[A-Za-z]/.test(read.stored)) return { problem: 'config.time_zone.unknown' }
    return { stored: new Intl.DateTimeFormat('en', { timeZone: read.stored }).resolvedOptions().timeZone }
  } catch {
    return { problem: 'config.time_zone.unknown' }
  }
}

const isFirstLanguage = (input: unknown): input is FirstLanguage =>
  input === 'browser' || languages.some((language) => language === input)

/** A list or a comma-separated text; stored in the server's order. */
function readLanguages(input: unknown): ReadSetting {
  const values: readonly unknown[] = Array.isArray(input)
    ? input
    : typeof input === 'string' && input !== ''
      ? input.split(',')
      : []
  if (values.length === 0) return { problem: 'field.required' }
  if (!values.every((one) => languages.some((known) => known === one))) return { problem: 'field.option' }
  return { stored: JSON.stringify(languages.filter((known) => values.includes(known))) }
}

function readOriginList(input: unknown): ReadSetting {
  const read = text(4000, false)(input)
  if (!('stored' in read)) return read
  const entries = readOrigins(read.stored)
  const wrong = entries.find((entry) => !isOriginEntry(entry))
  return wrong === undefined
    ? { stored: entries.join('\n') }
    : { problem: 'config.origin.unknown', params: { value: wrong.slice(0, 80) } }
}

function readLinkList(input: unknown): ReadSetting {
  const read = text(4000, false)(input)
  if (!('stored' in read)) return read
  const lines = linesOf(read.stored)
  const wrong = lines.find((line) => readLink(line) === null)
  if (wrong !== undefined) return { problem: 'config.head_nav.shape', params: { value: wrong.slice(0, 80) } }
  return lines.length > maxLinks
    ? { problem: 'field.maxItems', params: { limit: maxLinks } }
    : { stored: lines.join('\n') }
}

/** Pairs of title and page; the lines `title=page` of former versions are read as well. */
function readEntranceList(input: unknown): ReadSetting {
  const pairs = typeof input === 'string' ? linesOf(input).map(pairOfLine) : readPairList(input)
  if (pairs === null) return { problem: 'field.typePairs' }
  const wrong = pairs.find((pair) => !isEntrance(pair))
  if (wrong !== undefined)
    return { problem: 'config.quick_entrance.shape', params: { value: `${wrong.key} = ${wrong.value}`.slice(0, 80) } }
  return pairs.length > maxLinks
    ? { problem: 'field.maxItems', params: { limit: maxLinks } }
    : { stored: JSON.stringify(pairs) }
}

function readFrameList(input: unknown): ReadSetting {
  const read = text(4000, false)(input)
  if (!('stored' in read)) return read
  const lines = linesOf(read.stored.replaceAll(',', '\n'))
  const wrong = lines.find((line) => webOrigin(line) === null)
  return wrong === undefined
    ? { stored: [...new Set(lines.map(webOrigin))].join('\n') }
    : { problem: 'config.iframe_origins.shape', params: { value: wrong.slice(0, 80) } }
}
