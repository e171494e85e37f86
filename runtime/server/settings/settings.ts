/** The settings of an installation. Values from the environment are read by the CLI, never here. */
import { dirname } from 'node:path'
import { languages, type Language } from '../../protocol/index.ts'
import { initialValues, type ModuleSettings, type ModuleValues } from './module-settings.ts'
import type { MemberUploads } from './upload-settings.ts'
import type { PackageManager } from './package-managers.ts'
import { noCloud, type CloudSettings } from './cloud-settings.ts'
import type { SettingItem } from './added/item.ts'
import type { Pair } from './pair-list.ts'
import type { FilteredWord } from './word-list.ts'
import { createSecretBox, type SecretBox } from './secret-box.ts'

export interface UploadSettings {
  /** Absolute path of the folder behind `/storage/…`. */
  readonly folder: string
  /** Bytes. */
  readonly maxSize: number
  /** Megabytes that an account may upload in a day. */
  readonly dailyQuota: number
  /** Files that an account may upload in a day. */
  readonly dailyFiles: number
  /** Bytes of the disk that uploads leave free, for the database among others. */
  readonly diskReserve: number
  /** Width × height. */
  readonly maxPixels: number
  /** Allowed endings, types, families of types, or `*`; see `typesIn`. */
  readonly types: readonly string[]
  readonly members: MemberUploads
  /** Pattern of the addresses of stored files; see `NameToken`. */
  readonly saveName: string
  readonly cloud: CloudSettings
}

interface SessionSettings {
  /** Seconds an access token lives. */
  readonly accessLife: number
  /** Seconds a refresh token lives. */
  readonly refreshLife: number
  /** Minutes without use after which a session ends; 0 = never. */
  readonly idleMinutes: number
  /** Days after signing in at which a session ends, however often it was renewed. */
  readonly maxDays: number
  /** Accounts without a second factor have to enrol before they go on. */
  readonly requiresFactor: boolean
}

/** What one list, search or export may cost. */
interface QuerySettings {
  /** Longest time a statement runs, in milliseconds. */
  readonly deadlineMs: number
  /** Values compared with filters: rows × filters that no index serves. */
  readonly maxComparisons: number
}

/** What the environment decided; site settings cannot change it. Null = they decide. */
interface FixedSettings {
  readonly captcha: boolean | null
  readonly origins: readonly string[] | null
}

export interface Settings {
  /** Absolute path of the folder of the installation: uploads, keys, outboxes. */
  readonly dataFolder: string
  /** Encrypts the secrets among the settings of modules. */
  readonly secrets: SecretBox
  readonly siteName: string
  /** Registration number of the domain, "" when none. */
  readonly recordNumber: string
  /** Origin of the links in mail, without a slash at its end; "" while it is not known. */
  readonly siteUrl: string
  /** Languages people may choose from. */
  readonly languages: readonly Language[]
  /** Language of a first visit; `browser` = the first language of the browser that there is. */
  readonly firstLanguage: Language | 'browser'
  readonly captcha: {
    /** Always required when admins sign in; otherwise only after failures. */
    readonly adminSignIn: boolean
  }
  /** Origins and host names whose pages may call the server; `*` = all. */
  readonly origins: readonly string[]
  /** Links of the home page. */
  readonly headNav: readonly { readonly title: string; readonly url: string; readonly target: '_self' | '_blank' }[]
  /** Origins whose pages may be embedded in ours. */
  readonly iframeOrigins: readonly string[]
  /** Words that comments and chats may not contain. */
  readonly filteredWords: readonly FilteredWord[]
  /** Days for which the admin log is stored; 0 = for ever. */
  readonly logDays: number
  /** Days for which the recycle bin and the log of sensitive data are stored; 0 = for ever. */
  readonly recoveryDays: number
  readonly fixed: FixedSettings
  /** IANA name; defines the day and how date texts are read. */
  readonly timeZone: string
  readonly version: string
  readonly session: SessionSettings
  readonly upload: UploadSettings
  readonly query: QuerySettings
  readonly compat: {
    /** Session tokens are accepted in addresses that clients of the old dialects open without headers. */
    readonly queryToken: boolean
  }
  /** `serve` has the designer of schemas. */
  readonly designer: boolean
  readonly terminal: {
    readonly packageManager: PackageManager
    /** Commands receive it as `PORT`. */
    readonly port: number
  }
  /** The settings of modules, in the order of the settings page. */
  readonly modules: readonly ModuleSettings[]
  /** Names of modules that the site has switched off: their data stays, and nothing of them answers. */
  readonly modulesOff: readonly string[]
  /** Pages of each module, by its name. */
  readonly modulePages: Readonly<Record<string, readonly string[]>>
  /** Tabs of the settings page that were moved, renamed or added; see `sectionsOf`. */
  readonly groups: readonly Pair[]
  /** Settings that administrators have added. */
  readonly items: readonly SettingItem[]
  /** The current values of the settings of modules, and of the added ones, by name. */
  readonly own: ModuleValues
}

const day = 86_400
export const million = 1_000_000

const ownOrigins = ['localhost', '127.0.0.1'] as const

export interface SettingsInput extends Partial<FixedSettings> {
  readonly modules?: readonly ModuleSettings[]
  readonly modulePages?: Settings['modulePages']
  readonly version: string
  readonly uploadFolder: string
  /** Where temporary keys of COS are issued; absent = the official service. */
  readonly sts?: string | null
}

/** The settings of a fresh installation. */
export function defaultSettings(own: SettingsInput): Settings {
  const fixed = { captcha: own.captcha ?? null, origins: own.origins ?? null }
  return {
    dataFolder: dirname(own.uploadFolder),
    secrets: createSecretBox(dirname(own.uploadFolder)),
    siteName: 'Tablewright',
    recordNumber: '',
    siteUrl: '',
    languages,
    firstLanguage: 'browser',
    captcha: { adminSignIn: fixed.captcha ?? true },
    origins: fixed.origins ?? ownOrigins,
    headNav: [],
    iframeOrigins: [],
    filteredWords: [],
    logDays: 0,
    recoveryDays: 0,
    fixed,
    timeZone: 'Asia/Shanghai',
    version: own.version,
    modules: own.modules ?? [],
    modulesOff: [],
    modulePages: own.modulePages ?? {},
    groups: [],
    items: [],
    own: initialValues(own.modules ?? []),
    query: { deadlineMs: 5000, maxComparisons: 8 * million },
    compat: { queryToken: false },
    designer: false,
    terminal: { packageManager: 'pnpm', port: 8000 },
    session: { accessLife: 3 * day, refreshLife: 30 * day, idleMinutes: 0, maxDays: 30, requiresFactor: false },
    upload: {
      folder: own.uploadFolder,
      maxSize: 10 * 1024 * 1024,
      dailyQuota: 1000,
      dailyFiles: 5000,
      diskReserve: 64 * 1024 * 1024,
      maxPixels: 40_000_000,
      types: 'jpg jpeg png webp gif pdf doc docx xls xlsx ppt pptx txt csv zip rar mp3 wav mp4'.split(' '),
      members: 'images',
      saveName: '/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}',
      cloud: { ...noCloud, ...(own.sts && { sts: own.sts }) },
    },
  }
}
