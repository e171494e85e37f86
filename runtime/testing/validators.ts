/** Compiles the schemas of forms when a test first writes a record; a build compiles them ahead of time. */
import { Ajv } from 'ajv'
import type { FormModel } from '../protocol/index.ts'
import type { ModuleEntry } from '../server/modules.ts'
import type { Validate, Validators } from '../server/operation/scope.ts'

/** Validators by the id of the form, with the rules of the build. */
export async function compileValidators(modules: readonly ModuleEntry[]): Promise<Validators> {
  const forms = new Map((await loadForms(modules)).map((form) => [form.id, form]))
  const compiled = new Map<string, Validate | null>()
  const ajv = new Ajv({ allErrors: true, strict: true, validateFormats: false, meta: false, validateSchema: false })
  return async (id) => {
    const form = forms.get(id)
    const known = compiled.get(id) ?? (form ? (ajv.compile(form.schema) as Validate) : null)
    compiled.set(id, known)
    return known
  }
}

async function loadForms(modules: readonly ModuleEntry[]): Promise<readonly FormModel[]> {
  const tables = modules.flatMap(({ manifest }) => Object.values(manifest.tables))
  return Promise.all(
    tables.flatMap((table) => [table.form(), ...Object.values(table.actions ?? {}).map((load) => load())]),
  )
}
