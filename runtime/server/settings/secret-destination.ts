/**
 * Where a secret of the settings is sent. It is encrypted under that: with another host, user or store in the settings
 * it cannot be decrypted, whichever way they came there, and has to be entered anew.
 */
import type { Attributes } from './added/attributes.ts'
import { cloudSecret, type CloudSettings } from './cloud-settings.ts'
import type { ModuleSetting, SecretSetting } from './module-settings.ts'
import type { Settings } from './settings.ts'

/** The settings that decide it, by name, as they are stored. */
export type Destination = Readonly<Record<string, string>>

/** The name that a secret is encrypted under. */
// Guard T10: a secret is encrypted under its destination.
// Without: export const sealName = (name: string, destination: Destination): string => destination ? name : ''
export const sealName = (name: string, destination: Destination): string =>
  Object.keys(destination).length === 0 ? name : `${name} ${JSON.stringify(destination)}`

/** Of the key of the cloud store; the last one comes from the environment. */
export const cloudDestination = ({ mode, bucket, region, endpoint, keyId, sts }: CloudSettings): Destination => ({
  upload_mode: mode,
  upload_bucket: bucket,
  upload_region: region,
  upload_endpoint: endpoint,
  upload_key_id: keyId,
  TABLEWRIGHT_STS: sts,
})

/** The destination that an added setting names in its attributes: `destination=pay_url,pay_account`. */
const namesInAttributes = ({ destination }: Attributes): readonly string[] =>
  String(destination ?? '')
    .split(/[\s,，]+/)
    .filter((name) => name !== '')

/** @param values texts that are stored in place of the current ones */
export function destinationOf(
  settings: Settings,
  name: string,
  values: ReadonlyMap<string, string> = new Map(),
): Destination {
  const cloud = cloudDestination(settings.upload.cloud)
  const names = name === cloudSecret ? Object.keys(cloud) : namesOf(settings, name)
  return Object.fromEntries(names.map((one) => [one, values.get(one) ?? cloud[one] ?? textOf(settings, one)]))
}

function namesOf(settings: Settings, name: string): readonly string[] {
  const item = settings.items.find((one) => one.name === name)
  return secretOf(settings, name)?.destination ?? (item ? namesInAttributes(item.extend) : [])
}

function secretOf({ modules }: Settings, name: string): SecretSetting | undefined {
  const setting: ModuleSetting | undefined = modules.find((one) => Object.hasOwn(one.settings, name))?.settings[name]
  return setting?.type === 'password' ? setting : undefined
}

/** A switch is stored as a digit. */
function textOf({ own, siteUrl }: Settings, name: string): string {
  if (name === 'site_url') return siteUrl
  const value = own[name] ?? ''
  return typeof value === 'boolean' ? String(Number(value)) : String(value)
}

/**
 * What keeps a stored secret from being used on when these texts are stored: the names of what changes of its
 * destination. None while nothing is sent anywhere, or where the secret was entered for just this destination.
 */
export function changedDestination(
  settings: Settings,
  name: string,
  values: ReadonlyMap<string, string>,
): readonly string[] {
  const sealed = name === cloudSecret ? settings.upload.cloud.keySecret : String(settings.own[name] ?? '')
  if (sealed === '' || values.has(name)) return []
  const [now, next] = [destinationOf(settings, name), destinationOf(settings, name, values)]
  const changed = Object.keys(next).filter((one) => next[one] !== now[one])
  const isUsed =
    name === cloudSecret ? next['upload_mode'] !== 'local' : (secretOf(settings, name)?.isUsed?.(next) ?? true)
  return changed.length > 0 && isUsed && !canOpen(settings, sealName(name, next), sealed) ? changed : []
}

function canOpen({ secrets }: Settings, name: string, sealed: string): boolean {
  try {
    secrets.open(name, sealed)
    return true
  } catch {
    return false
  }
}
