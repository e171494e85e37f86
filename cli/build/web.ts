/** The web client, built by Vite. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow, publish } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeManifest } from '../launcher/build-manifest.mjs'
import { repositoryLayout, type Layout } from '../layout.ts'
import { readProduct } from '../product.ts'
import { compressFiles } from './compress.ts'

/** Raise when the way of building changes, so that older products are built again. */
const recipe = '1'

/** Builds `.build/web` below `root` unless it is fresh; returns whether it built. */
export async function buildWeb(root: string, layout: Layout = repositoryLayout(root)): Promise<boolean> {
  if (isWebFresh(layout)) return false
  const folder = join(root, '.build/web')
  const startedAt = Date.now()
  const temporary = join(root, `.build/.web.${process.pid}.tmp`)
  mkdirSync(temporary, { recursive: true })
  try {
    const inputs = await runVite(layout, temporary)
    await compressFiles(temporary, folder)
    const outputs = publish(temporary, folder, { isEntry: (path) => /^[^\\/]+\.html(\.gz|\.br)?$/.test(path) })
    writeManifest(manifestFileOf(root), { key: keyOf(layout), inputs, outputs, startedAt })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return true
}

/** True when the client follows from the sources as they are. */
export function isWebFresh(layout: Layout): boolean {
  return isFresh(manifestFileOf(layout.root), keyOf(layout))
}

// Next to the folder and not in it, because the folder is served.
const manifestFileOf = (root: string): string => join(root, '.build/.web.manifest.json')
const keyOf = ({ root, stamp }: Layout): string => hashOf(recipe, lockFileOf(root), stamp)

/** Of npm; products that use another package manager have none, and build again when a file of theirs changes. */
function lockFileOf(root: string): Uint8Array | string {
  const file = join(root, 'package-lock.json')
  return existsSync(file) ? readFileSync(file) : ''
}

/** Absolute paths of the project files that went into the build. */
async function runVite({ root, framework, extension }: Layout, folder: string): Promise<string[]> {
  const { build } = await import('vite')
  const configFile = join(framework, `runtime/web/vite.config${extension}`)
  // Styles and the page come in by ways that are no modules, so the whole folder counts.
  const inputs = new Set<string>(filesBelow(join(framework, 'runtime/web')))
  const note: Plugin = {
    name: 'tablewright:inputs',
    buildEnd() {
      for (const id of this.getModuleIds()) inputs.add(id.replace(/[?#].*$/, ''))
    },
  }
  // NODE_ENV of the shell must not put React's development build in front of users.
  await withEnvironment({ NODE_ENV: 'production', TABLEWRIGHT_ROOT: root }, async () => {
    await build({ configFile, logLevel: 'silent', plugins: [note], build: { outDir: folder, emptyOutDir: true } })
  })
  const pageConfig = join(framework, `runtime/web/page.config${extension}`)
  for (const page of pagesOf(root, framework)) {
    inputs.add(page)
    await withEnvironment({ NODE_ENV: 'production', TABLEWRIGHT_ROOT: root, TABLEWRIGHT_PAGE: page }, async () => {
      await build({ configFile: pageConfig, logLevel: 'silent', plugins: [note], build: { outDir: folder } })
    })
  }
  return [...inputs].filter((path) => isAbsolute(path) && !/[\\/]node_modules[\\/]/.test(path) && existsSync(path))
}

/** Pages that load without the client: those of the project's own modules, and of the package's that it uses. */
export function pagesOf(root: string, framework: string): readonly string[] {
  const modules = (project: string): string => join(project, 'runtime/modules')
  const used = readProduct(root)?.modules ?? []
  const folders = [
    ...(existsSync(modules(root)) ? readdirSync(modules(root)).map((name) => join(modules(root), name)) : []),
    ...used.map((name) => join(modules(framework), name)),
  ].map((folder) => join(folder, 'web/pages'))
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => path.endsWith('.html'))
}

async function withEnvironment(values: Readonly<Record<string, string>>, work: () => Promise<void>): Promise<void> {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, values)
  try {
    await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
}
