/** What an installation may decide. Values that come from the environment are read by the CLI, never here. */

export interface UploadSettings {
  /** Absolute path of the folder that `/storage/…` stands for. */
  readonly folder: string
  /** Bytes. */
  readonly maxSize: number
  /** Width × height. */
  readonly maxPixels: number
  readonly suffixes: readonly string[]
  /** How stored files are named, as clients are told. */
  readonly saveName: string
}

export interface SessionSettings {
  /** Seconds an access token lives. */
  readonly accessLife: number
  /** Seconds a refresh token lives. */
  readonly refreshLife: number
}

export interface Settings {
  readonly siteName: string
  /** IANA name; defines the day and how date texts are read. */
  readonly timeZone: string
  readonly version: string
  readonly session: SessionSettings
  readonly upload: UploadSettings
}

const day = 86_400

/** The settings of a fresh installation. */
export function defaultSettings(own: { readonly version: string; readonly uploadFolder: string }): Settings {
  return {
    siteName: 'Tablewright',
    timeZone: 'Asia/Shanghai',
    version: own.version,
    session: { accessLife: 3 * day, refreshLife: 30 * day },
    upload: {
      folder: own.uploadFolder,
      maxSize: 5 * 1024 * 1024,
      maxPixels: 40_000_000,
      suffixes: ['jpg', 'jpeg', 'png', 'webp'],
      saveName: '/storage/{topic}/{year}{mon}{day}/{fileName}{fileSha1}{.suffix}',
    },
  }
}
