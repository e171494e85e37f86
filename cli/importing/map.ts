/** Reads `--map field=Header,other=Other header`. */
import { CommandError } from '../exit-codes.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'

/**
 * Field → header of the file. A comma separates pairs only where a field name and `=` follow, so that headers may hold
 * commas. Throws a CommandError (usage).
 */
export function readMap(texts: readonly string[]): Readonly<Record<string, string>> {
  const map: Record<string, string> = {}
  for (const pair of texts.flatMap((text) => text.split(/,(?=\s*\w+=)/))) {
    const at = pair.indexOf('=')
    const field = pair.slice(0, at).trim()
    if (at < 1 || field === '' || pair.slice(at + 1) === '')
      throw mapError(pair, { 'zh-cn': '应写作“字段=表头”', en: 'use field=header' })
    if (Object.hasOwn(map, field))
      throw mapError(pair, { 'zh-cn': '同一字段出现了两次', en: 'the field appears twice' })
    map[field] = pair.slice(at + 1)
  }
  return map
}

const mapError = (pair: string, reason: { 'zh-cn': string; en: string }): CommandError =>
  new CommandError('usage', {
    message: interpolate(
      { 'zh-cn': '--map 中的“{{pair}}”无效：{{zh}}。', en: 'In --map, "{{pair}}" is not valid: {{en}}.' },
      { pair, zh: reason['zh-cn'], en: reason.en },
    ),
  })
