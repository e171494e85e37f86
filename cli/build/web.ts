/** The web client, built by Vite. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Plugin } from 'vite'
import { filesBelow, publish } from '../launcher/publish.mjs'
import { hashOf, isFresh, writeManifest } from '../launcher/build-manifest.mjs'
import { compressFiles } from './compress.ts'

/** Raise when the way of building changes, so that older products are built again. */
const recipe = '1'

/** Builds `.build/web` below `root` unless it is fresh; returns whether it built. */
export async function buildWeb(root: string): Promise<boolean> {
  if (isWebFresh(root)) return false
  const folder = join(root, '.build/web')
  const startedAt = Date.now()
  const temporary = join(root, `.build/.web.${process.pid}.tmp`)
  mkdirSync(temporary, { recursive: true })
  try {
    const inputs = await runVite(root, temporary)
    await compressFiles(filesBelow(temporary))
    const outputs = publish(temporary, folder, { isEntry: (path) => /(^|[\\/])index\.html(\.gz|\.br)?$/.test(path) })
    writeManifest(manifestFileOf(root), { key: keyOf(root), inputs, outputs, startedAt })
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  return true
}

/** True when the client follows from the sources as they are. */
export function isWebFresh(root: string): boolean {
  return isFresh(manifestFileOf(root), keyOf(root))
}

// Next to the folder and not in it, because the folder is served.
const manifestFileOf = (root: string): string => join(root, '.build/.web.manifest.json')
const keyOf = (root: string): string => hashOf(recipe, readFileSync(join(root, 'package-lock.json')))

/** Absolute paths of the project files that went into the build. */
async function runVite(root: string, folder: string): Promise<string[]> {
  const { build } = await import('vite')
  const configFile = join(root, 'runtime/web/vite.config.ts')
  // Styles and the page come in by ways that are no modules, so the whole folder counts.
  const inputs = new Set<string>(filesBelow(join(root, 'runtime/web')))
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
  return [...inputs].filter((path) => isAbsolute(path) && !/[\\/]node_modules[\\/]/.test(path) && existsSync(path))
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
