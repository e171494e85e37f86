// Bundles the project's TypeScript for Node. Packages stay external, and Node finds them in node_modules, except those
// that every start loads: finding and reading hundreds of files takes longer than running them.
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { publish } from './publish.mjs'
import { hashOf, isFresh, writeManifest } from './build-manifest.mjs'

/** Raise when the way of bundling changes, so that older products are built again. */
const recipe = '11'

const sources = ['tablewright-source']
/** What V8 reads at every start. */
const comments = { legal: true, annotation: false, jsdoc: false }
/**
 * Never bundled, also where a bundled package uses it: what was written for the machine or looks for its files itself,
 * what Fastify loads for schemas of routes and for tests, which no server here has, and what formats generated types,
 * which are formatted here.
 */
const external = [
  'better-sqlite3',
  'pg',
  'sharp',
  '@node-rs/argon2',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'prettier',
]

/**
 * Builds `entry` to `<folder>/<name>.mjs` unless that is fresh. Returns true when something was built.
 * @param request.packages which to bundle, with all that they use
 * @param request.isPure no module does anything when it is loaded: those whose exports nobody uses are left out
 * @param request.groups chunks by the pattern of what they hold; what a start does not need gets chunks of its own
 * @param request.entries in place of `entry`, which then only names the product: files by path below the folder
 * @param request.apart modules below `apart.folder` are no part of the product: it imports `./<apart.name>/<path>.mjs`
 * and `<name>-<apart.name>.json` lists their paths
 * @param request.hasMap false = without source maps
 * @param request.conditions under which `tablewright/…` is resolved; those of the sources unless given
 * @param request.stamp identifies files of packages that are bundled: they are no inputs, because nobody edits them
 */
export async function bundle({ entry, folder, name, conditions = sources, stamp = '', ...shape }) {
  if (isBundleFresh({ entry, folder, name, stamp })) return false
  const startedAt = Date.now()
  const temporary = join(folder, `.${name}.${process.pid}.tmp`)
  mkdirSync(temporary, { recursive: true })
  try {
    const inputs = await writeBundle(entry, temporary, { name, conditions, ...shape })
    const isEntry = (path) => path === `${name}.mjs` || path.startsWith(`${name}${sep}`)
    const outputs = publish(temporary, folder, {
      isEntry,
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
const keyOf = (entry, stamp) => hashOf(recipe, entry, stamp)

async function writeBundle(
  entry,
  folder,
  {
    name,
    inOneFile = false,
    isPure = false,
    packages = [],
    groups = {},
    conditions,
    entries = { [name]: entry },
    apart = null,
    hasMap: sourcemap = true,
  },
) {
  const { rolldown } = await import('rolldown')
  const found = new Set()
  const build = await rolldown({
    input: entries,
    plugins: apart ? [keepApart(apart, found)] : [],
    platform: 'node',
    resolve: { conditionNames: [...conditions, 'node', 'import', 'default'] },
    external: (id, importer) => isPackage(id) && !isBundled(id, importer, packages),
    treeshake: isPure ? { moduleSideEffects: false } : true,
    // Workers are named by the address of their file, which is copied as it is.
    experimental: { resolveNewUrlToAsset: true },
    logLevel: 'silent',
  })
  try {
    const named = Object.entries(groups).map(([group, test]) => ({ name: group, test }))
    const chunks = { codeSplitting: !inOneFile && { groups: named } }
    const names = {
      entryFileNames: '[name].mjs',
      chunkFileNames: `${name}-[name]-[hash].mjs`,
      assetFileNames: `${name}-[name]-[hash][extname]`,
    }
    // Sources with other characters than those of ASCII take twice the memory.
    const form = { format: 'esm', charset: 'ascii' }
    // The files move up from the folder in which they are made.
    const sourcemapPathTransform = (source, map) => relative(dirname(folder), resolve(dirname(map), source))
    await build.write({ dir: folder, sourcemap, sourcemapPathTransform, comments, ...form, ...names, ...chunks })
    if (apart) writeFileSync(join(folder, `${name}-${apart.name}.json`), JSON.stringify([...found].sort()))
    return [...new Set((await build.watchFiles).filter((path) => isAbsolute(path)).map(inputOf))].filter(existsSync)
  } finally {
    await build.close()
  }
}

/**
 * Leaves imports of modules of a folder as they are; their paths below it are added to `found`. JSON is read where it
 * is, when it is needed.
 */
const keepApart = ({ folder, name }, found) => ({
  name: 'tablewright:apart',
  resolveId: {
    filter: { id: /^(?:\.{1,2}|#generated)\// },
    handler(id, importer) {
      // `#generated/…` of the framework, where it is a linked checkout, is another folder.
      if (id.startsWith('#') && !importer?.startsWith(`${dirname(folder)}${sep}`)) return null
      const file = id.startsWith('#') ? join(dirname(folder), id.slice(1)) : resolve(dirname(importer ?? folder), id)
      const path = relative(folder, file)
      if (path.startsWith('..') || isAbsolute(path) || !importer) return null
      if (path.endsWith('.json')) return `${readPrefix}${file}`
      found.add(path)
      return { id: `./${name}/${path.replaceAll(sep, '/')}.mjs`, external: true }
    },
  },
  load: {
    filter: { id: /^\0read:/ },
    handler(id) {
      const file = JSON.stringify(id.slice(readPrefix.length))
      const code = `import { readFileSync } from 'node:fs'\nexport default JSON.parse(readFileSync(${file}, 'utf8'))\n`
      return { code, moduleType: 'js' }
    },
  },
})
const readPrefix = '\0read:'

// `tablewright/…` and `#generated/…` are the project's own code and are bundled; every other bare name is a package.
const isPackage = (id) => !/^[.#\0]/.test(id) && !isAbsolute(id) && !id.startsWith('tablewright/')

const isOf = (names, id) => names.some((name) => id === name || id.startsWith(`${name}/`))

/**
 * Data of packages that a module names by an address, such as the weights of a network, is copied: the product then has
 * it wherever it is moved, and however packages are stored.
 */
const isData = (id) => id.endsWith('.bin') || id.endsWith('-weights_manifest.json')

const isBundled = (id, importer, packages) =>
  !id.startsWith('node:') &&
  !isOf(builtinModules, id) &&
  !isOf(external, id) &&
  (isData(id) || isOf(packages, id) || ![null, 'tablewright'].includes(packageAt(importer ?? '').name))

/** Nobody edits the files of a package: its manifest, with its version, stands for all of them. */
function inputOf(path) {
  const { folder } = packageAt(path)
  return folder === null ? path : join(folder, 'package.json')
}

/** The installed package that a file belongs to. */
function packageAt(path) {
  const found = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/.exec(path)
  return found ? { name: found[1], folder: found[0] } : { name: null, folder: null }
}
