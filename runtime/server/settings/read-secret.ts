import { destinationOf, sealName, type Destination } from './secret-destination.ts'
import type { Settings } from './settings.ts'

/**
 * The text of a secret setting, "" when none is stored.
 * @throws when it cannot be decrypted: it was entered for another destination, or with another key in the data folder
 */
export function readSecret(settings: Settings, name: string): string {
  return openSecret(settings.secrets, name, settings.own[name], destinationOf(settings, name))
}

/** The same for a text that is not among the settings of modules. */
export function openSecret(
  secrets: Settings['secrets'],
  name: string,
  sealed: unknown,
  destination: Destination,
): string {
  if (typeof sealed !== 'string' || sealed === '') return ''
  try {
    return openFor(secrets, name, sealed, destination)
  } catch (error) {
    throw new Error(
      `The setting ${name} cannot be decrypted: it was entered for another destination, or secret.key in the data ` +
        'folder is not the key it was stored with. Restore that file, or enter the value again.',
      { cause: error },
    )
  }
}

function openFor(secrets: Settings['secrets'], name: string, sealed: string, destination: Destination): string {
  try {
    return secrets.open(sealName(name, destination), sealed)
  } catch {
    // Former versions encrypted secrets under their names alone; they are asked for anew when the destination changes.
    return secrets.open(name, sealed)
  }
}
