/** Columns every stored entity has without declaring them, and the ones `x-entity` names. */
import type { FieldModel, Text } from '../../runtime/protocol/index.ts'
import type { RawMeta } from '../raw/documents.ts'

/** Words of `x-entity` that name a column and create it. */
export const columnWords = ['sort', 'created', 'updated', 'softDelete', 'owner'] as const
export type ColumnWord = (typeof columnWords)[number]

const labels: Readonly<Record<ColumnWord | 'id' | 'version', Text>> = {
  id: { 'zh-cn': '编号', en: 'ID' },
  version: { 'zh-cn': '版本', en: 'Version' },
  sort: { 'zh-cn': '权重', en: 'Weight' },
  created: { 'zh-cn': '创建时间', en: 'Created' },
  updated: { 'zh-cn': '更新时间', en: 'Updated' },
  softDelete: { 'zh-cn': '删除时间', en: 'Deleted' },
  owner: { 'zh-cn': '创建人', en: 'Created by' },
}

function implicit(
  name: string,
  word: keyof typeof labels,
  kind: FieldModel['kind'],
  rest: Partial<FieldModel> = {},
): FieldModel {
  return { name, kind, label: labels[word], required: false, readOnly: true, private: false, implicit: true, ...rest }
}

/** `id`, which stands before the declared fields. */
export const idField: FieldModel = implicit('id', 'id', 'integer', { required: true })

/**
 * The implicit fields that follow the declared ones, in the order of `columnWords`, `version` last. The owner is an
 * integer here; linking makes it a reference.
 */
export function implicitFields(meta: RawMeta): readonly FieldModel[] {
  const fields: FieldModel[] = []
  for (const word of columnWords) {
    const name = meta[word]
    if (name !== undefined) fields.push(implicitField(name, word))
  }
  return [...fields, implicit('version', 'version', 'integer', { required: true })]
}

function implicitField(name: string, word: ColumnWord): FieldModel {
  if (word === 'sort') return implicit(name, word, 'integer')
  if (word === 'owner') return implicit(name, word, 'integer')
  return implicit(name, word, 'datetime', word === 'softDelete' ? { private: true } : {})
}
