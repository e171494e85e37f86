import type { Settings } from './settings.ts'

/**
 * The text of a secret setting, "" when none is stored.
 * @throws when it cannot be decrypted because the key of the data folder is not the one it was stored with
 */
export function readSecret({ own, secrets }: Settings, name: string): string {
  return openSecret(secrets, name, own[name])
}

/** The same for a text that is not among the settings of modules. */
export function openSecret(secrets: Settings['secrets'], name: string, sealed: unknown): string {
  if (typeof sealed !== 'string' || sealed === '') return ''
  try {
    return secrets.open(name, sealed)
  } catch (error) {
    throw new Error(
      `The setting ${name} cannot be decrypted: secret.key in the data folder is not the key it was stored with. ` +
        'Restore that file, or enter the value again.',
      { cause: error },
    )
  }
}
