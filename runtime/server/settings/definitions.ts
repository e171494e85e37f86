/** The settings of a site that belong to the framework: their titles, inputs and allowed values. */
import { t } from '../../i18n/i18n.ts'
import { isEmpty, languages, type Language, type Text, type TextKey } from '../../protocol/index.ts'
import { million, type Settings } from './settings.ts'
import { linesOf, maxLinks, readLink, readLinks, webOrigin, writeLink, type HeadLink } from './links.ts'
import { isOriginEntry, readOrigins } from './origins.ts'
import { isPackageManager, packageManagers, type PackageManager } from './package-managers.ts'
import {
  isType,
  largestUpload,
  memberUploads,
  parseSize,
  saveNameProblem,
  typesIn,
  type MemberUploads,
} from './upload-settings.ts'

/** Settings by name, as the code reads them. */
export interface SiteSettings {
  readonly site_name: string
  readonly record_number: string
  readonly version: string
  /** IANA name. */
  readonly time_zone: string
  /** At least one. */
  readonly languages: readonly Language[]
  readonly head_nav: readonly HeadLink[]
  readonly admin_login_captcha: boolean
  /** Accounts without a second factor have to enrol before they go on. */
  readonly second_factor: boolean
  readonly cors_origins: readonly string[]
  /** Their pages may be embedded in ours. */
  readonly iframe_origins: readonly string[]
  /** Days for which the admin log is stored; 0 = for ever. */
  readonly log_days: number
  /** Minutes without use after which a session ends; 0 = never. */
  readonly idle_minutes: number
  /** Megabytes that an account may upload in a day. */
  readonly upload_quota: number
  /** Files that an account may upload in a day. */
  readonly upload_count: number
  /** A number with a unit, see `parseSize`. */
  readonly upload_size: string
  readonly upload_types: readonly string[]
  readonly upload_members: MemberUploads
  readonly upload_save_name: string
  /** Seconds. */
  readonly query_deadline: number
  /** Millions of compared values. */
  readonly query_budget: number
  /** Session tokens are accepted in addresses that clients of the old dialects open without headers. */
  readonly compat_query_token: boolean
  readonly terminal_package_manager: PackageManager
  readonly terminal_port: number
}

export type SettingName = keyof SiteSettings

/** A stored text, or why there is none. */
export type ReadSetting =
  | { readonly stored: string }
  /** The client left a secret as it is. */
  | { readonly unchanged: true }
  | { readonly message: Text }
  | { readonly problem: TextKey; readonly params?: Readonly<Record<string, string | number>> }

export interface Definition<Name extends SettingName = SettingName> {
  readonly section: 'basics' | 'security' | 'upload' | 'terminal'
  /** An input type of protocol 10.3. */
  readonly type: 'string' | 'textarea' | 'checkbox' | 'switch' | 'number' | 'select' | 'password'
  readonly title: TextKey
  readonly tip?: TextKey
  /** Names of validators for clients, comma list. */
  readonly rule: string
  readonly options?: Readonly<Record<string, Text | TextKey>>
  /** Validates what a client sent. */
  read(input: unknown): ReadSetting
  /** The value of a stored text. */
  value(stored: string): SiteSettings[Name]
  /** The value while nothing is stored. */
  initial(settings: Settings): SiteSettings[Name]
  /** The value as clients get it. */
  wire(value: SiteSettings[Name]): unknown
}

export type Definitions = { readonly [Name in SettingName]: Definition<Name> }

export const text =
  (most: number, required: boolean, problem: TextKey = 'field.maxLength') =>
  (input: unknown): ReadSetting => {
    const given = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : (input ?? '')
    if (typeof given !== 'string') return { problem: 'field.type' }
    if (required && given === '') return { problem: 'field.required' }
    return given.length > most ? { problem, params: { limit: most } } : { stored: given }
  }
