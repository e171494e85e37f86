/** The compiled validators of the build, each loaded when its entity is first written. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Validate, Validators } from '../operation/scope.ts'

/** @param folder contains `<module>/<entity>.mjs`, each exporting `validate` */
export function loadValidators(folder: string): Validators {
  const validators = new Map<string, Promise<Validate | null>>()
  const loadValidator = async (file: string): Promise<Validate | null> =>
    existsSync(file) ? ((await import(pathToFileURL(file).href)) as { validate: Validate }).validate : null
  return (id) => {
    const validator = validators.get(id) ?? loadValidator(join(folder, `${id}.mjs`))
    validators.set(id, validator)
    return validator
  }
}
