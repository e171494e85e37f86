/** What a setting of the site consists of. */
import type { Language, Text, TextKey } from '../../protocol/index.ts'
import type { HeadLink, QuickEntrance } from './head-links.ts'
import type { Pair } from './pair-list.ts'
import type { PackageManager } from './package-managers.ts'
import type { UploadMode } from './cloud-settings.ts'
import type { ReadSetting } from './read-setting.ts'
import type { Settings } from './settings.ts'
import type { MemberUploads } from './upload-settings.ts'
import type { FilteredWord } from './word-list.ts'

/** Settings by name, as the code reads them. */
export interface SiteSettings {
  /** The tabs that were moved, renamed or added; see `sectionsOf`. */
  readonly config_group: readonly Pair[]
  readonly site_name: string
  readonly record_number: string
  /** Origin under which people reach the site, "" while it is not known. */
  readonly site_url: string
  readonly version: string
  /** IANA name. */
  readonly time_zone: string
  /** At least one. */
  readonly languages: readonly Language[]
  /** Language of a first visit. */
  readonly first_language: FirstLanguage
  readonly head_nav: readonly HeadLink[]
  /** Shortcuts to pages above the settings. */
  readonly config_quick_entrance: readonly QuickEntrance[]
  readonly admin_login_captcha: boolean
  /** Accounts without a second factor have to enrol before they go on. */
  readonly second_factor: boolean
  readonly cors_origins: readonly string[]
  /** Their pages may be embedded in ours. */
  readonly iframe_origins: readonly string[]
  /** Words that comments and chats may not contain. */
  readonly filtered_words: readonly FilteredWord[]
  /** Days for which the admin log is stored; 0 = for ever. */
  readonly log_days: number
  /** Days for which the recycle bin and the log of sensitive data are stored; 0 = for ever. */
  readonly recovery_days: number
  /** Minutes without use after which a session ends; 0 = never. */
  readonly idle_minutes: number
  /** Days after signing in at which a session ends, however often it was renewed. */
  readonly session_days: number
  /** Megabytes that an account may upload in a day. */
  readonly upload_quota: number
  /** Files that an account may upload in a day. */
  readonly upload_count: number
  /** A number with a unit, see `parseSize`. */
  readonly upload_size: string
  readonly upload_types: readonly string[]
  readonly upload_members: MemberUploads
  readonly upload_save_name: string
  readonly upload_mode: UploadMode
  readonly upload_bucket: string
  readonly upload_region: string
  readonly upload_endpoint: string
  readonly upload_key_id: string
  /** Encrypted. */
  readonly upload_key_secret: string
  readonly upload_prefix: string
  readonly upload_domain: string
  /** Seconds. */
  readonly query_deadline: number
  /** Millions of compared values. */
  readonly query_budget: number
  /** Session tokens are accepted in addresses that clients of the old dialects open without headers. */
  readonly compat_query_token: boolean
  /** `serve` has the designer of schemas. */
  readonly designer: boolean
  readonly terminal_package_manager: PackageManager
  readonly terminal_port: number
}

/** A language, or the first one of the browser that there is. */
export type FirstLanguage = Language | 'browser'

export type SettingName = keyof SiteSettings

export interface SettingCondition {
  readonly name: SettingName
  readonly values: readonly string[]
}

export interface Definition<Name extends SettingName = SettingName> {
  readonly section: 'basics' | 'security' | 'upload' | 'terminal'
  /** An input type of protocol 10.3. */
  readonly type: 'string' | 'textarea' | 'checkbox' | 'switch' | 'number' | 'select' | 'password' | 'array'
  readonly title: TextKey
  readonly tip?: TextKey
  /** Names of validators for clients, comma list. */
  readonly rule: string
  readonly options?: Readonly<Record<string, Text | TextKey>>
  /** What another setting has to be for this one to have a meaning; clients hide it until then, while it is empty. */
  readonly when?: SettingCondition
  /** See `SettingTexts` of the settings of modules. */
  readonly superOnly?: true
  /** Validates what a client sent. @param settings the current ones */
  read(input: unknown, settings: Settings): ReadSetting
  /** The value of a stored text. */
  value(stored: string): SiteSettings[Name]
  /** The value while nothing is stored. */
  initial(settings: Settings): SiteSettings[Name]
  /** The value as clients get it. @param settings the current ones */
  wire(value: SiteSettings[Name], settings: Settings, language: Language): unknown
}

export type Definitions = { readonly [Name in SettingName]: Definition<Name> }