const same = (value: string): string => value
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
  upload_size: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_size',
    tip: 'config.upload_size.tip',
    rule: 'required',
    read: readUploadSize,
    value: same,
    initial: ({ upload }) => `${upload.maxSize / 1024 / 1024}mb`,
    wire: same,
  },
  upload_types: {
    section: 'upload',
    type: 'textarea',
    title: 'config.upload_types',
    tip: 'config.upload_types.tip',
    rule: 'required',
    read: readUploadTypes,
    value: typesIn,
    initial: ({ upload }) => upload.types,
    wire: (value) => value.join(', '),
  },
  upload_members: {
    section: 'upload',
    type: 'select',
    title: 'config.upload_members',
    rule: 'required',
    options: {
      none: 'config.upload_members.none',
      images: 'config.upload_members.images',
      files: 'config.upload_members.files',
    },
    read: (input) => {
      const chosen = memberUploads.find((one) => one === input)
      return chosen ? { stored: chosen } : { problem: 'field.option' }
    },
    value: (stored) => memberUploads.find((one) => one === stored) ?? 'none',
    initial: ({ upload }) => upload.members,
    wire: (value) => value,
  },
  upload_save_name: {
    section: 'upload',
    type: 'string',
    title: 'config.upload_save_name',
    tip: 'config.upload_save_name.tip',
    rule: 'required',
    read: (input) => {
      const read = text(120, true)(input)
      const problem = 'stored' in read ? saveNameProblem(read.stored) : null
      return problem ? { problem } : read
    },
    value: same,
    initial: ({ upload }) => upload.saveName,
    wire: same,
  },
  upload_count: {
    section: 'upload',
    type: 'number',
    title: 'config.upload_count',
    tip: 'config.upload_quota.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: million }),
    value: Number,
    initial: ({ upload }) => upload.dailyFiles,
    wire: (value) => value,
  },
  upload_quota: {
    section: 'upload',
    type: 'number',
    title: 'config.upload_quota',
    tip: 'config.upload_quota.tip',
    rule: 'required,integer',
    read: (input) => readWholeNumber(input, { minimum: 1, maximum: million }),
    value: Number,
    initial: ({ upload }) => upload.dailyQuota,
    wire: (value) => value,
  },
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
  terminal_package_manager: {
    section: 'terminal',
    type: 'select',
    title: 'config.terminal_package_manager',
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

function readUploadSize(input: unknown): ReadSetting {
  const read = text(20, true)(input)
  if (!('stored' in read)) return read
  const size = parseSize(read.stored)
  return size !== null && size >= 1024 && size <= largestUpload ? read : { problem: 'config.upload_size.shape' }
}

function readUploadTypes(input: unknown): ReadSetting {
  const read = text(2000, true)(input)
  if (!('stored' in read)) return read
  const types = typesIn(read.stored)
  const wrong = types.find((entry) => !isType(entry))
  return wrong === undefined
    ? { stored: types.join(',') }
    : { problem: 'config.upload_types.shape', params: { value: wrong.slice(0, 80) } }
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

export function readWholeNumber(
  input: unknown,
  { minimum, maximum }: { readonly minimum: number; readonly maximum: number },
): ReadSetting {
  const text = typeof input === 'number' || typeof input === 'string' ? String(input).trim() : input
  if (isEmpty(text)) return { problem: 'field.required' }
  if (typeof text !== 'string' || !/^-?\d{1,15}$/.test(text)) return { problem: 'field.integer' }
  const value = Number(text)
  if (value < minimum) return { problem: 'field.minimum', params: { limit: minimum } }
  return value > maximum ? { problem: 'field.maximum', params: { limit: maximum } } : { stored: String(value) }
}

export function readSwitch(input: unknown): ReadSetting {
  if (input === true || input === 1 || input === '1') return { stored: '1' }
  return input === false || input === 0 || input === '0' ? { stored: '0' } : { problem: 'field.option' }
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

function readFrameList(input: unknown): ReadSetting {
  const read = text(4000, false)(input)
  if (!('stored' in read)) return read
  const lines = linesOf(read.stored.replaceAll(',', '\n'))
  const wrong = lines.find((line) => webOrigin(line) === null)
  return wrong === undefined
    ? { stored: [...new Set(lines.map(webOrigin))].join('\n') }
    : { problem: 'config.iframe_origins.shape', params: { value: wrong.slice(0, 80) } }
}
