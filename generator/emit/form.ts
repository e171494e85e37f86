/** `<module>/<entity>/form.ts`: JSON Schema and uiSchema of the record form. */
import type { Entity } from '../house.ts'
import { folderOf } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitForm({ form, model, source, variable }: Entity): Output {
  const body = `import type { FormModel } from 'tablewright/protocol'\n\nexport const ${variable}Form: FormModel = ${literal(form, 0, 40)}`
  return typescript(`${folderOf(model)}/form.ts`, `schemas/${source}`, body)
}

/** `<module>/<entity>/<action>/form.ts`: the same of a dialog. */
export function emitActionForms({ actionForms, model, source, variable }: Entity): readonly Output[] {
  return [...actionForms].map(([action, form]) => {
    const body = `import type { FormModel } from 'tablewright/protocol'\n\nexport const ${variable}${action[0]!.toUpperCase()}${action.slice(1)}Form: FormModel = ${literal(form, 0, 40)}`
    return typescript(`${folderOf(model)}/${action}/form.ts`, `schemas/${source}`, body)
  })
}
