/** `<module>/<entity>/form.ts`: JSON Schema and uiSchema of the record form. */
import type { FormModel } from '../../runtime/protocol/index.ts'
import type { Entity } from '../link/schema-set.ts'
import { folderOf } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitForm({ form, model, source, variable }: Entity): Output {
  return typescript(`${folderOf(model)}/form.ts`, `schemas/${source}`, bodyOf(variable, form))
}

/** `<module>/<entity>/<action>/form.ts`: the same of a dialog. */
export function emitActionForms({ actionForms, model, source, variable }: Entity): readonly Output[] {
  return [...actionForms].map(([action, form]) =>
    typescript(
      `${folderOf(model)}/${action}/form.ts`,
      `schemas/${source}`,
      bodyOf(actionVariable(variable, action), form),
    ),
  )
}

/** Name under which the dialog of an action is exported, without the ending of its kind. */
export const actionVariable = (variable: string, action: string): string =>
  `${variable}${action.charAt(0).toUpperCase()}${action.slice(1)}`

function bodyOf(variable: string, form: FormModel): string {
  const head = `export const ${variable}Form: FormModel = `
  return `import type { FormModel } from 'tablewright/protocol'\n\n${head}${literal(form, 0, head.length)}`
}
