/** The server with everything that was generated and written for it, next to the reader. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, isBundleFresh } from '../launcher/bundle.mjs'
import { repositoryLayout, type Layout } from '../layout.ts'

/** What every start loads. */
const packages = [
  '@fastify/accept-negotiator',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/under-pressure',
  'fastest-levenshtein',
  'fastify',
  'i18next',
  'kysely',
  'lru-cache',
  'p-limit',
  'parse5',
]
/**
 * Every start loads all models: one file is read faster than a hundred. The packages stay as they are from build to
 * build.
 */
const groups = {
  models: /[\\/]generated[\\/].*[\\/](?:table|form|options)\.[jt]s$/,
  packages: new RegExp(`[\\\\/]node_modules[\\\\/](?:${packages.join('|')})[\\\\/]`),
}

/** Builds `.build/server/main.mjs` below `root` unless it is fresh; returns whether it built. */
export async function buildServer(root: string, layout: Layout = repositoryLayout(root)): Promise<boolean> {
  const isBuilt = await bundle({ ...bundleOf(layout), packages, groups })
  // Node never removes what it compiled of earlier builds.
  if (isBuilt) rmSync(codeFolder(root), { recursive: true, force: true })
  return isBuilt
}

/**
 * As `buildServer`, in two parts: an edit of a schema leaves the code as it is, which takes most of the time. What is
 * generated is read by processes that `dev` replaces, never by one that goes on with another version of it.
 */
export async function buildDevServer(root: string, layout: Layout): Promise<boolean> {
  const folder = devFolder(root)
  const generated = join(root, 'generated')
  const apart = { folder: generated, name: 'generated' }
  const code = await bundle({ ...bundleOf(layout), folder, packages, groups, apart })
  const paths = JSON.parse(readFileSync(join(folder, 'main-generated.json'), 'utf8')) as readonly string[]
  const models = await bundle({
    entry: generated,
    entries: Object.fromEntries(paths.map((path) => [`generated/${path}`, join(generated, path)])),
    folder,
    name: 'generated',
    groups: { models: groups.models },
    conditions: layout.conditions,
    hasMap: false,
    stamp: paths.join(),
  })
  return code || models
}

/** True when the server follows from the sources as they are. */
export function isServerFresh(layout: Layout): boolean {
  return isBundleFresh(bundleOf(layout))
}

const bundleOf = ({ root, conditions, stamp }: Layout) => ({
  entry: join(root, 'runtime/main.server.ts'),
  folder: join(root, '.build/server'),
  name: 'main',
  conditions,
  stamp,
})

/**
 * Writes a module beside the server of `dev` that loads the packages which that loads at its start, those of the build
 * included, and returns its path.
 */
export function writePackages(root: string): string {
  const loads = readFileSync(devServerFile(root), 'utf8').matchAll(
    /^import (?:[^"]* from )?"([^"./][^"]*|\.\/main-packages-[^"]*)";?$/gm,
  )
  const names = [...new Set([...loads].flatMap(([, name = '']) => (name.startsWith('node:') ? [] : [name])))]
  const path = join(devFolder(root), 'packages.mjs')
  writeFileSync(path, names.map((name) => `import '${name}'\n`).join(''))
  return path
}

/** Path of the built server. */
export const serverFile = (root: string): string => join(root, '.build/server/main.mjs')

/** Where Node keeps the compiled code of the built server. */
export const codeFolder = (root: string): string => join(root, '.build/compiled')

const devFolder = (root: string): string => join(root, '.build/dev')

/** Path of the server that `buildDevServer` builds. */
export const devServerFile = (root: string): string => join(devFolder(root), 'main.mjs')
