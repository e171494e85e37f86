/** What names a record to people, and finds it. */
import { nameFor } from './names.ts'
import type { Field } from './table-fields.ts'
import { maxName, systemFields, type Plan } from './table-plan.ts'

/** A text of one line without options. */
export const isShortText = ({ keywords }: Field): boolean =>
  keywords['type'] === 'string' &&
  keywords['format'] === undefined &&
  keywords['enum'] === undefined &&
  Number(keywords['maxLength'] ?? 0) <= 255

/** Imports can find records by it. */
export const isPlainKey = (fields: readonly Field[], name: string): boolean => {
  const field = fields.find((candidate) => candidate.name === name)
  return field !== undefined && (isShortText(field) || field.keywords['x-relation'] !== undefined)
}

/** What people call a record by: a name, first and last name, the first text; null where there is no text. */
export function titleOf(fields: readonly Field[]): string | readonly string[] | null {
  const texts = fields.filter(isShortText)
  const fieldNamed = (...names: readonly string[]): Field | undefined =>
    names
      .flatMap((name) => texts.find((field) => field.name === name || field.name.endsWith(`_${name}`)))
      .find((candidate) => candidate)
  const [first, last] = [
    texts.find(({ name }) => name === 'first_name'),
    texts.find(({ name }) => name === 'last_name'),
  ]
  if (first && last) return [first.name, last.name]
  const exact = texts.find(({ name }) => ['name', 'title', 'label', 'subject', 'company'].includes(name))
  // A text that comes first tells records apart; one that follows references and numbers merely describes them.
  const leading = fields[0] && isShortText(fields[0]) ? fields[0] : undefined
  return (exact ?? fieldNamed('name', 'title', 'label', 'subject', 'username') ?? leading)?.name ?? null
}

/** A record without a name is called by what it refers to and by the number that its key is. */
export function withTitle(
  plan: Plan,
  fields: readonly Field[],
  plans: readonly Plan[],
): { readonly fields: readonly Field[]; readonly title: string | readonly string[] } {
  const title = titleOf(fields)
  if (title !== null) return { fields, title: title }
  const { table } = plan
  const column = table.columns.find(({ name }) => name === table.key[0]) ?? table.columns[0]
  if (!column) throw new TypeError(`${table.name} has no columns`)
  const name = nameFor('no', new Set([...systemFields, ...fields.map((field) => field.name)]), {
    fallback: 'no',
    maxLength: maxName,
  })
  const number: Field = {
    name,
    column,
    keywords: {
      type: 'string',
      maxLength: 255,
      readOnly: true,
      'x-label': { 'zh-cn': '序号', en: 'No.' },
      'x-stored': { column: column.name, as: 'native', type: 'text' },
    },
    isRequired: false,
  }
  const paths = plan.owner
    ? []
    : fields.flatMap((field) => {
        const to = (field.keywords['x-relation'] as { readonly to?: string } | undefined)?.to
        const target = plans.find((other) => to?.endsWith(`/${other.name}`))
        const text = target?.textName
        return text ? [`${field.name}.${text}`] : []
      })
  const all = plan.identity === 'column' ? [number, ...fields] : [...fields, number]
  return { fields: all, title: paths.length > 0 ? [...paths.slice(0, 2), name] : name }
}
