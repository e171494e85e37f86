/** `<module>/<entity>/form.ts`: JSON Schema and uiSchema of the record form. */
import type { Entity } from '../house.ts'
import { folderOf } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitForm({ form, model, source, variable }: Entity): Output {
  const body = `import type { FormModel } from 'tablewright/protocol'\n\nexport const ${variable}Form: FormModel = ${literal(form, 0, 40)}`
  return typescript(`${folderOf(model)}/form.ts`, `schemas/${source}`, body)
}
