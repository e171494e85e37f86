/** Reads `--map field=Header,other=Other header`. */
import { Halt } from '../exit.ts'
import { fill } from '../say.ts'

/**
 * Field → header of the file. A comma separates pairs only where a field name and `=` follow, so that headers may hold
 * commas. Throws a Halt (usage).
 */
export function readMap(texts: readonly string[]): Readonly<Record<string, string>> {
  const map: Record<string, string> = {}
  for (const pair of texts.flatMap((text) => text.split(/,(?=\s*\w+=)/))) {
    const at = pair.indexOf('=')
    const field = pair.slice(0, at).trim()
    if (at < 1 || field === '' || pair.slice(at + 1) === '')
      throw badMap(pair, { 'zh-cn': '应写成 字段=表头', en: 'write field=header' })
    if (Object.hasOwn(map, field)) throw badMap(pair, { 'zh-cn': '同一字段出现了两次', en: 'the field is named twice' })
    map[field] = pair.slice(at + 1)
  }
  return map
}

const badMap = (pair: string, why: { 'zh-cn': string; en: string }): Halt =>
  new Halt('usage', {
    what: fill(
      { 'zh-cn': '--map 中的“{{pair}}”无法识别：{{zh}}。', en: 'In --map, "{{pair}}" is not understood: {{en}}.' },
      { pair, zh: why['zh-cn'], en: why.en },
    ),
  })
