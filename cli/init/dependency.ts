/** What a new product depends on: the package that runs this command. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/**
 * The version of the package, or the packed file it was installed from: that one npm would not find in the registry.
 * @param folder of the product
 */
export function ownDependency(packageFolder: string, folder: string): string {
  const file = installedFrom(packageFolder)
  if (file !== null && existsSync(file)) return `file:${relative(folder, file).replaceAll('\\', '/')}`
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as { version: string }
  return version
}

/** Path of the packed file, which npm notes in its hidden lock file; null when the package came from a registry. */
function installedFrom(packageFolder: string): string | null {
  const root = dirname(dirname(packageFolder))
  const lock = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(lock)) return null
  const { packages = {} } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages?: Readonly<Record<string, { readonly resolved?: string }>>
  }
  const resolved = packages['node_modules/tablewright']?.resolved ?? ''
  return resolved.startsWith('file:') ? resolve(root, resolved.slice('file:'.length)) : null
}
