/** Where browsers upload to: the server itself, or a bucket of a cloud store. */
import { isIP } from 'node:net'
import type { TextKey } from '../../protocol/index.ts'

/** `cos`: Tencent Cloud COS; `s3`: anything that speaks the protocol of Amazon S3 (MinIO, Cloudflare R2, …). */
export const uploadModes = ['local', 'cos', 's3'] as const
export type UploadMode = (typeof uploadModes)[number]
export type CloudMode = Exclude<UploadMode, 'local'>

export interface CloudSettings {
  /** Where new files go. Those that are in a bucket stay there when it changes. */
  readonly mode: UploadMode
  /** "" = none. For COS with the number of the account, `test-1250000000`. */
  readonly bucket: string
  readonly region: string
  /** Origin of the store, "" = the official one of the region. For COS a domain of the bucket itself. */
  readonly endpoint: string
  readonly keyId: string
  /** As it is stored: encrypted, "" = none. */
  readonly keySecret: string
  /** Folder in the bucket for this site, without slashes at its ends; "" = none. */
  readonly prefix: string
  /** Origin that serves the objects to everybody, for example of a CDN; "" = the server signs every download. */
  readonly domain: string
  /** Origin of the service that issues temporary keys of COS. */
  readonly sts: string
}

/** Of a site that stores uploads itself. */
export const noCloud: CloudSettings = {
  mode: 'local',
  bucket: '',
  region: '',
  endpoint: '',
  keyId: '',
  keySecret: '',
  prefix: '',
  domain: '',
  sts: 'https://sts.tencentcloudapi.com',
}

/** Name of the setting with the secret of the key; the secret is encrypted under it. */
export const cloudSecret = 'upload_key_secret'

const bucketShape: Readonly<Record<CloudMode, RegExp>> = {
  cos: /^[a-z0-9][a-z0-9-]{0,48}-[1-9]\d{4,12}$/,
  s3: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
}

/** What is wrong with the settings of a cloud store, by the name of the setting; nothing for local uploads. */
export function cloudProblems(cloud: CloudSettings): Readonly<Record<string, TextKey>> {
  const { mode, bucket, region, keyId, keySecret } = cloud
  if (mode === 'local') return {}
  const problems: Record<string, TextKey | false> = {
    upload_bucket:
      bucket === '' ? 'field.required' : !bucketShape[mode].test(bucket) && (`config.upload_bucket.${mode}` as const),
    upload_region: region === '' && 'field.required',
    upload_key_id: keyId === '' && 'field.required',
    [cloudSecret]: keySecret === '' && 'field.required',
  }
  return Object.fromEntries(Object.entries(problems).filter((entry): entry is [string, TextKey] => entry[1] !== false))
}

export const regionShape = /^[a-z0-9-]*$/
export const prefixShape = /^([A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*)?$/

/** The origin of an address without path and credentials, "" for an empty text, null for anything else. */
export function storeOrigin(text: string): string | null {
  if (text === '') return ''
  try {
    const url = new URL(text)
    const isPlain = url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
    const isHost = isIP(url.hostname) !== 0 || /^[a-z0-9.-]+$/.test(url.hostname) || url.hostname.startsWith('[')
    return isPlain && isHost && /^https?:$/.test(url.protocol) ? url.origin : null
  } catch {
    return null
  }
}

/** The address of the bucket, without a slash at its end; null while it has none. */
export function bucketAddress({ bucket, region, endpoint }: CloudSettings, mode: CloudMode): string | null {
  if (!bucketShape[mode].test(bucket) || region === '') return null
  if (mode === 'cos') return endpoint || `https://${bucket}.cos.${region}.myqcloud.com`
  return `${endpoint || `https://s3.${region}.amazonaws.com`}/${bucket}`
}

/** Origins that the client sends files to, and that it shows files from. */
export function cloudOrigins(cloud: CloudSettings): {
  readonly upload: readonly string[]
  readonly files: readonly string[]
} {
  const originsOf = (modes: readonly CloudMode[]): readonly string[] =>
    modes.flatMap((mode) => {
      const address = bucketAddress(cloud, mode)
      return address === null ? [] : [new URL(address).origin]
    })
  const stored = cloud.domain === '' ? originsOf(cloud.mode === 'local' ? ['cos', 's3'] : [cloud.mode]) : [cloud.domain]
  return { upload: cloud.mode === 'local' ? [] : originsOf([cloud.mode]), files: cloud.bucket === '' ? [] : stored }
}
