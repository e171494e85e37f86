/** Which table a person means. */
import type { TableModel } from '../../runtime/protocol/index.ts'
import { CommandError } from '../exit-codes.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { nearestName } from '../../runtime/server/core/nearest-name.ts'

/**
 * By id (`wms/product`), by page (`wms/warehouseArea`) or by bare name when only one table has it. Throws a
 * CommandError (usage) with the nearest name.
 */
export function findEntity(name: string, models: readonly TableModel[]): TableModel {
  const open = models.filter((model) => model.actions.includes('import'))
  const exact = open.find((model) => model.id === name || model.page === name)
  if (exact) return exact
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[-_]/g, '')
  const called = open.filter((model) => plain(model.name) === plain(name))
  const [first] = called
  if (first && called.length === 1) return first
  const ids = (called.length > 1 ? called : open).map((model) => model.id).join(', ')
  if (called.length > 1)
    throw new CommandError('usage', {
      message: interpolate(
        { 'zh-cn': '“{{name}}”不明确，请使用全名：{{ids}}', en: '"{{name}}" is ambiguous; use the full name: {{ids}}' },
        { name, ids },
      ),
    })
  const near = nearestName(
    name,
    open.flatMap((model) => [model.name, model.id]),
  )
  throw new CommandError('usage', {
    message: interpolate(
      { 'zh-cn': '没有可导入的表“{{name}}”。', en: 'No table "{{name}}" accepts imports.' },
      { name },
    ),
    hint: near
      ? interpolate({ 'zh-cn': '是不是想用 {{near}}？', en: 'Did you mean {{near}}?' }, { near })
      : interpolate({ 'zh-cn': '可导入的表：{{ids}}', en: 'Tables that accept imports: {{ids}}' }, { ids }),
  })
}
