/**
 * What a message with a code says, while it waits: encrypted like the secrets of settings, so that neither clients nor
 * a copy of the database contain it. Its log shows dots.
 */
import type { Settings } from '../../settings/settings.ts'
import { DeliveryRefused } from './delivery.ts'

/** Stands in a log for what a message with a code says. */
export const hiddenContent = '••••••••'

type Secrets = Pick<Settings, 'secrets'>

const nameOf = (log: string): string => `content of ${log}`

/** @param log table of the messages; content of one log cannot be opened as that of another */
export const sealContent = ({ secrets }: Secrets, log: string, content: unknown): string =>
  secrets.seal(nameOf(log), JSON.stringify(content))

/** @throws a DeliveryRefused when there is nothing to open, or the key in the data folder is another one */
export function openContent<Content>({ secrets }: Secrets, log: string, sealed: string | null): Content {
  if (sealed === null) throw new DeliveryRefused('The content was removed because it contained a code.', true)
  let text: string
  try {
    text = secrets.open(nameOf(log), sealed)
  } catch {
    throw new DeliveryRefused('The content cannot be decrypted: secret.key in the data folder is another one.', true)
  }
  return JSON.parse(text) as Content
}

/** A text without the codes that it repeats, for example the answer of a server. */
export const hideCodes = (text: string, codes: readonly string[]): string =>
  codes.filter((code) => code !== '').reduce((rest, code) => rest.replaceAll(code, hiddenContent), text)
