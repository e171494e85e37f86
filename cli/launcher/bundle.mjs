// Bundles the project's TypeScript for Node. Packages stay external, and Node finds them in node_modules, except those
// of many small modules: finding and reading hundreds of files takes longer than running them.
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isAbsolute, join } from 'node:path'
import { publish } from './publish.mjs'
import { hashOf, isFresh, writeManifest } from './build-manifest.mjs'

/** Raise when the way of bundling changes, so that older products are built again. */
const recipe = '2'

const bundledPackages = ['kysely']
const sources = ['tablewright-source']

/**
 * Builds `entry` to `<folder>/<name>.mjs` unless that is fresh. Returns true when something was built.
 * @param request.conditions under which `tablewright/…` is resolved; those of the sources unless given
 * @param request.stamp identifies files of packages that are bundled: they are no inputs, because nobody edits them
 */
export async function bundle({ entry, folder, name, inOneFile = false, conditions = sources, stamp = '' }) {
  if (isBundleFresh({ entry, folder, name, stamp })) return false
  const startedAt = Date.now()
  const temporary = join(folder, `.${name}.${process.pid}.tmp`)
  mkdirSync(temporary, { recursive: true })
  try {
    const inputs = await writeBundle(entry, temporary, { name, inOneFile, conditions })
    const outputs = publish(temporary, folder, {
      isEntry: (path) => path === `${name}.mjs`,
      isOurs: (path) => new RegExp(`^\\.?${name}[.-]`).test(path),
    })
    writeManifest(manifestFile(folder, name), { key: keyOf(entry, stamp), inputs, outputs, startedAt })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return true
}

/** True when the product follows from the sources as they are. */
export function isBundleFresh({ entry, folder, name, stamp = '' }) {
  return isFresh(manifestFile(folder, name), keyOf(entry, stamp))
}

const manifestFile = (folder, name) => join(folder, `.${name}.manifest.json`)
const keyOf = (entry, stamp) => hashOf(recipe, entry, versionsOf(entry), stamp)

/** Bundled packages are no inputs, because nobody edits them; their versions are part of the key. */
const versionsOf = (entry) =>
  bundledPackages
    .map((name) => {
      try {
        const main = createRequire(entry).resolve(name)
        const folder = main.slice(0, main.lastIndexOf(join('node_modules', name)) + join('node_modules', name).length)
        return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
      } catch {
        return 'not installed'
      }
    })
    .join()

async function writeBundle(entry, folder, { name, inOneFile, conditions }) {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: { [name]: entry },
    platform: 'node',
    resolve: { conditionNames: [...conditions, 'node', 'import', 'default'] },
    external: isPackage,
    logLevel: 'silent',
  })
  try {
    const chunks = inOneFile ? { codeSplitting: false } : {}
    const names = { entryFileNames: '[name].mjs', chunkFileNames: `${name}-[name]-[hash].mjs` }
    await build.write({ dir: folder, format: 'esm', sourcemap: true, ...names, ...chunks })
    return (await build.watchFiles).filter((path) => isAbsolute(path) && !/[\\/]node_modules[\\/]/.test(path))
  } finally {
    await build.close()
  }
}

// `tablewright/…` is the project's own code and is bundled; every other bare name is a package.
const isPackage = (id) =>
  !id.startsWith('.') &&
  !isAbsolute(id) &&
  !id.startsWith('tablewright/') &&
  !id.startsWith('\0') &&
  !bundledPackages.includes(id)
