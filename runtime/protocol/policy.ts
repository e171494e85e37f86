/**
 * What a table looks like to those its policy binds. Both sides read it here: the server refuses with it, the web hides
 * with it.
 */
import { memoizeByObject } from './memoize.ts'
import type { FieldModel, ListedAction, TableModel } from './table-model.ts'

/**
 * The table as an action shows it to an admin who is not super: fields the policy does not list are private and
 * read-only, so that nothing can name, show or write them. The same object for the same model and action.
 */
export const viewFor = memoizeByObject((model: TableModel, action: ListedAction): TableModel => {
  const { policy } = model
  if (!policy) return model
  const listedFields = policy.fields[action]
  const always = new Set(['id', 'version', ...(model.tree ? [model.tree.parent] : [])])
  const isListed = (name: string): boolean =>
    listedFields === undefined || always.has(name) || listedFields.includes(name)
  const fields = model.fields.map((field): FieldModel => {
    const visibleField = isListed(field.name) ? field : { ...field, private: true, readOnly: true }
    // The owner of a record decides who sees it, so no client may change the owner.
    return field.name === policy.limit?.on ? { ...visibleField, readOnly: true } : visibleField
  })
  return {
    ...model,
    fields,
    search: model.search.filter(isListed),
    list: { ...model.list, columns: model.list.columns.filter(isListed) },
    form: model.form.map((section) => ({
      ...section,
      rows: section.rows.map((row) => row.filter(isListed)).filter((row) => row.length > 0),
    })),
  }
})
