/** Columns every stored entity has without declaring them, and the ones `x-entity` names. */
import { fullTitleName, type FieldModel, type Text } from '../../runtime/protocol/index.ts'
import type { RawMeta } from '../raw/documents.ts'

/** Keywords of `x-entity` that name a column and create it. */
export const columnKeywords = ['sort', 'created', 'updated', 'softDelete', 'owner'] as const
type ColumnKeyword = (typeof columnKeywords)[number]

const labels: Readonly<Record<ColumnKeyword | 'id' | 'version' | 'fullTitle', Text>> = {
  id: { 'zh-cn': '编号', en: 'ID' },
  version: { 'zh-cn': '版本', en: 'Version' },
  fullTitle: { 'zh-cn': '全称', en: 'Full name' },
  sort: { 'zh-cn': '权重', en: 'Rank' },
  created: { 'zh-cn': '创建时间', en: 'Created at' },
  updated: { 'zh-cn': '更新时间', en: 'Updated at' },
  softDelete: { 'zh-cn': '删除时间', en: 'Deleted at' },
  owner: { 'zh-cn': '创建人', en: 'Created by' },
}

function implicit(
  name: string,
  keyword: keyof typeof labels,
  kind: FieldModel['kind'],
  rest: Partial<FieldModel> = {},
): FieldModel {
  return {
    name,
    kind,
    label: labels[keyword],
    required: false,
    readOnly: true,
    private: false,
    implicit: true,
    ...rest,
  }
}

/** `id`, which comes before the declared fields. */
export const idField: FieldModel = implicit('id', 'id', 'integer', { required: true })

/**
 * The implicit fields that follow the declared ones, in the order of `columnKeywords`, `version` last. The owner is an
 * integer here; linking makes it a reference.
 */
export function implicitFields(meta: RawMeta): readonly FieldModel[] {
  const fields: FieldModel[] = []
  for (const keyword of columnKeywords) {
    const name = meta[keyword]
    if (name === undefined) continue
    const renamedFrom = meta.renamedFrom?.[name]
    fields.push({ ...implicitField(name, keyword), ...(renamedFrom !== undefined && { renamedFrom }) })
  }
  return [
    ...fields,
    implicit('version', 'version', 'integer', { required: true }),
    ...(typeof meta.title === 'string' ? [] : [implicit(fullTitleName, 'fullTitle', 'text')]),
  ]
}

/** The own field that names a record: the title, or the last of its parts. */
export const titleOf = ({ title }: Pick<RawMeta, 'title'>): string =>
  // A list of parts has at least two.
  typeof title === 'string' ? title : title.at(-1)!

function implicitField(name: string, keyword: ColumnKeyword): FieldModel {
  if (keyword === 'sort') return implicit(name, keyword, 'integer')
  if (keyword === 'owner') return implicit(name, keyword, 'integer')
  return implicit(name, keyword, 'datetime', keyword === 'softDelete' ? { private: true } : {})
}
