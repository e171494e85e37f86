/** The bucket of the site with the key that opens it. */
import {
  bucketAddress,
  cloudProblems,
  cloudSecret,
  type CloudMode,
  type CloudSettings,
} from '../../settings/cloud-settings.ts'
import { cloudDestination } from '../../settings/secret-destination.ts'
import { openSecret } from '../../settings/read-secret.ts'
import type { Settings } from '../../settings/settings.ts'
import { CloudError } from './cloud-error.ts'
import type { AccessKey } from './tc3.ts'

export interface CloudAccount {
  readonly mode: CloudMode
  readonly bucket: string
  readonly region: string
  /** Address of the bucket, without a slash at its end. */
  readonly address: string
  readonly key: AccessKey
  /** See `CloudSettings`. */
  readonly domain: string
  readonly sts: string
}

/** Bytes of a slice; only the last one of a file may be smaller. */
export const sliceSize = 5 * 1024 * 1024

/** Folder of all objects; as an address, `/cloud/…`, it leads to the server, which redirects. */
const root = 'cloud'

const keyShape = /^cloud((?:\/[A-Za-z0-9_-]{1,128}){1,12})\.([a-z0-9]{1,8})$/

/** The key of an object's address, or null: no object has such an address. */
export function objectKey(url: string): { readonly key: string; readonly suffix: string } | null {
  const key = url.startsWith('/') && url.length <= 255 ? url.slice(1) : ''
  const suffix = keyShape.exec(key)?.[2]
  return suffix === undefined ? null : { key, suffix }
}

/** Folder of the uploads of an account, with a slash at its end. */
export function ownFolder({ prefix }: Pick<CloudSettings, 'prefix'>, owner: string): string {
  return `${root}/${prefix === '' ? '' : `${prefix}/`}${owner}/`
}

/**
 * The bucket that new files go to (`mode` absent), or one that files are in already.
 * @throws a CloudError when the settings are incomplete or the key cannot be decrypted
 */
export function cloudAccount(
  { upload, secrets }: Pick<Settings, 'upload' | 'secrets'>,
  mode?: CloudMode,
): CloudAccount {
  const used = mode ?? upload.cloud.mode
  if (used === 'local') throw new CloudError('upload.cloud.off')
  const cloud = { ...upload.cloud, mode: used }
  const address = bucketAddress(cloud, used)
  if (address === null || Object.keys(cloudProblems(cloud)).length > 0) throw new CloudError('upload.cloud.config')
  const { bucket, region, domain, sts, keyId } = cloud
  return { mode: used, bucket, region, address, domain, sts, key: { id: keyId, secret: secretOf(cloud, secrets) } }
}

function secretOf(cloud: CloudSettings, secrets: Settings['secrets']): string {
  try {
    return openSecret(secrets, cloudSecret, cloud.keySecret, cloudDestination(cloud))
  } catch (error) {
    throw new CloudError('upload.cloud.key', '', error)
  }
}
